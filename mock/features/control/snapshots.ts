import type { Contract } from '../../../contract/index.ts';
import { readModel } from '../../../contract/resources/read-model.ts';
import type { components } from '../../../generated/control-types.ts';
import { findService } from '../../known-services.ts';
import { Refusal } from '../../refusal.ts';
import type { MockSnapshot } from '../../sessions/sessions.ts';
import { RecordKind } from '../../store/record-kind.ts';
import type { RecordStore, StoreContents } from '../../store/records.ts';
import type { SessionState } from '../../store/store.ts';

/** What is listed about a snapshot. */
type SnapshotInfo = components['schemas']['Snapshot'];

/** What a snapshot contains, which a list of snapshots need not read. */
type SavedSession = Pick<MockSnapshot, 'contents' | 'settings'>;

type Nothing = Record<string, never>;

/** Both have the name of the snapshot as id. */
const infoKind = new RecordKind<SnapshotInfo, Nothing>('snapshot');
const savedKind = new RecordKind<SavedSession, Nothing>('saved');

/** Maximum number of snapshots in a session. */
const mostSnapshots = 100;

/** The snapshots of a session in the order of saving. */
export async function listSnapshots(records: RecordStore): Promise<SnapshotInfo[]> {
  return (await infoKind.list(records)).map(({ value }) => value);
}

/** Saves a session under a name, in place of an earlier snapshot with it. @throws Refusal when there are too many */
export async function saveSnapshot(
  contract: Contract,
  { records, ownRecords, settings }: SessionState,
  name: string,
): Promise<SnapshotInfo> {
  // The latest one is listed last.
  await removeSnapshot(ownRecords, name);
  const saved = await infoKind.list(ownRecords);
  if (saved.length >= mostSnapshots)
    throw new Refusal('conflict', `A session keeps ${mostSnapshots} snapshots. Delete one.`);
  const contents = await records.readAll();
  const info = { name, savedAt: new Date().toISOString(), ...countRecords(contract, contents) };
  await ownRecords.insert(infoKind.create(name, undefined, info, {}));
  await ownRecords.insert(savedKind.create(name, undefined, { contents, settings }, {}));
  return info;
}

function countRecords(contract: Contract, contents: StoreContents): Partial<SnapshotInfo> {
  const service = findService(contract);
  return service?.countRecords(contents) ?? { records: countByPlural(contract, contents) };
}

function countByPlural(contract: Contract, contents: StoreContents): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name, plural } of readModel(contract).resources.values())
    counts[plural] = contents.filter(({ kind }) => kind === name).length;
  return counts;
}

export async function findSnapshot(
  records: RecordStore,
  name: string,
): Promise<MockSnapshot | undefined> {
  return (await savedKind.find(records, name))?.value;
}

/** @returns whether it existed */
export async function removeSnapshot(records: RecordStore, name: string): Promise<boolean> {
  await records.remove(savedKind.name, name);
  return records.remove(infoKind.name, name);
}
