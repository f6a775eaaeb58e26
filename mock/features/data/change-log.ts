import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { setImmediate as pause } from 'node:timers/promises';
import { DocumentError, explainWriteError } from '../../../contract/errors.ts';
import { Refusal } from '../../refusal.ts';
import { type FileLock, takenOver } from './file-lock.ts';
import { writeJson } from './long-json.ts';
import { notStored, secretMode } from './save-file.ts';

/** How many bytes are copied without a pause for other work. */
const copiedAtOnce = 2 ** 20;

/**
 * The log beside a state file, one line of JSON for each change. It is written without waiting, so a killed process loses nothing
 * that it acknowledged.
 */
export class ChangeLog {
  readonly #file: string;
  readonly #name: string;
  readonly #lock: FileLock;
  #descriptor: number;
  #length = 0;
  /** Why no more changes are saved. */
  #refusal: string | undefined;

  /**
   * Starts an empty log. The changes of an earlier one must be in the file.
   * @param name of the log in messages
   * @throws DocumentError when it cannot be created
   */
  constructor(file: string, name: string, lock: FileLock) {
    this.#file = file;
    this.#name = name;
    this.#lock = lock;
    try {
      rmSync(file, { force: true });
      this.#descriptor = createFile(file);
    } catch (error) {
      throw new DocumentError(`${name}: ${explainWriteError(error)}`);
    }
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /**
   * Adds a line before the change is acknowledged.
   * @throws Refusal if it cannot be written completely; the log is then unchanged
   */
  append(change: unknown): void {
    if (this.#refusal !== undefined) throw refuse(this.#refusal);
    const before = this.#length;
    try {
      for (const piece of toLine(change)) this.#write(Buffer.from(piece));
    } catch (error) {
      this.#takeBack(before);
      throw refuse(
        `${explainWriteError(error)}. Nothing was changed. Send the request again after that.`,
      );
    }
    if (this.#lock.isHeld()) return;
    // Another process may have read the log before this line, or the log of that process is another file.
    this.close(`${takenOver}. Stop this mock.`);
    throw refuse(this.#refusal ?? '');
  }

  #write(bytes: Uint8Array): void {
    appendFileSync(this.#descriptor, bytes);
    this.#length += bytes.length;
  }

  #takeBack(length: number): void {
    try {
      ftruncateSync(this.#descriptor, length);
      this.#length = length;
    } catch (error) {
      // A start drops an incomplete line only if it is the last one.
      this.close(`${explainWriteError(error)}. Restart the mock after that.`);
    }
  }

  /** Saves no more changes. @param reason for clients */
  close(reason = 'the mock is stopping.'): void {
    this.#refusal ??= reason;
  }

  /**
   * Removes the changes up to a position, once they are in the file.
   * @throws the system error; the log is then unchanged
   */
  async dropUntil(position: number): Promise<void> {
    const draft = `${this.#file}.tmp`;
    rmSync(draft, { force: true });
    const next = createFile(draft);
    try {
      await this.#copyFrom(position, next);
      // Without a pause from here on, no change can be missing.
      fsyncSync(next);
      this.#assertCopied(next, this.#length - position);
      renameSync(draft, this.#file);
    } catch (error) {
      closeSync(next);
      rmSync(draft, { force: true });
      throw error;
    }
    closeSync(this.#descriptor);
    this.#descriptor = next;
    this.#length -= position;
  }

  /** Copies the changes after a position, also those that arrive meanwhile. */
  async #copyFrom(position: number, target: number): Promise<void> {
    const buffer = Buffer.alloc(copiedAtOnce);
    let at = position;
    while (at < this.#length) {
      if (this.#length - at > copiedAtOnce) await pause();
      const size = Math.min(copiedAtOnce, this.#length - at);
      const read = readSync(this.#descriptor, buffer, 0, size, at);
      if (read === 0) throw notStored();
      appendFileSync(target, buffer.subarray(0, read));
      at += read;
    }
  }

  #assertCopied(target: number, size: number): void {
    if (fstatSync(target).size !== size) throw notStored();
    if (!this.#lock.isHeld()) throw new DocumentError(`${this.#name}: ${takenOver}`);
  }

  /** Removes the log, once all changes are in the file. That of another process stays. */
  remove(): void {
    this.close();
    const opened = fstatSync(this.#descriptor);
    const current = statSync(this.#file, { throwIfNoEntry: false });
    const isOwn = current?.ino === opened.ino && current.dev === opened.dev;
    if (isOwn && this.#lock.isHeld()) rmSync(this.#file, { force: true });
  }

  /** Closes the file of the log. */
  release(): void {
    this.close();
    closeSync(this.#descriptor);
  }
}

function refuse(reason: string): Refusal {
  return new Refusal('not-saved', `The state cannot be saved: ${reason}`);
}

/** An existing file would keep its mode. */
function createFile(file: string): number {
  return openSync(file, 'ax+', secretMode);
}

/** Most changes are short, and are written at once. */
function* toLine(change: unknown): Generator<string> {
  let last = '';
  for (const piece of writeJson(change)) {
    if (last !== '') yield last;
    last = piece;
  }
  yield `${last}\n`;
}
