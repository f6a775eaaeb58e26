import { listChecks } from '../../conformance/index.ts';
import { findUselessName, isSelected } from '../../conformance/select-checks.ts';
import { type Contract, operationIds } from '../../contract/index.ts';
import { matchNearest } from '../../contract/match-nearest.ts';
import { requirements } from '../../generated/requirements.js';
import { toVisibleLine } from '../../writers/terminal-text.ts';
import { UsageError } from '../usage-error.ts';

/** Asserts that every `--only` selects a check. */
export function assertSelection(contract: Contract, only: readonly string[]): void {
  const checks = listChecks(contract);
  const name = findUselessName(checks, only);
  if (name === undefined) return;
  const known = [...operationIds, 'service', ...checks.map(({ id }) => id)];
  throw new UsageError(`--only ${name} selects no check${adviseId(name, known)}`);
}

/** Lists the selected checks, one per line: level, id and title. */
export function toCheckList(contract: Contract, only: readonly string[]): string {
  const checks = listChecks(contract).filter(({ id }) => isSelected(id, only));
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.map(({ id, level, title, thorough }) => {
    const note = thorough === true ? ' (--thorough)' : '';
    return `${level.padEnd(7)}  ${id.padEnd(width)}  ${toVisibleLine(title)}${note}\n`;
  });
  return lines.join('');
}

function adviseId(name: string, known: readonly string[]): string {
  const nearest = matchNearest(name, known);
  return nearest === undefined ? '; --list shows them all' : `; did you mean ${nearest}?`;
}

/** Describes what a check sends and expects, and the requirements that it proves. */
export function explainCheck(contract: Contract, id: string): string {
  const checks = listChecks(contract);
  const check = checks.find((candidate) => candidate.id === id);
  const ids = checks.map((each) => each.id);
  if (check === undefined)
    throw new UsageError(`--explain ${id}: unknown check${adviseId(id, ids)}`);
  const proved = check.requirements.map((requirement) => {
    const { level, statement, section } = requirements[requirement];
    return `  ${level} ${requirement}: ${statement} (${section})`;
  });
  return [
    `${check.id} (${check.level}${check.thorough === true ? ', only with --thorough' : ''})`,
    check.title,
    '',
    `Sends: ${check.sends}`,
    `Expects: ${check.expects}`,
    'Proves:',
    ...proved,
    '',
    `Run only this check: site-contract conformance --only ${check.id}`,
    '',
  ].join('\n');
}
