import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SortedList } from './sorted-list.ts';

const compare = (a: number, b: number): number => a - b;

function listOf(numbers: Iterable<number>): SortedList<number> {
  const list = new SortedList(compare);
  for (const number of numbers) list.add(number);
  return list;
}

describe('a sorted list', () => {
  test('keeps thousands of items in order, whatever the order they come in', () => {
    // 7919 is prime, so that the products meet every remainder once.
    const shuffled = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 3000);
    const sorted = Array.from({ length: 3000 }, (_, at) => at);
    expect(listOf(shuffled).slice(undefined, 5000)).toEqual(sorted);
    expect(listOf(sorted).slice(1499, 3)).toEqual([1500, 1501, 1502]);
    expect(listOf(sorted.toReversed()).slice(2998, 3)).toEqual([2999]);
  });

  test('lists what a sorted array would, after any additions and removals', () => {
    const numbers = fc.uniqueArray(fc.integer(), { maxLength: 1200 });
    fc.assert(
      fc.property(
        numbers,
        fc.array(fc.nat()),
        fc.integer(),
        fc.nat(50),
        (all, gone, after, limit) => {
          const removed = new Set(gone.map((at) => all[at % Math.max(all.length, 1)]));
          const list = listOf(all);
          for (const number of removed) if (number !== undefined) list.remove(number);
          const rest = all.filter((number) => !removed.has(number)).sort(compare);
          expect(list.slice(undefined, limit)).toEqual(rest.slice(0, limit));
          const following = rest.filter((number) => number > after);
          expect(list.slice(after, limit)).toEqual(following.slice(0, limit));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('leaves itself alone when what it lacks is removed', () => {
    const list = listOf([1, 3]);
    list.remove(2);
    list.remove(4);
    expect(list.slice(undefined, 9)).toEqual([1, 3]);
  });
});
