import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createMock } from '../../mock/index.ts';
import { createPaint } from '../../writers/terminal-text.ts';
import { explainTrust, toDetails } from './banner.ts';
import { logRequests } from './request-log.ts';
import { findOpener, findTerminal, listenForKeys, writeOutput } from './show-mock.ts';

const mock = createMock({ seed: 1 });
afterEach(() => mock.close());

/** Returns the output of a mock on a terminal, or in a file, and what it shows. */
async function write(isTTY: boolean, isTokenChosen: boolean) {
  const listening = await mock.listen({ control: { token: 'token-of-this-test' } });
  let written = '';
  const output = { isTTY, write: (text: string) => (written += text) };
  const facts = { apiKey: 'site-contract-key', isTokenChosen, anyWorkspace: true };
  const shown = { ...mock, ...listening, ...facts };
  const context = { environment: { NO_COLOR: '1' }, stdout: output, stderr: output };
  writeOutput(shown, { log: 'pretty', hasKeys: false }, context);
  return { written, shown };
}

describe('the banner', () => {
  test('shows on a terminal what a request needs, and a link with the generated token', async () => {
    const { written, shown } = await write(true, false);
    expect(written.split('\n').slice(2, 7)).toEqual([
      `  Base URL   ${shown.url}`,
      '  API key    site-contract-key',
      `  Workspace  ${mock.workspaces[0]} (any UUID works)`,
      '  Seed       1',
      `  Page       ${shown.control?.url}#token=token-of-this-test`,
    ]);
  });

  test.each([
    { title: 'chosen by the user', isTTY: true, isTokenChosen: true, want: 'that you chose' },
    { title: 'in a log', isTTY: false, isTokenChosen: false, want: '--admin-token' },
  ])('does not show a token $title', async ({ isTTY, isTokenChosen, want }) => {
    const { written } = await write(isTTY, isTokenChosen);
    expect(written).not.toContain('token-of-this-test');
    expect(written).toContain(want);
  });

  test('is followed on request by every operation with its URL, and the command of the suite', async () => {
    const { shown } = await write(true, false);
    const details = toDetails({ ...shown, apiKey: `it's` }, createPaint(false));
    for (const { id } of mock.contract.operations)
      expect(details).toMatch(new RegExp(`^ {2}${id} +[A-Z]+ +${shown.url}/v1/\\S+$`, 'm'));
    expect(details).toContain(`conformance ${shown.url} --api-key 'it'\\''s' --workspace`);
  });
});

test('a request answered before the log starts is written first, with its reason', async () => {
  const ask = (path: string) => mock.fetch(new Request(`http://mock${path}`));
  mock.journal.clear();
  await ask('/before');
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const context = { environment: {}, stdout: output, stderr: output };
  logRequests(mock.journal, 'json', context, createPaint(false));
  await ask('/after');
  await turn();
  const lines = written.trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { path: '/before', status: 404, detail: expect.any(String) },
    { path: '/after', status: 404, detail: expect.any(String) },
  ]);
});

/** A minimal fake terminal, and its previous modes. */
function createTerminal(): { terminal: ReadStream; modes: boolean[] } {
  const modes: boolean[] = [];
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (mode: boolean) => modes.push(mode),
  });
  // Only the members above are used.
  return { terminal: terminal as unknown as ReadStream, modes };
}

describe('keys of the terminal', () => {
  test('reset, show more, quit and restore the terminal', async () => {
    const { terminal, modes } = createTerminal();
    const said: string[] = [];
    const reset = jest.fn(async () => {});
    const describeMock = jest.fn();
    const signals: string[] = [];
    const onSignal = (): number => signals.push('SIGINT');
    process.on('SIGINT', onSignal);
    const stop = listenForKeys(terminal, {
      page: undefined,
      reset,
      describe: describeMock,
      note: (line) => said.push(line),
    });
    expect(modes).toEqual([true]);
    terminal.push('r?xq\u0003o');
    await turn();
    await turn();
    expect(reset).toHaveBeenCalledTimes(1);
    expect(describeMock).toHaveBeenCalledTimes(1);
    expect(signals).toEqual(['SIGINT', 'SIGINT']);
    expect(said.join()).toContain('--no-control');
    stop();
    process.removeListener('SIGINT', onSignal);
    expect(modes).toEqual([true, false]);
    expect(terminal.isPaused()).toBe(true);
  });

  test('are not read without a terminal, or in CI', async () => {
    const output = { isTTY: true, write: () => {} };
    for (const environment of [{ CI: '1' }, { TERM: 'dumb' }])
      expect(await findTerminal({ environment, stdout: output, stderr: output })).toBeUndefined();
    const piped = { isTTY: false, write: () => {} };
    expect(await findTerminal({ environment: {}, stdout: piped, stderr: piped })).toBeUndefined();
  });
});

test('a URL is opened with the default program of the platform', () => {
  const url = 'http://127.0.0.1:4010/__mock/#token=a&b';
  expect(findOpener('darwin', url)).toEqual(['open', url]);
  expect(findOpener('linux', url)).toEqual(['xdg-open', url]);
  expect(findOpener('win32', url)).toEqual(['cmd', '/c', 'start', '""', `"${url}"`]);
});

test('the instructions to trust a certificate match the platform', () => {
  const certificate = { cert: '', key: '', file: '/a b/certificate.pem', isNew: true };
  const lines = (['darwin', 'win32', 'linux'] as const).map((platform) =>
    explainTrust(certificate, platform).join('\n'),
  );
  expect(lines[0]).toContain('security add-trusted-cert');
  expect(lines[1]).toContain('certutil -user -addstore Root "/a b/certificate.pem"');
  expect(lines[2]).toContain('certutil -d sql:$HOME/.pki/nssdb');
  expect(explainTrust({ ...certificate, file: undefined }, 'linux')[0]).toContain('for this run');
});
