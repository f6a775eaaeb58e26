import type { Contract } from '../contract/index.ts';
import { listPlannedChecks, type PlannedCheck, serverErrors } from './plan-checks.ts';
import type { Level } from './results.ts';

/** What a user sees of a check before it runs. */
export interface CheckDescription {
  id: string;
  level: Level;
  title: string;
  /** Whether it runs only in a thorough run. */
  isThorough: boolean;
  /** What it sends, expects and proves, in lines. */
  lines: readonly string[];
}

/** Describes the checks of any contract: the laws of its resources, then what its document says of each operation. */
export function describePlannedChecks(contract: Contract): CheckDescription[] {
  return [...listPlannedChecks(contract), serverErrors].map(describePlanned);
}

function describePlanned({ id, level, title, requirement }: PlannedCheck): CheckDescription {
  const { statement, section } = requirement;
  const proved = `  ${level} ${requirement.id}: ${statement} (${section})`;
  return { id, level, title, isThorough: false, lines: ['Proves:', proved] };
}
