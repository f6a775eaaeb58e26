import { findUselessName, isSelected } from '../../conformance/select-checks.ts';
import type { Contract } from '../../contract/index.ts';
import { matchNearest } from '../../contract/match-nearest.ts';
import { describeChecks } from '../../service/suites.ts';
import { toVisibleLine } from '../../writers/terminal-text.ts';
import { UsageError } from '../usage-error.ts';

/** Asserts that every `--only` selects a check. */
export function assertSelection(contract: Contract, only: readonly string[]): void {
  const checks = describeChecks(contract);
  const name = findUselessName(checks, only);
  if (name === undefined) return;
  const ids = [
    ...contract.operations.map(({ id }) => id),
    'service',
    ...checks.map(({ id }) => id),
  ];
  throw new UsageError(`--only ${name} selects no check${adviseId(name, ids)}`);
}

/** Lists the selected checks, one per line: level, id and title. */
export function toCheckList(contract: Contract, only: readonly string[]): string {
  const checks = describeChecks(contract).filter(({ id }) => isSelected(id, only));
  const width = Math.max(...checks.map(({ id }) => id.length));
  const lines = checks.map(({ id, level, title, isThorough }) => {
    const note = isThorough ? ' (--thorough)' : '';
    return `${level.padEnd(7)}  ${toVisibleLine(`${id.padEnd(width)}  ${title}`)}${note}\n`;
  });
  return lines.join('');
}

function adviseId(name: string, ids: readonly string[]): string {
  const nearest = matchNearest(name, ids);
  return nearest === undefined ? '; --list shows them all' : `; did you mean ${nearest}?`;
}

/** Describes what a check sends and expects, and the requirements that it proves. */
export function explainCheck(contract: Contract, id: string): string {
  const checks = describeChecks(contract);
  const check = checks.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const advice = adviseId(
      id,
      checks.map((check) => check.id),
    );
    throw new UsageError(`--explain ${id}: unknown check${advice}`);
  }
  const lines = [
    `${check.id} (${check.level}${check.isThorough ? ', only with --thorough' : ''})`,
    check.title,
    '',
    ...check.lines,
    '',
    `Run only this check: site-contract conformance --only ${check.id}`,
  ];
  return lines.map((line) => `${toVisibleLine(line)}\n`).join('');
}
