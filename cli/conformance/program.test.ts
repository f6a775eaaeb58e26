import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const read = (file: string) => readFileSync(path.join(program.folder(), file), 'utf8');

/** Serves a target, and returns the arguments of a run against it. */
async function aim(listener: RequestListener, host = '127.0.0.1'): Promise<string[]> {
  const server = createServer((request, response) => {
    request.resume();
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return ['conformance', `http://${host}:${port}`, '--workspace', workspace];
}
const broken: RequestListener = (_, response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');

function judge(argv: readonly string[], environment: Record<string, string> = {}) {
  return program.run(argv, {
    environment: { SITE_CONTRACT_API_KEY: 'secret-key', ...environment },
  });
}

describe('the suite', () => {
  test('exits with 0 for our own mock, and writes the requested reports', async () => {
    const files = ['--json', 'a/run.json', '--junit', 'run.xml', '--html', 'run.html'];
    const more = ['--sarif', 'run.sarif', '--observed', 'observed.yaml'];
    const argv = ['conformance', '--only', 'createSite', '--only', 'service', '--timeout', '9s'];
    argv.push('--header', 'X-Token: hidden', '--seed', '5');
    const { code, stdout, stderr } = await program.run([...argv, ...files, ...more]);
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMS');
    expect(stderr).toMatch(/creating at most \d+ sites in at most 300 s \(seed 5\)/);
    const command = `site-contract ${argv.join(' ')}`.replace(
      'X-Token: hidden',
      '"X-Token: $X_TOKEN"',
    );
    const report = { seed: 5, verdict: { kind: 'conforms' }, command };
    expect(JSON.parse(read('a/run.json'))).toMatchObject(report);
    expect(read('run.xml')).toContain('<testsuites');
    expect(read('run.html')).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(read('run.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(read('observed.yaml')).toMatch(/^overlay: 1\.0\.0\n/);
    await program.startMock(['--overlay', path.join(program.folder(), 'observed.yaml')]);
  });

  test('exits with 1 for a broken target, annotates a GitHub workflow, and never reveals the key', async () => {
    const summary = path.join(program.folder(), 'summary.md');
    const { code, stdout, stderr } = await judge(
      [...(await aim(broken)), '--only', 'createSite', '--full'],
      { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('Authorization: Bearer $SITE_CONTRACT_API_KEY');
    expect(stderr).toMatch(/^::error /m);
    expect(read('summary.md')).toContain('createSite');
    expect(stdout + stderr + read('summary.md')).not.toContain('secret-key');
  });

  test('accepts known failures until their date once they are in the baseline', async () => {
    const argv = [...(await aim(broken)), '--only', 'createSite'];
    const known = [...argv, '--baseline', 'known.json'];
    expect((await judge(known)).code).toBe(2);
    expect((await judge([...known, '--update-baseline'])).code).toBe(0);
    expect((await judge(known)).code).toBe(0);
    expect((await judge(argv)).code).toBe(1);
  });

  test('writes JSON to stdout when asked, and the readable report to stderr', async () => {
    const argv = ['conformance', '--only', 'createSite', '--json', '-'];
    const { code, stdout, stderr } = await program.run(argv);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: { kind: 'conforms' } });
    expect(stderr).toContain('CONFORMS');
  });

  test('exits with 2 without a verdict; texts of a target cannot control the terminal', async () => {
    const strange = await aim((_, response) => {
      response.writeHead(200).end('{"a":1}\u001b[31m');
    });
    const { code, stderr } = await judge(strange);
    expect(code).toBe(2);
    expect(stderr).toContain('each time with {"a":1}\\u{1b}[31m');
    expect(stderr).not.toContain('\u001b');
    const away = await judge(['conformance', 'http://127.0.0.1:1', '--workspace', workspace]);
    expect(away.code).toBe(2);
    expect(away.stderr).toMatch(
      /^site-contract: the suite could not run: http:\/\/127\.0\.0\.1:1 /m,
    );
  });

  test('ends at its time limit with 2, even if a pattern of the contract never ends', async () => {
    const pattern = `^${'('.repeat(12)}\\w*${')*'.repeat(12)}!$`;
    const target = '$.components.schemas.SiteCreation.properties.name';
    const overlay = path.join(program.folder(), 'backtracking.json');
    const info = { title: 'A pattern that backtracks', version: '1' };
    const actions = [{ target, update: { pattern } }];
    writeFileSync(overlay, JSON.stringify({ overlay: '1.0.0', info, actions }));
    const argv = ['conformance', '--overlay', overlay, '--max-time', '2'];
    const { code, stderr } = await program.run(argv);
    expect(code).toBe(2);
    expect(stderr).toContain('the run takes longer than the 2 s allowed for it; allow more with');
  });

  test('only reads from remote targets, without warnings from Node', async () => {
    // An address that reaches this machine, but is not a loopback address.
    const empty = await aim(({ headers }, response) => {
      const isKnown = headers.authorization === 'Bearer secret-key';
      response.writeHead(isKnown ? 201 : 401, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isKnown ? { data: [], hasMore: false } : {}));
    }, '0.0.0.0');
    const { stderr } = await judge(empty);
    expect(stderr).toContain('creating at most 0 sites');
    expect(stderr).not.toContain('Warning');
  });
});
