import { describe, expect, test } from '@jest/globals';
import { brokenTargets, lawfulTargets, plainTarget, type Target } from '../corpus/index.ts';
import { useTarget } from './score-target.ts';

/** The same seed each time, on a target that keeps what earlier runs have created. */
const isWhole = process.env['CI'] !== undefined && process.env['CI'] !== '';
const options = {
  seed: 5,
  settleMs: 200,
  timeoutMs: 5000,
  probes: isWhole ? 'all' : 'some',
} as const;

function findTarget(id: string): Target {
  const target = [plainTarget, ...lawfulTargets, ...brokenTargets].find(
    (candidate) => candidate.id === id,
  );
  if (target === undefined) throw new Error(`the corpus has no target ${id}`);
  return target;
}

/** On the second, the names, hosts and addresses of another run are taken. */
const lawful = ['plain', 'mixtures/strict'];

describe('a run on a target that has the data of earlier runs', () => {
  test.each(lawful)('ends in the same way each time on the lawful target %s', (id) =>
    useTarget(findTarget(id), async (score) => {
      for (let round = 1; round <= 2; round += 1)
        expect(await score(options)).toMatchObject({
          verdict: 'conforms',
          failed: [],
          errors: [],
        });
    }),
  );

  test('says that a workspace is full where earlier runs have filled it', () =>
    useTarget(findTarget('quotas/sites-5'), async (score) => {
      expect(await score({ ...options, probes: 'all' })).toMatchObject({
        verdict: 'conforms',
        failed: [],
      });
      expect(await score({ ...options, probes: 'all' })).toMatchObject({
        verdict: 'not-run',
        finding: expect.stringMatching(/has 3 sites of earlier runs: it is probably full/),
      });
    }));

  test('concludes nothing of webhooks where earlier runs have used them up', () =>
    useTarget(findTarget('quotas/webhooks-3'), async (score) => {
      for (let round = 1; round <= 2; round += 1)
        expect(await score(options)).toMatchObject({ verdict: 'conforms', failed: [] });
    }));

  test('fails the same checks each time on a broken target', () =>
    useTarget(findTarget('persistence/create-not-stored'), async (score) => {
      const first = await score(options);
      const second = await score(options);
      expect(first.verdict).toBe('broken');
      expect(second).toMatchObject({ verdict: 'broken', failed: first.failed });
    }));
});

describe('two runs at the same moment on one target', () => {
  test.each(lawful)('do not disturb each other on the lawful target %s', (id) =>
    useTarget(findTarget(id), async (score) => {
      for (const ended of await Promise.all([score(options), score(options)]))
        expect(ended).toMatchObject({ verdict: 'conforms', failed: [], errors: [] });
    }),
  );
});
