import { listChecks } from '../../conformance/index.ts';
import { isSelected } from '../../conformance/runner/select-checks.ts';
import { type Contract, operationIds } from '../../contract/index.ts';
import { matchNearest } from '../../contract/match-nearest.ts';
import { UsageError } from '../usage-error.ts';

/** Holds that every `--only` selects something: a run of no checks proves nothing. */
export function assertSelection(contract: Contract, only: readonly string[]): void {
  const ids = listChecks(contract).map(({ id }) => id);
  for (const name of only) {
    if (ids.some((id) => isSelected(id, [name]))) continue;
    throw new UsageError(`--only ${name} selects no check${suggest(name, ids)}`);
  }
}

/** The checks that a run would make, one a line: level, id and title. */
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

export function suggest(name: string, ids: readonly string[]): string {
  const nearest = matchNearest(name, [...operationIds, 'service', ...ids]);
  return nearest === undefined ? '; --list shows them all' : `; did you mean ${nearest}?`;
}
