import { listChecks } from '../../conformance/index.ts';
import { findUselessName, isSelected } from '../../conformance/runner/select-checks.ts';
import { type Contract, operationIds } from '../../contract/index.ts';
import { matchNearest } from '../../contract/match-nearest.ts';
import { requirements } from '../../generated/requirements.js';
import { wrapText } from '../../writers/terminal-text.ts';
import { UsageError } from '../usage-error.ts';

/** Asserts that every `--only` selects a check. */
export function assertSelection(contract: Contract, only: readonly string[]): void {
  const checks = listChecks(contract);
  const name = findUselessName(checks, only);
  if (name === undefined) return;
  const ids = checks.map(({ id }) => id);
  throw new UsageError(`--only ${name} selects no check${suggest(name, ids)}`);
}

/** Lists the selected checks, one per line: level, id and title. */
export function toCheckList(contract: Contract, only: readonly string[]): string {
  const checks = listChecks(contract).filter(({ id }) => isSelected(id, only));
  const width = Math.max(...checks.map(({ id }) => id.length));
  return checks
    .map(({ id, level, title, thorough }) => {
      const note = thorough === true ? ' (--thorough)' : '';
      return `${level.padEnd(7)}  ${id.padEnd(width)}  ${title}${note}\n`;
    })
    .join('');
}

function suggest(name: string, ids: readonly string[]): string {
  const nearest = matchNearest(name, [...operationIds, 'service', ...ids]);
  return nearest === undefined ? '; --list shows them all' : `; did you mean ${nearest}?`;
}

/** Describes what a check sends and expects, and the requirements that it proves. */
export function explainCheck(contract: Contract, id: string): string {
  const checks = listChecks(contract);
  const check = checks.find((candidate) => candidate.id === id);
  if (check === undefined)
    throw new UsageError(
      `--explain ${id}: unknown check${suggest(
        id,
        checks.map((candidate) => candidate.id),
      )}`,
    );
  const proved = check.requirements.flatMap((requirement) => {
    const { level, statement, section } = requirements[requirement];
    return ['', ...wrapText(`${level} ${requirement}: ${statement} (${section})`, 80, 2)];
  });
  return [
    `${check.id} (${check.level})`,
    ...wrapText(check.title),
    '',
    'Sends',
    ...wrapText(check.sends, 80, 2),
    '',
    'Expects',
    ...wrapText(check.expects, 80, 2),
    '',
    'Proves',
    ...proved.slice(1),
    ...(check.thorough === true ? ['', 'Runs only with --thorough.'] : []),
    '',
    `Run only this check: site-contract conformance --only ${check.id}`,
    '',
  ].join('\n');
}
