import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { realpath } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import writeFileAtomic from 'write-file-atomic';
import { DocumentError, explainWriteError, readErrorCode } from '../../../contract/errors.ts';
import { assertReadable, readTextFile } from '../../../contract/files.ts';
import { type Contract, contract as shipped } from '../../../contract/index.ts';
import { defaultSession } from '../../handler.ts';
import { Refusal } from '../../refusal.ts';
import { toState } from '../../sessions/state.ts';
import { MemorySession, MemoryStore, type Write } from '../../store/memory-store.ts';
import { emptyContents, type Settings, type Store, type StoreContents } from '../../store/store.ts';
import { isOpen } from '../webhooks/delivery.ts';
import { parseState } from './read-fixture.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

/** A file with the state of the default session, and a log of changes beside it. */
export interface StateFile {
  /** The contents at the start. */
  readonly contents: StoreContents;
  /** A store whose completed changes survive the end of the process. It refuses changes that cannot be written. */
  readonly store: Store;
  /** Writes all changes to the file, and releases its lock. @throws DocumentError if it cannot be written */
  close(): Promise<void>;
}

export interface StateFileOptions extends FixtureOptions {
  /** The contents if the file does not exist yet. Default: none. */
  start?: StoreContents | undefined;
  /** Called with one line for each thing that the user should know. */
  onError: (line: string) => void;
}

/** Both files contain secrets of webhooks. */
const mode = 0o600;

/**
 * Opens and locks a file. Each transaction appends one line of JSON to the log, with its writes. At the end, and at a start
 * that finds changes in the log, the file itself is written, and the log emptied.
 * @throws DocumentError when it is damaged, newer than this program or in use; it is not changed
 */
export async function openStateFile(name: string, options: StateFileOptions): Promise<StateFile> {
  // The target of a link is replaced, and not the link.
  const file = await realpath(name).catch(() => name);
  const logFile = `${file}.log`;
  assertReadable(file, name);
  assertReadable(logFile, `${name}.log`);
  const { contract = shipped, start = emptyContents, onError } = options;
  let log: ChangeLog | undefined;
  const unlock = await lockFile(file, () => {
    onError(`${name}: another process has taken over its lock; changes are refused`);
    log?.close();
  });
  try {
    const saved = existsSync(file)
      ? await parseState(readTextFile(file, name), name, { ...options, contract })
      : undefined;
    const session = new MemorySession(defaultSession, saved?.contents ?? start);
    const { settings = {}, deliveries = [] } = saved?.records ?? {};
    session.putSettings(settings);
    for (const delivery of deliveries) session.put('delivery', delivery);
    const isChanged = replayLog(session, logFile, `${name}.log`, onError);
    const contents = session.readAll();
    if (isChanged) assertValid(contents, `${name}.log`, contract);
    const write = (): Promise<void> => writeState(file, name, session);
    // Replaying the log once more would not change the file, so a kill between these two steps loses nothing. Without a
    // file, a log would not tell which contents it applies to.
    if (isChanged || (saved === undefined && start !== emptyContents)) await write();
    // Deliveries are due at once: their next attempts were planned by a clock that did not survive.
    for (const { delivery, tries } of session.list('delivery')) {
      const { nextAttemptAt: _, ...due } = delivery;
      session.put('delivery', { delivery: due, tries });
    }
    session.commit(() => {});
    const changeLog = new ChangeLog(logFile, `${name}.log`);
    log = changeLog;
    const store = new MemoryStore((changed, writes) => {
      if (changed === session) changeLog.append(writes, session);
    }, session);
    return {
      contents,
      store,
      close: async () => {
        try {
          await store.close();
          // From now on, changes are refused: they would be in neither of the files.
          changeLog.close();
          if (changeLog.hasChanges) await write();
          rmSync(logFile, { force: true });
        } finally {
          await unlock();
        }
      },
    };
  } catch (error) {
    log?.close();
    await unlock();
    throw error;
  }
}

/**
 * Locks a file for this process. The lock of a process that was killed can be taken over after two seconds.
 * @param onLost called when the lock was lost, for example because this process was suspended for a long time
 * @returns a function that releases the lock
 * @throws DocumentError when another process has the lock
 */
