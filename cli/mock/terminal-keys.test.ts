import { PassThrough } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { describe, expect, jest, test } from '@jest/globals';
import { findOpener, findTerminal, listenForKeys } from './show-mock.ts';

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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('keys of the terminal', () => {
  test('resets, shows help, quits and restores the terminal', async () => {
    const { terminal, modes } = createTerminal();
    const said: string[] = [];
    const reset = jest.fn(async () => {});
    const signals: string[] = [];
    const onSignal = (): number => signals.push('SIGINT');
    process.on('SIGINT', onSignal);
    const stop = listenForKeys(terminal, {
      page: undefined,
      reset,
      describe: async () => 'all the rest',
      write: (text) => said.push(text),
      note: (line) => said.push(line),
    });
    expect(modes).toEqual([true]);
    terminal.push('r?xq\u0003o');
    await turn();
    await turn();
    expect(reset).toHaveBeenCalledTimes(1);
    expect(signals).toEqual(['SIGINT', 'SIGINT']);
    expect(said.join('|')).toMatch(/o {2}opens the page/);
    expect(said).toContain('all the rest');
    expect(said.join('|')).toContain('--no-control');
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

  test('open a URL with the default program of the platform', () => {
    const url = 'http://127.0.0.1:4010/__mock/#token=a&b';
    expect(findOpener('darwin', url)).toEqual(['open', url]);
    expect(findOpener('linux', url)).toEqual(['xdg-open', url]);
    expect(findOpener('win32', url)).toEqual(['cmd', '/c', 'start', '""', `"${url}"`]);
  });
});
