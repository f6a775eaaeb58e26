import { type Contract, hasBuiltInOperations } from '../../contract/create-contract.ts';
import { isSame } from '../../contract/json.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { StoredRecord } from '../store/records.ts';
import type { StoreContents } from '../store/store.ts';
import { readContractState, writeState } from './contract-state.ts';
import { stateFormatVersion } from './state.ts';

/** What a file of `--state` contains of the records of a session. */
export interface SavedState {
  /** The readable form, as in fixtures. */
  readonly state: object;
  /** The records that the readable form does not give back as they are: links, counters, records below unknown parents. */
  readonly rest: readonly StoredRecord[];
}

/** Writes the contents of a session so that nothing is lost. The readable form is read again to see what it leaves out. */
export function toSavedState(contract: Contract, contents: StoreContents): SavedState {
  const state = writeState(contract, contents);
  if (hasBuiltInOperations(contract)) return { state, rest: [] };
  const records = contents.records ?? [];
  const withoutState = { state: { formatVersion: stateFormatVersion }, rest: records };
  const read = readContractState(contract, structuredClone(state), () => '');
  // The contract may have changed since the records were created.
  if (read.faults !== undefined) return withoutState;
  const returned = indexRecords(read.contents);
  const names = new Set(records.map(toName));
  const hasOthers = [...returned.keys()].some((name) => !names.has(name));
  if (hasOthers) return withoutState;
  const rest = records.filter((record) => !isReturned(record, returned.get(toName(record))));
  return { state, rest };
}

/** Writes the contents for the control surface: the readable form, and what it leaves out. */
export function toReadableState(contract: Contract, contents: StoreContents): object {
  const { state, rest } = toSavedState(contract, contents);
  return rest.length === 0 ? state : { ...state, records: { rest } };
}

/** What is wrong with other values in place of the records that the readable form leaves out. */
export const mustBeRecords = 'must be a list of records, as a mock has written it';

/** Adds the records that the readable form left out. Undefined if they are not records. */
export function addRest(contents: StoreContents, rest: unknown): StoreContents | undefined {
  if (rest === undefined) return contents;
  if (!Array.isArray(rest) || !rest.every(isStoredRecord)) return undefined;
  const records = indexRecords(contents);
  for (const { kind, id, parent, value, hidden } of rest)
    records.set(toName({ kind, id }), { kind, id, parent, value, hidden });
  return { ...contents, records: [...records.values()] };
}

function indexRecords({ records = [] }: StoreContents): Map<string, StoredRecord> {
  return new Map(records.map((record) => [toName(record), record]));
}

function toName({ kind, id }: Pick<StoredRecord, 'kind' | 'id'>): string {
  return JSON.stringify([kind, id]);
}

function isReturned(record: StoredRecord, returned: StoredRecord | undefined): boolean {
  if (returned === undefined || returned.parent !== record.parent) return false;
  return isSame(record.value, returned.value) && isSame(record.hidden, returned.hidden);
}

function isStoredRecord(value: unknown): value is StoredRecord {
  const parent = readAt(value, ['parent']);
  return (
    typeof readAt(value, ['kind']) === 'string' &&
    typeof readAt(value, ['id']) === 'string' &&
    (parent === undefined || typeof parent === 'string') &&
    isRecord(readAt(value, ['value'])) &&
    isRecord(readAt(value, ['hidden']))
  );
}
