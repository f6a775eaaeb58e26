import type { CheckDescription } from '../../conformance/describe-checks.ts';
import { requirements } from '../../generated/requirements.js';
import type { Check } from './model/scope.ts';

/** Describes what a check sends and expects, and the requirements that it proves. */
export function explainCheck(check: Check): CheckDescription {
  const { id, level, title, thorough = false } = check;
  const proved = check.requirements.map((name) => {
    const { level: required, statement, section } = requirements[name];
    return `  ${required} ${name}: ${statement} (${section})`;
  });
  const lines = [`Sends: ${check.sends}`, `Expects: ${check.expects}`, 'Proves:', ...proved];
  return { id, level, title, isThorough: thorough, lines };
}
