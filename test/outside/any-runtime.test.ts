import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProblem, type Client, createClient, listAllSites } from 'site-contract/client';
import { type StartedProgram, startProgram } from '../installed/run-program.ts';
import { workspace as workspaceId } from '../support/test-client.ts';

const { platform } = process;
const isArm = process.arch === 'arm64';

/** JavaScript runtimes other than Node, and the npm packages that contain their programs for this machine. */
const runtimes = [
  {
    name: 'Bun 1.4.5',
    source: `@oven/bun-${platform}-${isArm ? 'aarch64' : 'x64'}@1.4.5`,
    program: 'bin/bun',
    argv: ['serve.ts'],
    environment: { BUN_PORT: '0' },
  },
  {
    name: 'Deno 2.9.6',
    source: `@deno/${platform}-${isArm ? 'arm64' : 'x64'}${platform === 'linux' ? '-glibc' : ''}@2.9.6`,
    program: 'deno',
    argv: ['serve', '--node-modules-dir=manual', '--host', '127.0.0.1', '--port', '0', 'serve.ts'],
    environment: { DENO_NO_UPDATE_CHECK: '1' },
  },
];

/** Installs a runtime, and keeps it for the next run. Returns its program, or undefined if npm does not provide it. */
function install({ name, source, program }: (typeof runtimes)[number]): string | undefined {
  const folder = path.resolve('node_modules/.cache/site-contract', name.replace(' ', '-'));
  const file = path.join(folder, 'node_modules', source.replace(/@[\d.]+$/, ''), program);
  if (existsSync(file)) return file;
  const argv = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  try {
    execFileSync('npm', ['install', ...argv, source], { stdio: 'pipe' });
  } catch {
    // A runtime that npm does not provide is not a bug of the mock.
    console.warn(`SKIPPED: the mock on ${name}: npm did not install ${source}`);
  }
  return existsSync(file) ? file : undefined;
}

for (const runtime of runtimes) {
  const program = install(runtime);
  const describeServed = program === undefined ? describe.skip : describe;
  describeServed(`the mock on ${runtime.name}`, () => {
    let folder = '';
    let served: StartedProgram;
    let client: Client;
    let baseUrl = '';

    beforeAll(async () => {
      folder = createConsumer();
      const environment = { ...runtime.environment, DENO_DIR: folder };
      // Deno prints its URL to stderr.
      const words = ['-c', 'exec "$0" "$@" 2>&1', program ?? '', ...runtime.argv];
      served = startProgram('sh', words, { cwd: folder, environment });
      baseUrl = await served.waitFor(/(http:\/\/(?:127\.0\.0\.1|localhost):\d+)(?=\D)/);
      client = createClient({ baseUrl, apiKey: 'site-contract-key' });
    });
    afterAll(async () => {
      await served?.stop();
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
      expect(await sendNothing(`${baseUrl}/v1/sites/${site.id}/duplicate`)).toBe(201);
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