async function lockFile(file: string, onLost: () => void): Promise<() => Promise<void>> {
  const isTaken = (error: unknown): boolean => readErrorCode(error) === 'ELOCKED';
  const take = (retries: number) =>
    lock(file, {
      realpath: false,
      stale: 2000,
      retries: { retries, factor: 1, minTimeout: 250 },
      onCompromised: onLost,
    });
  const release = await take(0)
    .catch((error: unknown) => (isTaken(error) ? take(12) : Promise.reject(error)))
    .catch((error: unknown) => {
      const reason = isTaken(error)
        ? 'in use by another process; stop it, or use another file'
        : `cannot be locked: ${explainWriteError(error)}`;
      throw new DocumentError(`${file}: ${reason}`);
    });
  // A lost lock belongs to another process.
  return () => release().catch(() => undefined);
}

/**
 * Applies the writes in a log. A last line that was cut off was never acknowledged.
 * @returns whether there were any
 * @throws DocumentError naming a damaged line
 */
function replayLog(
  session: MemorySession,
  file: string,
  name: string,
  onError: (line: string) => void,
): boolean {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [''];
  if (lines.pop() !== '')
    onError(
      `${name}: its last line is incomplete and was dropped; the change was never acknowledged`,
    );
  for (const [at, line] of lines.entries()) {
    try {
      for (const write of JSON.parse(line)) replay(session, write);
    } catch {
      throw new DocumentError(
        `${name}:${at + 1}: damaged, or written by another version; delete this line to continue without its changes`,
      );
    }
  }
  return lines.length > 0;
}

function replay(session: MemorySession, write: Write): void {
  if ('record' in write) session.put(write.kind, write.record);
  else if ('removed' in write) session.remove(write.removed, write.id);
  else if ('contents' in write) session.replaceAll(write.contents);
  else session.putSettings(toSaved(write.settings));
}

/** @throws DocumentError when contents that were changed by the log violate the contract */
function assertValid(contents: StoreContents, name: string, contract: Contract): void {
  const { faults } = toContents(toState(contents), { contract });
  if (faults !== undefined)
    throw new DocumentError(
      `${name}: ${toSentence(faults)}; start with the contract and the version of site-contract that wrote it`,
    );
}

async function writeState(file: string, name: string, session: MemorySession): Promise<void> {
  const state = {
    ...toState(session.readAll()),
    records: {
      settings: toSaved(session.settings),
      deliveries: session.list('delivery').filter(({ delivery }) => isOpen(delivery)),
    },
  };
  await writeFileAtomic(file, `${JSON.stringify(state, null, 2)}\n`, { mode }).catch((error) => {
    throw new DocumentError(`${name}: ${explainWriteError(error)}; the changes are in ${name}.log`);
  });
}

/** The settings that survive a restart. */
function toSaved({ clock: _, faults: __, ...settings }: Settings): Settings {
  return settings;
}

/** The log beside a state file, one line for each transaction. It is written without waiting, so a killed process loses nothing that it acknowledged. */
class ChangeLog {
  readonly #descriptor: number;
  #length = 0;
  #isClosed = false;
  /** The settings that were logged last, as text. */
  #settings = '';

  /** @throws DocumentError */
  constructor(file: string, name: string) {
    try {
      rmSync(file, { force: true });
      // An existing file would keep its mode.
      this.#descriptor = openSync(file, 'ax', mode);
    } catch (error) {
      throw new DocumentError(`${name}: ${explainWriteError(error)}`);
    }
  }

  get hasChanges(): boolean {
    return this.#length > 0;
  }

  /** @throws Refusal if it cannot be written completely; the log is then unchanged */
  append(writes: readonly Write[], { settings: all }: MemorySession): void {
    if (this.#isClosed)
      throw new Refusal('not-saved', 'The mock is stopping and no longer saves changes.');
    const settings = toSaved(all);
    const text = JSON.stringify(settings);
    const kept = writes.filter((write) => !('settings' in write));
    // Most requests change the clock, which does not survive a restart.
    if (text !== this.#settings) kept.push({ settings });
    if (kept.length === 0) return;
    const line = Buffer.from(`${JSON.stringify(kept)}\n`);
    try {
      appendFileSync(this.#descriptor, line);
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#length);
      const reason = explainWriteError(error);
      const detail = `The state cannot be saved: ${reason}. Nothing was changed. Send the request again after that.`;
      throw new Refusal('not-saved', detail);
    }
    this.#length += line.length;
    this.#settings = text;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }
}
