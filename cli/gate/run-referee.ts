import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { listChecks, runSuite, type ToldExchange } from '../../conformance/index.ts';
import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { isRefereed, toRefereeResult } from '../../gate/referee.ts';
import { createMock } from '../../mock/index.ts';
import { startServer } from './start-server.ts';

/** Prism as it is installed in a project. */
export interface Prism {
  program: string;
  version: string;
}

/** The line is a log entry of the level `info`: under a quieter one, nothing says where Prism listens. */
export const prismReady = /Prism is listening on (http:\/\/[\w.:]+)/;

/** Finds Prism as a program of that folder would; undefined where it is not installed. */
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
 * Runs the suite against the mock with Prism's validation proxy between them: an implementation that shares no code with
 * either has to agree about every request and every response.
 * @param upstream where the mock answers. Default: a mock is started.
 * @throws Error when Prism does not start, or the run comes to no verdict
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
      // If Prism refuses the first requests, the run ends early. What it refused is the better explanation.
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
