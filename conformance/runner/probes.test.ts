import { describe, expect, test } from '@jest/globals';
import { createMock } from '../../mock/index.ts';
import { runSuite } from '../index.ts';
import { createProbes, type Probes } from './probes.ts';

const numbers = Array.from({ length: 20 }, (_, number) => number);

function settled(choice: Parameters<typeof createProbes>[0], roundTripMs?: number): Probes {
  const probes = createProbes(choice);
  probes.settle(roundTripMs);
  return probes;
}

test('a run that samples probes sends half of the requests, and still runs every check', async () => {
  const mock = createMock({ seed: 1 });
  const server = await mock.listen({ port: 0 });
  try {
    const [apiKey = ''] = mock.apiKeys;
    const options = {
      baseUrl: server.url,
      apiKey,
      workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    };
    const { verdict, checks, requests, warnings } = await runSuite({
      ...options,
      seed: 3,
      probes: 'some',
    });
    expect(verdict).toEqual({ kind: 'conforms' });
    // At 300 ms and 16 at once, 53 a second.
    expect(requests).toBeLessThan(640);
    const without = checks.filter(({ outcome }) => outcome.status === 'inconclusive');
    expect(without.map(({ id }) => id)).toEqual(['listSites/fills-the-largest-page']);
    expect(warnings.join()).toMatch(/were left out, chosen by the seed/);
  } finally {
    await server.close();
  }
});

describe('similar probes', () => {
  test.each([
    { title: 'to a near target', probes: settled('auto', 20) },
    { title: 'to a target that never responded', probes: settled('auto') },
    { title: 'if requested, however far away the target is', probes: settled('all', 900) },
  ])('are all sent $title', ({ probes }) => {
    expect(probes.pick({ seed: 1 }, 'numbers', numbers)).toEqual(numbers);
    expect(probes.count(6)).toBe(6);
    expect(probes.listNotes()).toEqual([]);
  });

  test('are sampled by the seed if the target is far away, and the report says so', () => {
    const probes = settled('auto', 300);
    const picked = probes.pick({ seed: 1 }, 'numbers', numbers, 2);
    expect(picked).toHaveLength(5);
    expect(picked.slice(0, 2)).toEqual([0, 1]);
    expect(picked.toSorted((one, other) => one - other)).toEqual(picked);
    expect(settled('some').pick({ seed: 1 }, 'numbers', numbers, 2)).toEqual(picked);
    const chosen = settled('some', 20);
    chosen.pick({ seed: 1 }, 'numbers', numbers, 2);
    expect(chosen.listNotes().join()).toMatch(/^--probes some is set; /);
    expect(probes.listNotes().join()).toMatch(/round trip .* 300 ms.* 15 probes .* were left out/);
  });

  test('are each picked by some seed, and never fewer than the minimum', () => {
    const probes = settled('some');
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const all = seeds.flatMap((seed) => probes.pick({ seed }, 'numbers', numbers));
    expect(new Set(all)).toEqual(new Set(numbers));
    expect(probes.pick({ seed: 1 }, 'few', ['one'], 3)).toEqual(['one']);
    expect(probes.pick({ seed: 1 }, 'none', [])).toEqual([]);
    expect(probes.count(6, 3)).toBe(3);
  });
});
