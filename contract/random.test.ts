import { describe, expect, test } from '@jest/globals';
import { createRandom, createUuidFactory, pick, pickInteger } from './random.ts';

describe('a seed', () => {
  test('always gives the same numbers, as users record ids for it', () => {
    const random = createRandom(42);
    const numbers = [random.next(), random.next(), random.next()];
    expect(numbers).toEqual([3_648_644_458, 4_206_697_674, 2_509_843_200]);
  });

  test('always gives the same UUIDs', () => {
    const create = createUuidFactory({ 'uuid-version': 4, 'uuid-case': 'lower' });
    expect(create(createRandom(42), 0)).toBe('d979e56a-fabd-4cca-9599-2b00b3788b15');
  });
});

describe('random choices', () => {
  test('reach every item and every integer', () => {
    const random = createRandom(1);
    const items = new Set<string>();
    const integers = new Set<number>();
    for (let round = 0; round < 200; round += 1) {
      items.add(pick(random, ['a', 'b', 'c']));
      integers.add(pickInteger(random, -1, 1));
    }
    expect([...items].sort()).toEqual(['a', 'b', 'c']);
    expect([...integers].sort((low, high) => low - high)).toEqual([-1, 0, 1]);
  });

  test('from an empty list are refused', () => {
    expect(() => pick(createRandom(1), [])).toThrow('the list to pick from is empty');
  });
});
