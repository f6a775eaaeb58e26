import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProblem, type Client, createClient, listAllSites } from 'site-contract/client';
import { installRuntime, type Runtime } from './install-runtime.ts';

interface Served extends Runtime {
  argv: readonly string[];
  environment: Readonly<Record<string, string>>;
}

const runtimes: readonly Served[] = [
  {
    name: 'Bun',
    version: '1.4.5',
    packages: {
      'linux-x64': { name: '@oven/bun-linux-x64', program: 'bin/bun' },
      'linux-arm64': { name: '@oven/bun-linux-aarch64', program: 'bin/bun' },
      'darwin-x64': { name: '@oven/bun-darwin-x64', program: 'bin/bun' },
      'darwin-arm64': { name: '@oven/bun-darwin-aarch64', program: 'bin/bun' },
    },
    argv: ['serve.ts'],
    environment: { BUN_PORT: '0' },
  },
  {
    name: 'Deno',
    version: '2.9.6',
    packages: {
      'linux-x64': { name: '@deno/linux-x64-glibc', program: 'deno' },
      'linux-arm64': { name: '@deno/linux-arm64-glibc', program: 'deno' },
      'darwin-x64': { name: '@deno/darwin-x64', program: 'deno' },
      'darwin-arm64': { name: '@deno/darwin-arm64', program: 'deno' },
    },
    argv: ['serve', '--node-modules-dir=manual', '--host', '127.0.0.1', '--port', '0', 'serve.ts'],
    environment: { DENO_NO_UPDATE_CHECK: '1' },
  },
];

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

for (const runtime of runtimes) {
  const found = installRuntime(runtime);
  const title = `the mock on ${runtime.name} ${runtime.version}`;
  // A runtime that npm does not provide does not fail the tests, because it is not a bug of the mock.
  const describeServed = 'program' in found ? describe : describe.skip;
  describeServed(title, () => serveAndAsk(runtime, 'program' in found ? found.program : ''));
  if ('missing' in found) {
    const skipped = `SKIPPED: ${title}: ${found.missing}`;
    console.warn(skipped);
    // The summary of the run shows this line.
    if (process.env['GITHUB_ACTIONS'] === 'true') process.stdout.write(`::warning::${skipped}\n`);
  }
}

function serveAndAsk({ argv, environment }: Served, program: string): void {
  let folder = '';
  let child: ChildProcess | undefined;
  let client: Client;
  let baseUrl = '';

  beforeAll(async () => {
    folder = createConsumer();
    const env = { ...process.env, ...environment, DENO_DIR: folder };
    child = spawn(program, argv, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    baseUrl = await readUrl(child);
    client = createClient({ baseUrl, apiKey: 'site-contract-key' });
  });
  afterAll(async () => {
    if (child?.exitCode === null) {
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      child.kill();
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test('creates, updates, copies and lists sites', async () => {
    const names = ['Harbour Café', '漢字', '\u{1f600}', 'Pier', 'x'.repeat(100_000)];
    for (const name of names) await client.createSite({ workspaceId, body: { name } });
    const sites = [];
    for await (const site of listAllSites(client, { workspaceId, pageSize: 2 })) sites.push(site);
    expect(sites.map(({ name }) => name)).toEqual(names);
    const [first] = sites;
    const siteId = first?.id ?? '';
    const updated = await client.updateSite({ siteId, body: { name: 'Harbour' } });
    expect(updated).toEqual({ ...first, name: 'Harbour' });
    const copy = await client.duplicateSite({ siteId, body: { name: 'Copy' } });
    expect(copy.id).not.toBe(siteId);
  });

  test('copies a site without a body', async () => {
    const site = await client.createSite({ workspaceId, body: { name: 'Pier' } });
    expect((await client.duplicateSite({ siteId: site.id })).name).toContain('Pier');
    // Like curl, which sends no Content-Length.
    const told = await sendNothing(`${baseUrl}/v1/sites/${site.id}/duplicate`);
    expect(told).toBe(201);
  });

  test('refuses invalid requests and says where the error is', async () => {
    const body = { url: 'nowhere', eventType: 'page.created' } as const;
    const error: unknown = await client.createWebhook({ workspaceId, body }).catch((e) => e);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ status: 422, problem: { errors: [{ pointer: '/url' }] } });
  });

  test('refuses another key, and a body that is too large', async () => {
    const stranger = createClient({ baseUrl, apiKey: 'another-key' });
    await expect(stranger.listSites({ workspaceId })).rejects.toMatchObject({ status: 401 });
    const body = { name: 'x'.repeat(2_000_000) };
    await expect(client.createSite({ workspaceId, body })).rejects.toMatchObject({ status: 413 });
  });
}

/** A POST without a body and without Content-Length; `fetch` would send the header. */
function sendNothing(url: string): Promise<number | undefined> {
  const headers = { authorization: 'Bearer site-contract-key' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    for (const name of ['Transfer-Encoding', 'Content-Length']) sent.removeHeader(name);
    sent.once('error', reject);
    sent.end();
  });
}

/** A folder with only the example, and with the built package installed. */
function createConsumer(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-runtime-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(folder, 'node_modules/site-contract'));
  const manifest = { type: 'module', dependencies: { 'site-contract': '*' } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  copyFileSync('examples/any-runtime/serve.ts', path.join(folder, 'serve.ts'));
  return folder;
}

/** Returns the URL that a runtime prints when it is ready. */
function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: unknown): void => {
      output += String(chunk);
      const url = /http:\/\/(?:127\.0\.0\.1|localhost):\d+(?=\D)/.exec(output)?.[0];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
  });
}
