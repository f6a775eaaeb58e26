import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { DocumentError } from '../../../contract/errors.ts';
import { assertReadable } from '../../../contract/files.ts';
import { type Contract, contract as shipped } from '../../../contract/index.ts';
import { findService } from '../../known-services.ts';
import { type Arranged, MemorySession, type WriteListener } from '../../store/memory-session.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { StoreContents } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { defaultSession } from '../../store/store.ts';
import { createDeliveryRecord, deliveryKind, isOpen } from '../webhooks/delivery.ts';
import { lockFile, takenOver } from './file-lock.ts';
import { createIdsFrom, type FixtureOptions, toSentence } from './fixture-ids.ts';
import { parseLongJson } from './long-json.ts';
import { readStateFile } from './read-fixture.ts';
import { readLines } from './read-lines.ts';
import { parseWrites, replay } from './replay.ts';
import { type LockedFile, type SaverOptions, StateSaver, saveSession } from './state-saver.ts';

/** A file with the state of the default session, and a log of changes beside it. */
export interface StateFile {
  /** The contents at the start. */
  readonly contents: StoreContents;
  /** A store whose completed changes survive the end of the process. It refuses changes that cannot be written. */
  readonly store: Store;
  /** Writes all changes to the file, and releases its lock. @throws DocumentError if it cannot be written */
  close(): Promise<void>;
}

export interface StateFileOptions extends FixtureOptions, SaverOptions {
  /** The contents if the file does not exist yet. Default: none. */
  start?: StoreContents | undefined;
}

/**
 * Opens and locks a file. Each transaction appends one line of JSON to the log, with its writes. When the log is long, at the end,
 * and at a start that finds changes in the log, the file itself is written, and the log emptied.
 * @throws DocumentError when it is damaged, newer than this program or in use; it is not changed
 */
export async function openStateFile(name: string, options: StateFileOptions): Promise<StateFile> {
  // The target of a link is replaced, and not the link.
  const path = await realpath(name).catch(() => name);
  assertReadable(path, name);
  assertReadable(`${path}.log`, `${name}.log`);
  const lock = await lockFile(path, () =>
    options.onError(`${name}: ${takenOver}; changes are refused`),
  );
  try {
    const { contract = shipped } = options;
    return await openLocked({ path, name, lock, contract }, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(
  locked: LockedFile,
  { start = [], onError, longestLog, ...fixtureOptions }: StateFileOptions,
): Promise<StateFile> {
  const { path, name, contract } = locked;
  const isNew = !existsSync(path);
  const saved = isNew
    ? undefined
    : await readStateFile(path, name, { ...fixtureOptions, contract });
  const session = new MemorySession(defaultSession, saved?.contents ?? start);
  const { settings = {}, deliveries = [] } = saved?.records ?? {};
  session.putSettings(settings);
  for (const { delivery, tries } of deliveries)
    await session.ownRecords.insert(createDeliveryRecord(delivery, tries));
  const isChanged = await replayLog(session, locked, onError);
  const contents = await session.records.readAll();
  if (isChanged) assertValid(contents, `${name}.log`, contract);
  // Replaying the log once more would not change the file, so a kill between these two steps loses nothing. Without a
  // file, a log would not tell which contents it applies to.
  if (isChanged || (isNew && start.length > 0)) await saveSession(locked, session);
  const saver = new StateSaver(locked, session, { longestLog, onError });
  const arranged = await arrangeDeliveries(session);
  const onWrite: WriteListener = (changed, writes) => {
    if (changed === session) saver.append(writes);
  };
  const store = new MemoryStore(onWrite, { session, arranged });
  const close = async (): Promise<void> => {
    await store.close();
    await saver.close();
  };
  return { contents, store, close };
}

/**
 * Applies the writes in a log. A last line that was cut off was never acknowledged.
 * @returns whether there were any
 * @throws DocumentError naming a damaged line
 */
async function replayLog(
  session: MemorySession,
  locked: LockedFile,
  onError: (line: string) => void,
): Promise<boolean> {
  const file = `${locked.path}.log`;
  const name = `${locked.name}.log`;
  if (!existsSync(file)) return false;
  let isChanged = false;
  for await (const { number, bytes, isComplete } of readLines(file)) {
    if (!isComplete) {
      onError(
        `${name}: its last line is incomplete and was dropped; the change was never acknowledged`,
      );
      break;
    }
    if (!(await replayLine(session, bytes)))
      throw new DocumentError(
        `${name}:${number}: damaged, or written by another version; start that version once to save its changes, or delete this line to continue without them`,
      );
    isChanged = true;
  }
  return isChanged;
}

/** @returns whether the line contains writes */
async function replayLine(session: MemorySession, bytes: Uint8Array): Promise<boolean> {
  try {
    const writes = parseWrites(parseLongJson(bytes));
    for (const write of writes) await replay(session, write);
    return true;
  } catch {
    return false;
  } finally {
    // A log may be longer than the memory.
    session.commit();
  }
}

/** @throws DocumentError when contents that were changed by the log violate the contract */
function assertValid(contents: StoreContents, name: string, contract: Contract): void {
  const service = findService(contract);
  if (service === undefined) return;
  const createUuid = createIdsFrom(0, contract.assumptions);
  const { faults } = service.readState(contract, service.writeState(contents), createUuid);
  if (faults !== undefined)
    throw new DocumentError(
      `${name}: ${toSentence(faults)}; start with the contract and the version of site-contract that wrote it`,
    );
}

/** Deliveries are due at once: their next attempts were planned by a clock that did not survive. */
async function arrangeDeliveries(session: MemorySession): Promise<readonly Arranged[]> {
  const records = await deliveryKind.list(session.ownRecords);
  for (const { id, value, hidden } of records) {
    const { nextAttemptAt: _, ...due } = value;
    await session.ownRecords.replace(createDeliveryRecord(due, hidden.tries));
    if (isOpen(value)) await session.arrange(deliveryKind.name, id, 0);
  }
  return session.commit();
}
