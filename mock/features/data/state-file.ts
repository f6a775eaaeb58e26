import { existsSync, readFileSync } from 'node:fs';
import { readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { DocumentError, explainReadError, readErrorCode } from '../../../contract/errors.ts';
import { type Contract, contract as shipped } from '../../../contract/index.ts';
import { Refusal } from '../../refusal.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import {
  type Answer,
  emptyContents,
  MemoryRecords,
  type Records,
  type Store,
  type StoreContents,
} from '../../store/store.ts';
import { ChangeLog, readLog } from './change-log.ts';
import { lockFile } from './file-lock.ts';
import { createLoggedRecords, createLoggedStore, replay, toReplacement } from './logged-store.ts';
import { assertOrdinaryFile, type ParsedState, parseState, readText } from './read-fixture.ts';
import type { FixtureOptions } from './to-contents.ts';
import { readStamp, readStampAtOnce } from './watch-files.ts';
import {
  type Draft,
  explainWriteError,
  type Fingerprint,
  Saver,
  toFingerprint,
  writeDraft,
  writeState,
} from './write-state.ts';

/** A file with the state of a mock, and a log of changes beside it. */
export interface StateFile {
  /** The initial contents; undefined if the file does not exist yet. */
  readonly contents: StoreContents | undefined;
  /** A store whose completed changes survive the end of the process. It refuses changes that cannot be written. */
  readonly store: Store;
  readonly records: Records;
  /**
   * Reads changes that another program has made to the file. Nothing is written to the file until it can be read.
   * @param replace puts other contents into the store
   * @returns whether there were changes
   * @throws DocumentError
   */
  reload(contract: Contract, replace: (contents: StoreContents) => Answer<void>): Promise<boolean>;
  /** Writes all changes to the file, and releases its lock. @throws DocumentError if it cannot be written */
  close(): Promise<void>;
}

export interface StateFileOptions extends FixtureOptions {
  /** The contents if the file does not exist yet. Default: none. */
  start?: StoreContents | undefined;
  /** Whether each change is flushed to the disk before it is acknowledged. Default: the system does that later. */
  isSynced?: boolean;
  /** Whether `reload` is called when the file changes. Default: false. */
  isWatched?: boolean;
  /** Called with one line for each reason why the state cannot be written. */
  onError: (line: string) => void;
}

const noFile: Fingerprint = 'none';

/**
 * Opens and locks a file.
 * @throws DocumentError when it is broken, newer than this program or in use; it is not changed
 */
