import { readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext } from './behaviour.ts';
import { toTitle } from './locate.ts';

/** @throws Refusal `conflict` if another record has the same values in fields that must be unique */
export async function assertUnique(
  resource: Resource,
  record: StoredRecord,
  context: RoleContext,
): Promise<void> {
  const rules = resource.unique.filter(
    ({ assumption }) => assumption === undefined || context.assumptions[assumption] === 'refused',
  );
  if (rules.length === 0) return;
  const siblings = await context.records.list(resource.name, record.parent);
  for (const { fields } of rules) {
    const key = readValues(record, fields);
    if (key === undefined) continue;
    const holder = siblings.find(
      (sibling) => sibling.id !== record.id && readValues(sibling, fields) === key,
    );
    if (holder === undefined) continue;
    const faults = fields.map((pointer) => ({ pointer, detail: 'is already in use' }));
    const detail = `${toTitle(resource.name)} ${holder.id} already has the same ${fields.join(' and ')}.`;
    throw new Refusal('conflict', detail, { faults });
  }
}

/** The values of fields as one text. Undefined if one of them is missing or null. */
function readValues(
  { value, hidden }: StoredRecord,
  fields: readonly string[],
): string | undefined {
  const read = (pointer: string): unknown => readAt(value, pointer) ?? readAt(hidden, pointer);
  const values = fields.map(read);
  const isMissing = values.some((field) => field === undefined || field === null);
  return isMissing ? undefined : JSON.stringify(values);
}
