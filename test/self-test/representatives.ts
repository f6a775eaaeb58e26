import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brokenTargets, lawfulTargets, type Target } from '../corpus/index.ts';

/** The checks that fail for a broken target. */
export interface FailingChecks {
  /** Those that fail in a run without other checks. */
  alone: string[];
  /** Additional failures in a whole run: these checks read what other checks have written. */
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

/** Which checks detect a race depends on its outcome. */
export const racing = ['concurrency'];

/** Concurrent checks use the same record, so some of these fail in one run and not in the next. */
export const unsteady: Readonly<Record<string, readonly string[]>> = {
  'identifiers/site-ids-always-same': ['duplicateSite/stays-in-the-workspace'],
};

export const representatives = {
  broken: pickOnePerFamily(brokenTargets),
  // The suite is slow for these on purpose.
  lawful: pickOnePerFamily(lawfulTargets.filter(({ family }) => family !== 'traffic')),
};

export const representativeOptions = { seed: 7, timeoutMs: 10_000 };
