import { describe, expect, test } from '@jest/globals';
import { brokenTargets, lawfulTargets, plainTarget, type Target } from '../corpus/index.ts';
import { type Score, scoreTarget } from './score-target.ts';

/**
 * One target of each family; `npm run corpus` runs the suite against all of them. Lists of these targets follow writes
 * at once, so there is nothing to wait for.
 */
const options = { seed: 7, settleMs: 200, timeoutMs: 3000 };

/** In milliseconds; enough for a machine that is busy with much else. */
const patience = 240_000;

/** Which checks see a race depends on its outcome. */
const racing = ['concurrency'];

/** Checks that run side by side meet in one record here: of these, some see it in one run and not in the next. */
const unsteady: Readonly<Record<string, readonly string[]>> = {
  'identifiers/site-ids-always-same': ['duplicateSite/stays-in-the-workspace'],
};

function pickOnePerFamily(targets: readonly Target[]): Target[] {
  const picked = new Map<string, Target>();
  for (const target of targets) {
    const fits = target.level !== 'should' && !target.thorough;
    if (fits && !picked.has(target.family)) picked.set(target.family, target);
  }
  return [...picked.values()];
}

const broken = pickOnePerFamily(brokenTargets);
const lawful = pickOnePerFamily(lawfulTargets.filter(({ family }) => family !== 'traffic'));

/** Some targets are waited for more than worked on: so many runs go side by side, from the first target that is asked for. */
const sideBySide = 3;
const order = [plainTarget, ...broken, ...lawful];
const scores = new Map<Target, Promise<Score>>();

/** The score of a target; the next ones in order are on their way by then. */
function scoreOf(target: Target): Promise<Score> {
  const from = order.indexOf(target);
  for (const next of order.slice(from, from + sideBySide)) {
    // A failure is told by the test that asks for it.
    if (!scores.has(next)) scores.set(next, keepQuiet(scoreTarget(next, options)));
  }
  return scores.get(target) ?? scoreTarget(target, options);
}

function keepQuiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

test(
  'the plain target passes',
  async () => {
    expect(await scoreOf(plainTarget)).toMatchObject({
      verdict: 'conforms',
      failed: [],
      errors: [],
    });
  },
  patience,
);

describe('a broken target fails exactly the named checks', () => {
  test.each(broken.map((target) => [target.id, target] as const))(
    '%s',
    async (_, target) => {
      const { verdict, failed, errors } = await scoreOf(target);
      expect(errors).toEqual([]);
      expect(verdict).toBe('broken');
      if (racing.includes(target.family)) return;
      const steady = failed.filter((id) => unsteady[target.id]?.includes(id) !== true);
      expect(steady).toMatchSnapshot(target.title);
    },
    patience,
  );
});

describe('a lawful target passes', () => {
  test.each(lawful.map((target) => [target.id, target] as const))(
    '%s',
    async (_, target) => {
      expect(await scoreOf(target)).toMatchObject({
        verdict: 'conforms',
        failed: [],
        errors: [],
      });
    },
    patience,
  );
});
