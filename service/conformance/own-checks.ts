import { levels } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { matchNearest } from '../../contract/match-nearest.ts';
import { requirements } from '../../generated/requirements.js';
import { listChecks } from './list-checks.ts';
import { type Check, stages } from './model/scope.ts';

/**
 * Lists the checks of the suite, followed by those of its caller. The latter are validated, because nothing else does so for
 * callers in JavaScript: their check would pass without being run, or end the run after its last request.
 * @throws TypeError if a check is incomplete or has an unknown value
 * @throws Error if two checks have the same id
 */
export function listAllChecks(contract: Contract, ownChecks: readonly Check[]): Check[] {
  for (const check of ownChecks) assertUsable(check, contract);
  const checks = [...listChecks(contract), ...ownChecks];
  const ids = new Set<string>();
  for (const { id } of checks) {
    if (ids.has(id))
      throw new Error(
        `two checks have the id ${id}; the ids of your own checks must differ from all others`,
      );
    ids.add(id);
  }
  return checks;
}

function assertUsable(check: Check, { operations }: Contract): void {
  const { id, operation, level, stage } = check;
  if (typeof id !== 'string' || id === '')
    throw new TypeError('a check has no id; add one such as team/forbids-caching');
  const wanted = { title: 'string', sends: 'string', expects: 'string', run: 'function' };
  for (const [name, type] of Object.entries(wanted))
    if (typeof Reflect.get(check, name) !== type)
      throw new TypeError(`the check ${id} has no ${name}; add a ${type}`);
  if (!Array.isArray(check.requirements))
    throw new TypeError(`the check ${id} has no list of requirements; add one, which may be empty`);
  assertKnown(id, 'operation', operation, [
    ...operations.map((candidate) => candidate.id),
    'service',
  ]);
  assertKnown(id, 'level', level, levels);
  assertKnown(id, 'stage', stage, stages);
  for (const requirement of check.requirements)
    assertKnown(id, 'requirement', requirement, Object.keys(requirements));
}

function assertKnown(id: string, name: string, value: string, values: readonly string[]): void {
  if (values.includes(value)) return;
  const nearest = matchNearest(String(value), values);
  const list =
    values.length > 10 ? 'docs/coverage.md lists them' : `use one of ${values.join(', ')}`;
  const advice = nearest === undefined ? list : `did you mean ${nearest}?`;
  throw new TypeError(`the check ${id} has the unknown ${name} ${value}; ${advice}`);
}
