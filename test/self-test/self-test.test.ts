import { describe, expect, test } from '@jest/globals';
import { plainTarget, type Target } from '../corpus/index.ts';
import { isCi, testInCi } from '../support/in-ci.ts';
import {
  racing,
  readFailingChecks,
  representativeOptions,
  representatives,
  unsteady,
} from './representatives.ts';
import { type Score, scoreTarget } from './score-target.ts';

/**
 * One target of each family; `npm run corpus` runs the suite against all of them. With CI=1, each run is complete. Otherwise,
 * a broken target gets only the checks that it has to fail.
 */
const isWhole = isCi;
const { broken, lawful } = representatives;
const failingChecks = readFailingChecks();
const options = representativeOptions;

/** Number of parallel runs: runs against some targets mostly wait. */
const sideBySide = 3;
const order = [plainTarget, ...broken, ...lawful];
const scores = new Map<Target, Promise<Score>>();

/** Returns the checks to run against a target, and those that fail there; undefined if the list lacks the target. */
function planOf(target: Target): { only: readonly string[]; failing: string[] } | undefined {
  const checks = failingChecks[target.id];
  if (checks === undefined) return undefined;
  const { alone, besideOthers = [] } = checks;
  return isWhole || alone.length === 0
    ? { only: [], failing: [...alone, ...besideOthers] }
    : { only: alone, failing: alone };
}

function score(target: Target): Promise<Score> {
  const plan = planOf(target);
  return plan === undefined
    ? scoreTarget(target, options)
    : scoreTarget(target, { ...representativeOptions, only: plan.only });
}

/** Returns the score of a target, and starts the runs of the next targets. */
function scoreOf(target: Target): Promise<Score> {
  const from = order.indexOf(target);
  for (const next of order.slice(from, from + sideBySide)) {
    // The test of that target reports a failure.
    if (!scores.has(next)) scores.set(next, keepQuiet(score(next)));
  }
  return scores.get(target) ?? score(target);
}

function keepQuiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

test('the plain target passes', async () => {
  expect(await scoreOf(plainTarget)).toMatchObject({
    verdict: 'conforms',
    failed: [],
    errors: [],
  });
});

describe('a broken target fails exactly the named checks', () => {
  test.each(broken.map((target) => [target.id, target] as const))('%s', async (_, target) => {
    const { verdict, failed, errors } = await scoreOf(target);
    expect(errors).toEqual([]);
    expect(verdict).toBe('broken');
    if (racing.includes(target.family)) return;
    const isSteady = (id: string) => unsteady[target.id]?.includes(id) !== true;
    // `npm run corpus -- --representatives` updates the list.
    expect(failed.filter(isSteady).sort()).toEqual(planOf(target)?.failing.filter(isSteady).sort());
  });
});

describe('a broken target also fails checks that read what other checks have written', () => {
  const targets = broken.filter(({ id }) => failingChecks[id]?.besideOthers !== undefined);
  testInCi.each(targets.map((target) => [target.id, target] as const))('%s', async (id, target) => {
    const { failed } = await scoreOf(target);
    expect(failed).toEqual(expect.arrayContaining(failingChecks[id]?.besideOthers ?? ['none']));
  });
});

describe('a lawful target passes', () => {
  test.each(lawful.map((target) => [target.id, target] as const))('%s', async (_, target) => {
    expect(await scoreOf(target)).toMatchObject({
      verdict: 'conforms',
      failed: [],
      errors: [],
    });
  });
});
