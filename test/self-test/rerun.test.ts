import { describe, expect, test } from '@jest/globals';
import { findTarget } from '../corpus/index.ts';
import { isCi } from '../support/in-ci.ts';
import { useTarget } from './score-target.ts';

/** The same seed in each run, on a target that keeps the records of earlier runs. CI runs all checks. */
const seeded = { seed: 5, timeoutMs: 10_000 };
const options = { ...seeded, only: isCi ? [] : ['createSite', 'listSites'] };
const conforms = { verdict: 'conforms', failed: [], errors: [] };

/** This target requires unique names, hosts and URLs, so those of another run are taken. */
const strict = findTarget('mixtures/strict');

describe('a run on a target with data from earlier runs', () => {
  test('has the same verdict each time on a strict target', () =>
    useTarget(strict, async (score) => {
      for (let round = 1; round <= 2; round += 1)
        expect(await score(options)).toMatchObject(conforms);
    }));

  test('reports that a workspace is full because of earlier runs', () =>
    useTarget(findTarget('quotas/sites-5'), async (score) => {
      expect(await score(seeded)).toMatchObject(conforms);
      expect(await score(seeded)).toMatchObject({
        verdict: 'not-run',
        failure: expect.stringMatching(/refuses new sites .* the workspace may be full/),
      });
    }));

  test('is inconclusive about webhooks if earlier runs have used them up', () =>
    useTarget(findTarget('quotas/webhooks-3'), async (score) => {
      const only = isCi ? [] : ['createWebhook', 'createSite/accepts'];
      for (let round = 1; round <= 2; round += 1)
        expect(await score({ ...seeded, only })).toMatchObject(conforms);
    }));

  test('fails the same checks each time on a broken target', () =>
    useTarget(findTarget('persistence/create-not-stored'), async (score) => {
      const first = await score(options);
      expect(first.verdict).toBe('broken');
      expect(await score(options)).toMatchObject({ verdict: 'broken', failed: first.failed });
    }));
});

test('two concurrent runs on a strict target do not affect each other', () =>
  useTarget(strict, async (score) => {
    for (const ended of await Promise.all([score(options), score(options)]))
      expect(ended).toMatchObject(conforms);
  }));
