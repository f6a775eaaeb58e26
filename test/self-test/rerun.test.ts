import { describe, expect, test } from '@jest/globals';
import { brokenTargets, lawfulTargets, plainTarget, type Target } from '../corpus/index.ts';
import { isCi, testInCi } from '../support/in-ci.ts';
import { useTarget } from './score-target.ts';

/** The same seed in each run, on a target that keeps the records of earlier runs. */
const options = { seed: 5, timeoutMs: 10_000 };

/** The checks that the two targets below affect. CI runs all checks. */
const ofWebhooks = isCi ? [] : ['createWebhook', 'createSite/accepts-a-name'];
const ofSites = isCi ? [] : ['createSite', 'listSites'];

function findTarget(id: string): Target {
  const target = [plainTarget, ...lawfulTargets, ...brokenTargets].find(
    (candidate) => candidate.id === id,
  );
  if (target === undefined) throw new Error(`the corpus has no target ${id}`);
  return target;
}

/** This target requires unique names, hosts and URLs, so those of another run are taken. */
const strict = findTarget('mixtures/strict');

describe('a run on a target with data from earlier runs', () => {
  const endsAlike = (target: Target) =>
    useTarget(target, async (score) => {
      for (let round = 1; round <= 2; round += 1)
        expect(await score(options)).toMatchObject({
          verdict: 'conforms',
          failed: [],
          errors: [],
        });
    });
  test('has the same verdict each time on a strict target', () => endsAlike(strict));
  testInCi('ends in the same way each time on the plain target', () => endsAlike(plainTarget));

  test('reports that a workspace is full because of earlier runs', () =>
    useTarget(findTarget('quotas/sites-5'), async (score) => {
      expect(await score(options)).toMatchObject({
        verdict: 'conforms',
        failed: [],
      });
      expect(await score(options)).toMatchObject({
        verdict: 'not-run',
        finding: expect.stringMatching(/has \d sites of earlier runs: it is probably full/),
      });
    }));

  test('is inconclusive about webhooks if earlier runs have used them up', () =>
    useTarget(findTarget('quotas/webhooks-3'), async (score) => {
      for (let round = 1; round <= 2; round += 1)
        expect(await score({ ...options, only: ofWebhooks })).toMatchObject({
          verdict: 'conforms',
          failed: [],
        });
    }));

  test('fails the same checks each time on a broken target', () =>
    useTarget(findTarget('persistence/create-not-stored'), async (score) => {
      const first = await score({ ...options, only: ofSites });
      const second = await score({ ...options, only: ofSites });
      expect(first.verdict).toBe('broken');
      expect(second).toMatchObject({ verdict: 'broken', failed: first.failed });
    }));
});

describe('two concurrent runs on one target', () => {
  const goTogether = (target: Target) =>
    useTarget(target, async (score) => {
      for (const ended of await Promise.all([score(options), score(options)]))
        expect(ended).toMatchObject({ verdict: 'conforms', failed: [], errors: [] });
    });
  test('do not affect each other on a strict target', () => goTogether(strict));
  testInCi('do not disturb each other on the plain target', () => goTogether(plainTarget));
});
