import { hasBuiltInOperations } from '../contract/create-contract.ts';
import type { Contract } from '../contract/index.ts';
import { requirements } from '../generated/requirements.js';
import { listChecks } from './checks/index.ts';
import type { Check } from './model/scope.ts';
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

/** Describes the checks of any contract, in the order of its operations. */
export function describeChecks(contract: Contract): CheckDescription[] {
  if (hasBuiltInOperations(contract)) return listChecks(contract).map(describeOwn);
  return [...listPlannedChecks(contract), serverErrors].map(describePlanned);
}

function describeOwn(check: Check): CheckDescription {
  const { id, level, title, thorough = false } = check;
  const proved = check.requirements.map((name) => {
    const { level: required, statement, section } = requirements[name];
    return `  ${required} ${name}: ${statement} (${section})`;
  });
  const lines = [`Sends: ${check.sends}`, `Expects: ${check.expects}`, 'Proves:', ...proved];
  return { id, level, title, isThorough: thorough, lines };
}

function describePlanned({ id, level, title, requirement }: PlannedCheck): CheckDescription {
  const { statement, section } = requirement;
  const proved = `  ${level} ${requirement.id}: ${statement} (${section})`;
  return { id, level, title, isThorough: false, lines: ['Proves:', proved] };
}
