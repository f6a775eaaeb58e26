import type { Contract } from '../../contract/index.ts';
import { findService } from '../known-services.ts';
import { indexRecords, isSameRecord, parseRecords, toIndexKey } from '../store/record-index.ts';
import type { StoreContents, StoredRecord } from '../store/records.ts';
import { readContractState, writeState } from './contract-state.ts';
import { stateFormatVersion } from './state-format.ts';

/** What a file of `--state` contains of the records of a session. */
interface SavedState {
  /** The readable form, as in fixtures. */
  readonly state: object;
  /** The records that the readable form does not give back as they are: links, counters, records below unknown parents. */
  readonly rest: readonly StoredRecord[];
}

/** Writes the contents of a session so that nothing is lost. The readable form is read again to see what it leaves out. */
export function toSavedState(contract: Contract, contents: StoreContents): SavedState {
  const state = writeState(contract, contents);
  if (findService(contract) !== undefined) return { state, rest: [] };
  const withoutState = { state: { formatVersion: stateFormatVersion }, rest: contents };
  const read = readContractState(contract, structuredClone(state), () => '');
  // The contract may have changed since the records were created.
  if (read.faults !== undefined) return withoutState;
  const returned = indexRecords(read.contents);
  const names = new Set(contents.map(toIndexKey));
  const hasOthers = [...returned.keys()].some((name) => !names.has(name));
  if (hasOthers) return withoutState;
  const otherRecords = contents.filter(
    (record) => !isSameRecord(returned.get(toIndexKey(record)), record),
  );
  return { state, rest: otherRecords };
}

/** Writes the contents for the control surface: the readable form, and what it leaves out. */
export function toReadableState(contract: Contract, contents: StoreContents): object {
  const { state, rest: otherRecords } = toSavedState(contract, contents);
  return otherRecords.length === 0 ? state : { ...state, records: { rest: otherRecords } };
}

/** What is wrong with other values in place of the records that the readable form leaves out. */
export const mustBeRecords = 'must be a list of records, as a mock has written it';

/** Adds the records that the readable form left out. Undefined if they are not records. */
export function addRest(contents: StoreContents, saved: unknown): StoreContents | undefined {
  if (saved === undefined) return contents;
  const otherRecords = parseRecords(saved);
  if (otherRecords === undefined) return undefined;
  const records = indexRecords(contents);
  for (const record of otherRecords) records.set(toIndexKey(record), record);
  return [...records.values()];
}
