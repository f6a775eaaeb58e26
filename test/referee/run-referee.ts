import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { listChecks, runSuite, type ToldExchange } from '../../conformance/index.ts';
import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { createMock } from '../../mock/index.ts';
import { isRefereed, toRefereeResult } from './judge-prism.ts';

interface Prism {
  program: string;
  version: string;
}

/** Matches a log entry with the level `info`. With a higher level, Prism does not print its URL. */
export const prismReady = /Prism is listening on (http:\/\/[\w.:]+)/;

/** Finds Prism as an installed dependency of that folder; undefined if it is not installed. */
export function findPrism(folder: string): Prism | undefined {
  try {
    const require = createRequire(path.resolve(folder, 'package.json'));
    const file = require.resolve('@stoplight/prism-cli/package.json');
    const manifest: { version: string; bin: { prism: string } } = require(file);
    return {
      program: path.resolve(path.dirname(file), manifest.bin.prism),
      version: manifest.version,
    };
  } catch {
    return undefined;
  }
}

/**
 * Runs the suite against the mock, through Prism's validation proxy. Prism shares no code with either of them, and must
 * agree about every request and response.
 * @param upstream URL of the mock. Default: starts a mock
 * @throws Error if Prism does not start, or the run has no verdict
 */
export async function runReferee(
  contract: Contract,
  prism: Prism,
  { upstream, only }: { upstream?: string; only?: readonly string[] } = {},
): Promise<RunResult> {
  const started = performance.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'site-contract-referee-'));
  const mock = createMock({ contract, seed: 1 });
  const exchanges: ToldExchange[] = [];
  try {
    // Prism gets a single file without external references, with overlays applied.
    const document = path.join(folder, 'openapi.json');
    await writeFile(document, JSON.stringify(contract.document));
    const target = upstream ?? (await mock.listen()).url;
    const words = ['proxy', '--errors', '--port', '0', document, target];
    const server = await startServer([prism.program, ...words], prismReady);
    try {
      const { verdict } = await runSuite({
        baseUrl: server.url,
        apiKey: mock.apiKeys[0] ?? '',
        workspace: mock.workspaces[0] ?? '',
        seed: 1,
        only: only ?? listChecks(contract).flatMap(({ id }) => (isRefereed(id) ? [id] : [])),
        contract,
        onExchange: (exchange) => exchanges.push(exchange),
      });
      const end = server.readEnd();
      if (end !== undefined) throw new Error(`Prism ${prism.version} ended during the run: ${end}`);
      const result = toRefereeResult(contract, exchanges, {
        source: `the mock behind Prism ${prism.version}`,
        command: 'site-contract gate --only referee',
        durationMs: Math.round(performance.now() - started),
      });
      // If Prism refuses the first requests, the run ends early. Prism's refusals then explain more.
      if (verdict.kind === 'not-run' && result.verdict.kind !== 'broken')
        throw new Error(`no verdict through Prism ${prism.version}: ${verdict.reason}`);
      return result;
    } finally {
      await server.stop();
    }
  } finally {
    await mock.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A server of another project, in a separate process. */
export interface StartedServer {
  url: string;
  /** The exit status and the last output; undefined while it is running. */
  readEnd(): string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts a Node program, and waits for the line with its URL.
 * @param ready matches that line; its first group is the URL
 * @throws if the program ends, or does not print that line in time
 */
export async function startServer(
  argv: readonly string[],
  ready: RegExp,
  timeoutMs = 180_000,
): Promise<StartedServer> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let end: string | undefined;
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code, signal) => {
      end = `${signal ?? `exit code ${code}`} ${output.trim().split('\n').at(-1) ?? ''}`.trim();
      resolve();
    }),
  );
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  let output = '';
  let isReady = false;
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${argv[0]} did not start within ${timeoutMs} ms: ${output}`)),
        timeoutMs,
      );
      const read = (chunk: Buffer) => {
        // Only the end of later output is kept.
        output = `${output}${chunk.toString()}`.slice(-20_000);
        const found = isReady ? undefined : ready.exec(output)?.[1];
        if (found === undefined) return;
        isReady = true;
        clearTimeout(timer);
        resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      ended.then(() => {
        clearTimeout(timer);
        reject(new Error(`${argv[0]} exited before it accepted connections: ${output}`));
      });
    });
    return { url, stop, readEnd: () => end };
  } catch (error) {
    await stop();
    throw error;
  }
}
