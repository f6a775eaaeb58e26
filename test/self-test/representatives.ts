import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokenTargets, lawfulTargets, type Target } from '../corpus/index.ts';

/** Which checks fail for a broken target. */
export interface FailingChecks {
  /** Those that fail when only they run. */
  alone: string[];
  /** Those that fail as well in a whole run: they look at what other checks have written. */
  besideOthers?: string[];
}

const file = path.resolve('test/self-test/failing-checks.json');

export function readFailingChecks(): Record<string, FailingChecks> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function writeFailingChecks(checks: Record<string, FailingChecks>): void {
  writeFileSync(file, `${JSON.stringify(checks, null, 2)}\n`);
}

/** One target of each family. */
function pickOnePerFamily(targets: readonly Target[]): Target[] {
  const picked = new Map<string, Target>();
  for (const target of targets) {
    const fits = target.level !== 'should' && !target.thorough;
    if (fits && !picked.has(target.family)) picked.set(target.family, target);
  }
  return [...picked.values()];
}

/** Which checks see a race depends on its outcome. */
export const racing = ['concurrency'];

/** Checks that run side by side meet in one record here: of these, some see it in one run and not in the next. */
export const unsteady: Readonly<Record<string, readonly string[]>> = {
  'identifiers/site-ids-always-same': ['duplicateSite/stays-in-the-workspace'],
};

export const representatives = {
  broken: pickOnePerFamily(brokenTargets),
  // Of these, the suite is slow on purpose.
  lawful: pickOnePerFamily(lawfulTargets.filter(({ family }) => family !== 'traffic')),
};

/** Lists of these targets follow writes at once, so there is nothing to wait for. */
export const representativeOptions = { seed: 7, settleMs: 200, timeoutMs: 3000 };
