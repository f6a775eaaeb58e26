import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sites = `/v1/workspaces/${workspace}/sites`;

describe('the suite', () => {
  let broken: Server;
  beforeAll(async () => {
    broken = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    broken.close();
  });

  test('exits with 0 for our own mock, and writes the requested reports', async () => {
    const files = ['--json', 'a/run.json', '--junit', 'run.xml', '--html', 'run.html'];
    const more = ['--sarif', 'run.sarif', '--observed', 'observed.yaml'];
    const argv = ['conformance', '--seed', '5', '--only', 'createSite', '--only', 'service'];
    const { code, stdout, stderr } = await program.run([...argv, ...files, ...more]);
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMS');
    expect(stderr).toMatch(/creating at most \d+ sites in at most 300 s \(seed 5\)/);
    const read = (file: string) => readFileSync(path.join(program.folder(), file), 'utf8');
    expect(JSON.parse(read('a/run.json'))).toMatchObject({
      seed: 5,
      verdict: { kind: 'conforms' },
    });
    expect(read('run.xml')).toContain('<testsuites');
    expect(read('run.html')).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(read('run.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(read('observed.yaml')).toMatch(/^overlay: 1\.0\.0\n/);
    const mock = await program.startMock([
      '--overlay',
      path.join(program.folder(), 'observed.yaml'),
    ]);
    expect((await fetch(mock.url + sites)).status).toBe(401);
  });

  test('annotates a GitHub workflow and writes its summary', async () => {
    const { port } = broken.address() as AddressInfo;
    const summary = path.join(program.folder(), 'summary.md');
    const { code, stderr } = await program.run(
      [
        'conformance',
        `http://127.0.0.1:${port}`,
        '--workspace',
        workspace,
        '--only',
        'createSite',
        '--full',
      ],
      {
        environment: {
          SITE_CONTRACT_API_KEY: 'k',
          GITHUB_ACTIONS: 'true',
          GITHUB_STEP_SUMMARY: summary,
        },
      },
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^::error /m);
    expect(readFileSync(summary, 'utf8')).toContain('createSite');
  });

  test('accepts known failures until their date once they are in the baseline', async () => {
    const { port } = broken.address() as AddressInfo;
    const argv = ['conformance', `http://127.0.0.1:${port}`, '--workspace', workspace];
    const known = [...argv, '--only', 'createSite', '--baseline', 'known.json'];
    const options = { environment: { SITE_CONTRACT_API_KEY: 'k' } };
    expect((await program.run(known, options)).code).toBe(2);
    expect((await program.run([...known, '--update-baseline'], options)).code).toBe(0);
    expect((await program.run(known, options)).code).toBe(0);
    expect((await program.run([...argv, '--only', 'createSite'], options)).code).toBe(1);
  });

  test('writes JSON to stdout when asked, and the readable report to stderr', async () => {
    const { code, stdout, stderr } = await program.run([
      'conformance',
      '--only',
      'createSite',
      '--json',
      '-',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { kind: 'conforms' } });
    expect(stderr).toContain('CONFORMS');
  });

  test('exits with 1 for a broken target, and does not reveal the key', async () => {
    const { port } = broken.address() as AddressInfo;
    const { code, stdout, stderr } = await program.run(
      [
        'conformance',
        `http://127.0.0.1:${port}`,
        '--workspace',
        workspace,
        '--only',
        'createSite',
        '--full',
      ],
      { environment: { SITE_CONTRACT_API_KEY: 'a-very-secret-key' } },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('Authorization: Bearer $SITE_CONTRACT_API_KEY');
    expect(stdout + stderr).not.toContain('a-very-secret-key');
  });

  test('shows control characters of a target without letting them act on the terminal', async () => {
    const strange = createServer((request, response) => {
      request.resume();
      response.writeHead(200).end('{"a":1}\u001b[31m');
    });
    await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
    const { port } = strange.address() as AddressInfo;
    const { code, stderr } = await program.run(
      ['conformance', `http://127.0.0.1:${port}`, '--workspace', workspace],
      { environment: { SITE_CONTRACT_API_KEY: 'k' } },
    );
    strange.close();
    expect(code).toBe(2);
    expect(stderr).toContain('each time with {"a":1}\\u{1b}[31m');
    expect(stderr).not.toContain('\u001b');
  });

  test('exits with 2 and reports that the target does not respond', async () => {
    const { code, stderr } = await program.run(
      ['conformance', 'http://127.0.0.1:1', '--workspace', workspace],
      { environment: { SITE_CONTRACT_API_KEY: 'k' } },
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^site-contract: the suite could not run: http:\/\/127\.0\.0\.1:1 /m);
  });

  test('only reads from remote targets, without warnings from Node', async () => {
    const empty = createServer(({ headers }, response) => {
      const isKnown = headers.authorization === 'Bearer k';
      response.writeHead(isKnown ? 201 : 401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isKnown ? { data: [], hasMore: false } : {}));
    });
    await new Promise<void>((resolve) => empty.listen(0, '0.0.0.0', resolve));
    const { port } = empty.address() as AddressInfo;
    // An address that reaches this machine, but is not a loopback address.
    const { stderr } = await program.run(
      ['conformance', `http://0.0.0.0:${port}`, '--workspace', workspace],
      { environment: { SITE_CONTRACT_API_KEY: 'k' } },
    );
    empty.close();
    expect(stderr).toContain('creating at most 0 sites');
    expect(stderr).not.toContain('Warning');
  });
});
