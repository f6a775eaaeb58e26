import { describe, expect, test } from '@jest/globals';
import { createProbes, type Probes } from './probes.ts';

const numbers = Array.from({ length: 20 }, (_, number) => number);

function settled(roundTripMs: number, thorough = false): Probes {
  const probes = createProbes(thorough);
  probes.settle(roundTripMs);
  return probes;
}

describe('similar probes', () => {
  test.each([
    { title: 'to a near target', probes: settled(20) },
    { title: 'if the run is thorough, however far away the target is', probes: settled(900, true) },
  ])('are all sent $title', ({ probes }) => {
    expect(probes.pick({ seed: 1 }, 'numbers', numbers)).toEqual(numbers);
    expect(probes.count(6)).toBe(6);
  });

  test('are sampled by the seed if the target is far away, and never fewer than the minimum', () => {
    const probes = settled(300);
    const picked = probes.pick({ seed: 1 }, 'numbers', numbers, 2);
    expect(picked).toHaveLength(5);
    expect(picked.slice(0, 2)).toEqual([0, 1]);
    expect(picked.toSorted((one, other) => one - other)).toEqual(picked);
    expect(probes.pick({ seed: 1 }, 'few', ['one'], 3)).toEqual(['one']);
    expect(probes.count(6, 3)).toBe(3);
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const all = seeds.flatMap((seed) => probes.pick({ seed }, 'numbers', numbers));
    expect(new Set(all)).toEqual(new Set(numbers));
  });
});