export async function openStateFile(name: string, options: StateFileOptions): Promise<StateFile> {
  const file = await followLinks(name);
  for (const ending of ['', '.log', '.lock', '.tmp', '.log.tmp'])
    await assertOrdinaryFile(file + ending, name + ending);
  const unlock = await lockFile(file);
  try {
    return await openLocked(name, file, unlock, options);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Follows a symbolic link, so that its target is replaced or created, and not the link. */
async function followLinks(name: string): Promise<string> {
  let file = name;
  for (let count = 0; count < mostLinks; count += 1) {
    const real = await realpath(file).catch(() => undefined);
    const target = real === undefined ? await readlink(file).catch(() => undefined) : undefined;
    if (target === undefined) return real ?? file;
    file = path.resolve(await realpath(path.dirname(file)), target);
  }
  throw new DocumentError(`${name}: its symbolic links form a loop; correct them`);
}

/** The same limit as in Linux. */
const mostLinks = 40;

async function openLocked(
  name: string,
  file: string,
  unlock: () => Promise<void>,
  options: StateFileOptions,
): Promise<StateFile> {
  const {
    contract = shipped,
    start = emptyContents,
    isSynced = false,
    isWatched = false,
  } = options;
  const { onError, seed } = options;
  const seeded = seed === undefined ? {} : { seed };
  const logName = `${name}.log`;
  const logFile = `${file}.log`;
  // A process that was killed while writing may have left these.
  for (const draft of [`${file}.tmp`, `${logFile}.tmp`])
    await rm(draft, { force: true }).catch((error: unknown) => {
      throw new DocumentError(`${draft}: cannot be removed: ${explainWriteError(error)}`);
    });
  const store = new MemoryStore();
  let stamp = await readStamp(file);
  let base = noFile;
  let schema: string | undefined;
  const found = stamp === undefined ? undefined : await readFile(contract);
  const records = new MemoryRecords(found?.records);
  store.replace(found?.contents ?? start);
  const logged = readLog(readBytes(logFile), logName);
  if (logged.changes.length > 0) {
    if (!logged.bases.includes(base)) throw refuseOtherBase(name, logName, logged.changes.length);
    replay(logged.changes, store, records, { contract, name: logName });
  }
  const log = openLog();
  // The log applies to a version of the file. If there is no file, or part of the log was removed, it has to name its
  // base.
  let isStartLogged = found !== undefined || logged.changes.length > 0 || start === emptyContents;
  let isReading = false;
  let isChangedOutside = false;
  let isClosed = false;
  const complaints = new Set<string>();
  const saver = new Saver(save, complain);
  if (logged.changes.length > 0) saver.touch();
  return {
    contents: logged.changes.length > 0 ? store.read() : found?.contents,
    store: createLoggedStore(store, append),
    records: createLoggedRecords(records, append),
    reload: (by, replace) => saver.pause(() => reload(by, replace)),
    close,
  };

  function openLog(): ChangeLog {
    const length = logged.changes.length === 0 ? 0 : logged.length;
    try {
      return new ChangeLog(logFile, { base, length, isSynced });
    } catch (error) {
      throw new DocumentError(`${logName}: ${explainWriteError(error)}`);
    }
  }

  /** @throws Refusal when the change cannot be written, and so must not be made */
  function append(json: string): void {
    // Changes that are read from the file need no log.
    if (isReading) return;
    if (isClosed)
      throw new Refusal('not-saved', 'The mock is stopping and no longer saves changes.');
    try {
      if (!log.isInPlace) {
        log.reopen(existsSync(file) ? base : noFile);
        isStartLogged = false;
      }
      if (!isStartLogged) log.append(toReplacement(store.read(), records.read() ?? {}));
      isStartLogged = true;
      log.append(json);
    } catch (error) {
      const reason = explainWriteError(error);
      complain(`${logName}: ${reason}; changes are refused with 507 until it can be written again`);
      throw new Refusal(
        'not-saved',
        `The state cannot be saved: ${reason}. Nothing was changed. Send the request again after that.`,
      );
    }
    saver.touch();
  }

  async function readFile(by: Contract): Promise<ParsedState> {
    // The file may have been replaced since the start.
    await assertOrdinaryFile(file, name);
    const { text, bytes } = await readText(file);
    const parsed = parseState(text, name, { contract: by, ...seeded });
    base = toFingerprint(bytes.length, crc32(bytes));
    schema = parsed.schema;
    return parsed;
  }

  /** Writes a new version of the file, which becomes the base of the log. Requests continue meanwhile. */
  async function save(): Promise<void> {
    assertUnchanged();
    const from = log.end;
    const view = store.view();
    const draft = await writeDraft(
      file,
      writeState(view, { schema, records: records.read() }),
    ).catch(refuseWriting);
    try {
      assertUnchanged();
      // The log then applies to either version that a killed process may leave.
      await log.announce(draft.fingerprint);
      draft.publish(assertUnchanged);
    } catch (error) {
      await draft.discard();
      throw error instanceof DocumentError ? error : refuseWriting(error);
    }
    // From here on, the file is the new version. If the rest fails, the log stays unchanged and applies to both
    // versions.
    base = draft.fingerprint;
    stamp = await findStamp(draft);
    try {
      await draft.settle();
      log.trim(base, from);
    } catch (error) {
      refuseWriting(error);
    }
    if (complaints.size > 0) onError('the state is saved again');
    complaints.clear();
  }

  /** Returns the stamp of the written file, which another program may have written to again. */
  async function findStamp({ stamp: written, fingerprint }: Draft): Promise<string> {
    const now = await readStamp(file);
    if (now === undefined || now === written) return written;
    // Some file systems change the inode number, or round times.
    const { bytes } = await readText(file).catch(() => ({ bytes: Buffer.alloc(0) }));
    return toFingerprint(bytes.length, crc32(bytes)) === fingerprint ? now : written;
  }

  function assertUnchanged(): void {
    const now = readStampAtOnce(file);
    isChangedOutside ||= now !== undefined && now !== stamp;
    if (isChangedOutside)
      throw new DocumentError(
        `${name} was changed by another program and is not overwritten; later changes are in ${logName}; to keep them, restore the file and restart the mock; to use the changed file, stop the mock and delete ${logName}`,
      );
  }

  function refuseWriting(error: unknown): never {
    const where = log.isInPlace ? `later changes are in ${logName}` : 'it is only in memory';
    throw new DocumentError(`${name}: ${explainWriteError(error)}; ${where}`);
  }

  async function reload(
    by: Contract,
    replace: (contents: StoreContents) => Answer<void>,
  ): Promise<boolean> {
    const now = await readStamp(file);
    if (now === undefined || now === stamp) return false;
    isChangedOutside = true;
    const { contents } = await readFile(by);
    isReading = true;
    await Promise.resolve(replace(contents)).finally(() => {
      isReading = false;
    });
    stamp = now;
    isChangedOutside = false;
    log.restart(base);
    return true;
  }

  async function close(): Promise<void> {
    let isDone = false;
    try {
      await saver.close();
      isDone = !log.hasChanges;
    } finally {
      isClosed = true;
      log.close(isDone);
      await unlock();
    }
  }

  function complain(reason: unknown): void {
    const line = reason instanceof Error ? reason.message : String(reason);
    // The watcher reads the file, and reports whether it is valid.
    if (isChangedOutside && isWatched) return;
    if (!complaints.has(line)) onError(`the state is not saved: ${line}`);
    complaints.add(line);
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw new DocumentError(`${file}: ${explainReadError(error)}`);
  }
}

function refuseOtherBase(name: string, logName: string, count: number): DocumentError {
  const changes = count === 1 ? 'a change that is' : `${count} changes that are`;
  return new DocumentError(
    `${name} was changed or removed by another program, and ${logName} contains ${changes} not in it; delete ${logName} to use the file unchanged, or restore the file`,
  );
}
