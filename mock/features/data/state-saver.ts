import { existsSync, statSync } from 'node:fs';
import { DocumentError, explainWriteError } from '../../../contract/errors.ts';
import type { Contract } from '../../../contract/index.ts';
import { clockSlot } from '../../sessions/clock.ts';
import { toSavedState } from '../../sessions/saved-state.ts';
import type { MemorySession, Write } from '../../store/memory-session.ts';
import type { Settings } from '../../store/slot.ts';
import { deliveryKind, isOpen } from '../webhooks/delivery.ts';
import { ChangeLog } from './change-log.ts';
import { type FileLock, takenOver } from './file-lock.ts';
import { writeJson } from './long-json.ts';
import { saveFile } from './save-file.ts';

/** A file that this process has locked. */
export interface LockedFile {
  path: string;
  /** As the user wrote it, for messages. */
  name: string;
  lock: FileLock;
  /** It decides in which form the state is written. */
  contract: Contract;
}

/** The length of a log that starts it again, in bytes. */
const usualLog = 64 * 2 ** 20;

export interface SaverOptions {
  /** The length of a log that is not written to the file yet, in bytes. Default: 64 MiB, or the size of a larger file. */
  longestLog?: number | undefined;
  /** Called with one line for each thing that the user should know. */
  onError(line: string): void;
}

/** Saves a session: each change in a log, and all of it in the file when the log is long, and at the end. */
export class StateSaver {
  readonly #file: LockedFile;
  readonly #session: MemorySession;
  readonly #options: SaverOptions;
  readonly #log: ChangeLog;
  /** The settings that were logged last, as text. */
  #settings = '';
  /** The length of the log at which it starts again. */
  #restartAt: number;
  #restart: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /**
   * Starts an empty log. The changes of an earlier one must be in the file.
   * @throws DocumentError when it cannot be created
   */
  constructor(file: LockedFile, session: MemorySession, options: SaverOptions) {
    this.#file = file;
    this.#session = session;
    this.#options = options;
    this.#log = new ChangeLog(`${file.path}.log`, `${file.name}.log`, file.lock);
    this.#restartAt = this.#readLongest();
  }

  /** Logs a transaction. @throws Refusal if that cannot be done completely */
  append(writes: readonly Write[]): void {
    const settings = toSaved(this.#session.settings);
    const text = JSON.stringify(settings);
    const kept = writes.filter((write) => !('settings' in write));
    // Most requests change the clock, which does not survive a restart.
    if (text !== this.#settings) kept.push({ settings });
    if (kept.length === 0) return;
    this.#log.append(kept);
    this.#settings = text;
    if (this.#log.length < this.#restartAt) return;
    this.#restartAt = Number.POSITIVE_INFINITY;
    this.#restart = this.#restartLog();
  }

  /** Writes the file, and starts the log again, while further changes are logged. */
  async #restartLog(): Promise<void> {
    const position = this.#log.length;
    try {
      await saveSession(this.#file, this.#session);
      await this.#log.dropUntil(position);
    } catch (error) {
      const { name } = this.#file;
      this.#options.onError(
        `${name}.log: it grows further; ${toDocumentError(error, name).message}`,
      );
    }
    this.#restartAt = this.#log.length + this.#readLongest();
  }

  /** A large file is not written again for a few changes. */
  #readLongest(): number {
    const size = statSync(this.#file.path, { throwIfNoEntry: false })?.size ?? 0;
    return this.#options.longestLog ?? Math.max(usualLog, size);
  }

  /** Writes all changes to the file, removes the log, and releases the lock. @throws DocumentError if that is not possible */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // From now on, changes are refused: they would be in neither of the files.
    this.#log.close();
    try {
      await this.#restart;
      assertHeld(this.#file);
      if (this.#log.length > 0) await saveSession(this.#file, this.#session);
      this.#log.remove();
    } finally {
      this.#log.release();
      await this.#file.lock.release();
    }
  }
}

/**
 * Writes the file. The session is read before anything else can change it: a transaction in progress may be taken back.
 * @throws DocumentError if it cannot be written as a whole; it is then unchanged
 */
export async function saveSession(file: LockedFile, session: MemorySession): Promise<void> {
  const { state, rest: otherRecords } = toSavedState(file.contract, session.records.readAllNow());
  const deliveries = deliveryKind.select(session.ownRecords.readAllNow());
  const open = deliveries.filter(({ value }) => isOpen(value));
  const records = {
    settings: toSaved(session.settings),
    deliveries: open.map(({ value, hidden }) => ({ delivery: value, tries: hidden.tries })),
    ...(otherRecords.length > 0 && { rest: otherRecords }),
  };
  try {
    await saveFile(file.path, writeState({ ...state, records }), () => assertHeld(file));
  } catch (error) {
    const { message } = toDocumentError(error, file.name);
    const hasLog = existsSync(`${file.path}.log`);
    throw new DocumentError(hasLog ? `${message}; the changes are in ${file.name}.log` : message);
  }
}

function* writeState(state: object): Generator<string> {
  yield* writeJson(state, '\n');
  yield '\n';
}

/** @throws DocumentError when another process has the file */
function assertHeld({ name, lock }: LockedFile): void {
  if (!lock.isHeld()) throw new DocumentError(`${name}: ${takenOver}`);
}

function toDocumentError(error: unknown, name: string): DocumentError {
  if (error instanceof DocumentError) return error;
  return new DocumentError(`${name}: ${explainWriteError(error)}`);
}

/** The settings that survive a restart. */
export function toSaved(settings: Settings): Settings {
  return clockSlot.write(settings, undefined);
}
