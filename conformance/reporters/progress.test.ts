import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createProgress } from './terminal.ts';

function record({ isTerminal = true, columns = 80 } = {}) {
  const written: string[] = [];
  const clock = { time: 0 };
  jest.spyOn(Date, 'now').mockImplementation(() => clock.time);
  const stream = { write: (text: string) => written.push(text), columns };
  const progress = createProgress(stream, { total: 3, isTerminal });
  return { progress, written, clock };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('progress', () => {
  test('writes nothing unless stderr is a terminal', () => {
    const { progress, written } = record({ isTerminal: false });
    progress.advance({ id: 'listSites/one', failed: true });
    progress.stop();
    expect(written).toEqual([]);
  });

  test('rewrites one line, and clears it at the end', () => {
    const { progress, written, clock } = record();
    progress.advance({ id: 'listSites/one', failed: false });
    clock.time = 100;
    progress.advance({ id: 'listSites/two', failed: true });
    progress.stop();
    expect(written).toEqual([
      '\r\u001b[2K1 of 3 checks  listSites/one',
      '\r\u001b[2K2 of 3 checks, 1 failed  listSites/two',
      '\r\u001b[2K',
    ]);
  });

  test('draws no more often than a person can read', () => {
    const { progress, written } = record();
    progress.advance({ id: 'listSites/one', failed: false });
    progress.advance({ id: 'listSites/two', failed: false });
    expect(written).toHaveLength(1);
    progress.advance({ id: 'listSites/three', failed: false });
    expect(written.at(-1)).toContain('3 of 3');
  });

  test('stays on one line', () => {
    const { progress, written } = record({ columns: 20 });
    progress.advance({ id: `listSites/${'long\n\u001b[31m'.repeat(9)}`, failed: false });
    expect(written[0]?.replace('\r\u001b[2K', '')).toBe('1 of 3 checks  list');
  });
});
