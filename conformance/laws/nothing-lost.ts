import { isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { findInner } from '../../contract/values-at.ts';
import { formatValue } from '../format-value.ts';
import type { Sent } from '../runner/target.ts';
import { compareRecords, type Difference } from '../world/compare-records.ts';
import { isState } from '../world/write-requests.ts';
import type { LawScope } from './law.ts';
import { toReadPointer } from './read-pointer.ts';

interface Comparison {
  /** What was sent, or read before. */
  expected: unknown;
  received: unknown;
  /** The request that read it. */
  sent: Sent;
  /** The request that wrote it. */
  write: Sent;
  /** Whether states, which are enums and booleans, are compared, too. Default: false. */
  states?: boolean;
}

/**
 * Fails for each value that was lost or replaced. What the service decides is not compared: fields that are `readOnly`, or
 * that the model calls server-set, derived or hidden, states (enums and booleans), and ids. Values in another form are
 * observed.
 */
export function assertNothingLost(scope: LawScope, comparison: Comparison): void {
  const { world, resource } = scope;
  for (const difference of compareRecords(comparison.expected, comparison.received)) {
    const { pointer, kind } = difference;
    if (!isComparable(scope, pointer, comparison.states)) continue;
    if (kind === 'normalised') {
      scope.observe(`${resource.name}${pointer} is stored in another form`);
      continue;
    }
    if (kind === 'lost' && !isPromised(scope, difference)) continue;
    scope.fail({
      message: describe(difference),
      expected: formatValue(difference.expected),
      received: formatValue(difference.received),
      pointer: toReadPointer(scope, pointer),
      exchange: world.show(comparison.sent),
      write: world.show(comparison.write),
    });
  }
}

function describe({ pointer, kind }: Difference): string {
  const name = splitPointer(pointer).join('.');
  return kind === 'lost' ? `${name} was lost` : `${name} has another value`;
}

/** Whether a field belongs to the client. */
export function isComparable(
  { world, resource }: LawScope,
  pointer: string,
  states = false,
): boolean {
  const [name = '', ...inner] = splitPointer(pointer);
  const top = `/${name}`;
  // Parts of a record may get ids from the service, as the record itself does.
  if (inner.at(-1) === 'id') return false;
  if (resource.serverSet.has(top) || resource.derived.has(top) || resource.hidden.has(top))
    return false;
  if (resource.id.includes(top) || resource.secret.has(top)) return false;
  if (resource.references.has(top)) return true;
  const { document } = world.contract;
  const schema = resource.schema === undefined ? {} : { $ref: `#${resource.schema}` };
  const field = findInner(document, schema, top);
  if (field === undefined || field.readOnly === true || field.writeOnly === true) return false;
  return field.const === undefined && (states || !isState(field));
}

/**
 * Whether responses are documented to have a field whenever it has a value, in the form in which it was sent: where a request
 * has an object and responses have its id, nothing says that the object is shown.
 */
function isPromised(
  { world, resource }: LawScope,
  { pointer, expected }: Pick<Difference, 'pointer' | 'expected'>,
): boolean {
  const { document } = world.contract;
  const [name = ''] = splitPointer(pointer);
  const schema = resource.schema === undefined ? {} : { $ref: `#${resource.schema}` };
  if (!readFields(document, schema).fields.has(name)) return false;
  const field = findInner(document, schema, pointer);
  return field === undefined || world.values.isValid(field, expected, 'response');
}

/** The fields of a record that may differ between two readings. */
export function listUnstable(first: unknown, second: unknown): Set<string> {
  const unstable = new Set<string>();
  if (!isRecord(first) || !isRecord(second)) return unstable;
  for (const name of Object.keys(first))
    if (JSON.stringify(readAt(first, [name])) !== JSON.stringify(readAt(second, [name])))
      unstable.add(name);
  return unstable;
}
