import type { Contract, Fault } from '../../../contract/index.ts';
import { suggest } from '../../../contract/match-nearest.ts';
import { readAt } from '../../../contract/resolve-reference.ts';
import type { Resource } from '../../../contract/resources/model.ts';
import { setAt } from '../../../contract/values-at.ts';
import type { components } from '../../../generated/control-types.ts';
import { removeRecord } from '../../behaviours/cascade.ts';
import { refuseInvalidBody } from '../../http/steps.ts';
import type { Refusal } from '../../refusal.ts';
import { createStateReader } from '../../sessions/contract-state.ts';
import { readRecord } from '../../sessions/model-state.ts';
import { toNodeFields } from '../../sessions/record-tree.ts';
import type { StateReader } from '../../sessions/state-reader.ts';
import { indexRecords, toIndexKey } from '../../store/record-index.ts';
import type { StoreContents, StoredRecord } from '../../store/records.ts';
import { RecordRows } from './record-rows.ts';

type StateEdit = components['schemas']['StateEdit'];
type RecordItem = components['schemas']['RecordList']['data'][number];

/** Lists the records of a contract for the page. Counters and links between records are not among them. */
export function listRecords(contract: Contract, records: StoreContents): RecordItem[] {
  const { model } = createStateReader(contract, () => '');
  const items: RecordItem[] = [];
  for (const record of records) {
    const resource = model.resources.get(record.kind);
    if (resource !== undefined) items.push(toItem(resource, record));
  }
  return items;
}

function toItem(resource: Resource, record: StoredRecord): RecordItem {
  const { kind, id, parent } = record;
  const value = toNodeFields(resource, record);
  return { kind, id, ...(parent !== undefined && { parent }), value };
}

/**
 * Applies edits to the records of any contract but the built-in one, one after the other.
 * @returns the new contents, and the edits that undo the change
 * @throws Refusal with the faults of an edit
 */
export async function applyRecordEdits(
  contract: Contract,
  contents: StoreContents,
  edits: readonly StateEdit[],
  createUuid: () => string,
): Promise<{ contents: StoreContents; undo: StateEdit[] }> {
  const reader = createStateReader(contract, createUuid);
  const rows = new RecordRows(contents);
  const undo: StateEdit[] = [];
  for (const [index, edit] of edits.entries())
    undo.unshift(...(await applyEdit(reader, rows, edit, `/edits/${index}`)));
  return { contents: rows.toArray(), undo };
}

/** @returns the edits that undo this one */
async function applyEdit(
  reader: StateReader,
  rows: RecordRows,
  edit: StateEdit,
  at: string,
): Promise<StateEdit[]> {
  const resource = readResource(reader, edit, at);
  const { kind, id, value } = edit;
  const stored = id === undefined ? undefined : await rows.find(kind, id);
  if (value !== undefined) return saveRecord(reader, rows, { edit, resource, stored, at });
  if (stored === undefined) throw refuse(`${at}/id`, `is not the id of a ${kind}`);
  const before = rows.toArray();
  await removeRecord(reader.model, stored, rows);
  const left = indexRecords(rows.toArray());
  const removed = before.filter((record) => !left.has(toIndexKey(record)));
  return removed.map((record) => toRestoration(reader, record, before, removed));
}

function readResource({ model }: StateReader, { kind }: StateEdit, at: string): Resource {
  const resource = model.resources.get(kind);
  if (resource !== undefined) return resource;
  const names = [...model.resources.keys()];
  throw refuse(`${at}/kind`, `is not a resource of the contract${suggest(kind, names)}`);
}

interface Saving {
  edit: StateEdit;
  resource: Resource;
  stored: StoredRecord | undefined;
  at: string;
}

async function saveRecord(
  reader: StateReader,
  rows: RecordRows,
  { edit, resource, stored, at }: Saving,
): Promise<StateEdit[]> {
  const parent = await findParent(reader, rows, { edit, resource, stored, at });
  const fields = { ...edit.value };
  // Its id stays, because other records may name it.
  if (stored !== undefined)
    for (const pointer of resource.id) setAt(fields, pointer, readAt(stored.value, pointer));
  const { record, faults } = readRecord(reader, rows.toArray(), { resource, fields, parent });
  const [fault] = faults;
  if (fault !== undefined) throw refuse(`${at}/value${fault.pointer}`, fault.detail);
  if (stored !== undefined) {
    await rows.replace({ ...record, id: stored.id });
    return [{ kind: record.kind, id: stored.id, value: toNodeFields(resource, stored) }];
  }
  const existing = await rows.find(record.kind, record.id);
  if (existing !== undefined) throw refuse(`${at}/value`, 'has the id of another record');
  await rows.insert(record, edit.before);
  return [{ kind: record.kind, id: record.id }];
}

/** @throws Refusal if the record has to be below another one that does not exist */
async function findParent(
  { model }: StateReader,
  rows: RecordRows,
  { edit, resource, stored, at }: Saving,
): Promise<StoredRecord | undefined> {
  const kind = resource.parent?.resource;
  if (kind === undefined) return undefined;
  const id = edit.parent ?? stored?.parent;
  if (id === undefined) {
    // Some records are created at the root, and name their parent later.
    const isNeeded = stored === undefined && resource.collectionPaths.every(hasParameter);
    if (isNeeded) throw refuse(`${at}/parent`, `is required for a new ${resource.name}`);
    return undefined;
  }
  const parent = await rows.find(kind, id);
  if (parent !== undefined) return parent;
  const slots = model.resources.get(kind)?.slots;
  const isCreatable = creatingRoles.some((role) => slots?.has(role));
  if (isCreatable) throw refuse(`${at}/parent`, `is not the id of a ${kind}: ${id}`);
  // Nothing creates it, so it exists as soon as it is named.
  return { kind, id, parent: undefined, value: { id }, hidden: {} };
}

const creatingRoles = ['create', 'upsert', 'copy'] as const;

const hasParameter = (path: string): boolean => path.includes('{');

/** The edit that adds a removed record again, at its position. */
function toRestoration(
  { model }: StateReader,
  record: StoredRecord,
  before: readonly StoredRecord[],
  removed: readonly StoredRecord[],
): StateEdit {
  const resource = model.resources.get(record.kind);
  const value = resource === undefined ? { ...record.value } : toNodeFields(resource, record);
  const later = before.slice(before.indexOf(record) + 1);
  const next = later.find(({ kind }) => kind === record.kind);
  const isKept = next !== undefined && !removed.includes(next);
  const { kind, id, parent } = record;
  return {
    kind,
    id,
    value,
    ...(parent !== undefined && { parent }),
    ...(isKept && { before: next.id }),
  };
}

function refuse(pointer: Fault['pointer'], detail: string): Refusal<'invalid-body'> {
  return refuseInvalidBody([{ ...(pointer !== undefined && { pointer }), detail }]);
}
