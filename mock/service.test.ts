import { describe, expect, test } from '@jest/globals';
import { createTurns } from './service.ts';
import type { Answer } from './store/store.ts';

const later = () => new Promise((resolve) => setImmediate(resolve));

describe('queued tasks', () => {
  test('that return at once run at once', () => {
    const inTurn = createTurns();
    expect(inTurn((number: number) => number + 1, 1)).toBe(2);
  });

  test('that return promises run one after another, even if earlier ones fail', async () => {
    const inTurn = createTurns();
    const log: string[] = [];
    const run = async (name: string) => {
      log.push(`${name} starts`);
      await later();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(run, name)));
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('run at once again when all promises are settled', async () => {
    const inTurn = createTurns();
    await inTurn(later, undefined);
    await later();
    const now = (): Answer<string> => 'now';
    expect(inTurn(now, undefined)).toBe('now');
  });
});
