import { describe, expect, test } from '@jest/globals';
import { brokenTargets, lawfulTargets, plainTarget, type Target } from '../corpus/index.ts';
import { scoreTarget } from './score-target.ts';

/**
 * One target of each family; `npm run corpus` runs the suite against all of them. Lists of these targets follow writes
 * at once, so there is nothing to wait for.
 */
const options = { seed: 7, settleMs: 200, timeoutMs: 3000 };

/** Which checks see a race depends on its outcome. */
const racing = ['concurrency'];

function pickOnePerFamily(targets: readonly Target[]): Target[] {
  const picked = new Map<string, Target>();
  for (const target of targets) {
    const fits = target.level !== 'should' && !target.thorough;
    if (fits && !picked.has(target.family)) picked.set(target.family, target);
  }
  return [...picked.values()];
}

test('the plain target passes', async () => {
  expect(await scoreTarget(plainTarget, options)).toMatchObject({
    verdict: 'conforms',
    failed: [],
    errors: [],
  });
}, 30_000);

describe('a broken target fails exactly the named checks', () => {
  test.each(pickOnePerFamily(brokenTargets).map((target) => [target.id, target] as const))(
    '%s',
    async (_, target) => {
      const { verdict, failed, errors } = await scoreTarget(target, options);
      expect(errors).toEqual([]);
      expect(verdict).toBe('broken');
      if (!racing.includes(target.family)) expect(failed).toMatchSnapshot(target.title);
    },
    30_000,
  );
});

describe('a lawful target passes', () => {
  const quick = lawfulTargets.filter(({ family }) => family !== 'traffic');
  test.each(pickOnePerFamily(quick).map((target) => [target.id, target] as const))(
    '%s',
    async (_, target) => {
      expect(await scoreTarget(target, options)).toMatchObject({
        verdict: 'conforms',
        failed: [],
        errors: [],
      });
    },
    30_000,
  );
});
