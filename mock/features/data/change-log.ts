import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { DocumentError } from '../../../contract/errors.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import { type Fingerprint, syncFolderAtOnce, toHex } from './write-state.ts';

export interface LoggedChange {
  line: number;
  change: Record<string, unknown>;
}

/** The contents of a log. */
export interface ReadLog {
  /** The versions of the state file that the changes apply to: the initial one, and each that was written since. */
  bases: readonly Fingerprint[];
  changes: readonly LoggedChange[];
  /** The length of all complete lines. A partial line may follow if a process was killed while writing. */
  length: number;
}

/**
 * Reads a log with one line for each change, `<CRC-32> <JSON>`. An incomplete last line is ignored, because no response
 * was sent for its change.
 * @throws DocumentError naming a damaged line: ignoring it would lose an acknowledged change
 */
export function readLog(bytes: Buffer, name: string): ReadLog {
  const bases: Fingerprint[] = [];
  const changes: LoggedChange[] = [];
  let length = 0;
  let damaged: number | undefined;
  let line = 0;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    const text = bytes.subarray(start, end === -1 ? bytes.length : end);
    const change = end === -1 ? undefined : parseLine(text);
    start += text.length + 1;
    if (change === undefined) {
      damaged ??= line + 1;
      if (!isTorn(text, end === -1)) throw refuseDamaged(name, damaged);
    } else if (damaged !== undefined) throw refuseDamaged(name, damaged);
    else {
      length = start;
      if (typeof change['base'] === 'string') bases.push(change['base']);
      else changes.push({ line: line + 1, change });
    }
  }
  return { bases, changes, length };
}

function parseLine(bytes: Buffer): Record<string, unknown> | undefined {
  const json = bytes.subarray(9);
  if (bytes.toString('latin1', 0, 9) !== `${toHex(crc32(json))} `) return undefined;
  const change = parseJson(json.toString());
  return isRecord(change) ? change : undefined;
}

/**
 * Whether a kill or a power failure can have left a line like this. The line break is written last, so a line without
 * one is incomplete. A disk can also leave blocks of zeros.
 */
function isTorn(line: Buffer, isOpen: boolean): boolean {
  // A line that lacks only its line break was complete once.
  if (isOpen) return parseLine(line.subarray(0, -1)) === undefined;
  return line.includes(blockOfZeros);
}

const blockOfZeros = Buffer.alloc(16);

function refuseDamaged(name: string, line: number): DocumentError {
  return new DocumentError(
    `${name}:${line}: the line is damaged; restore the file from a backup, delete this line to continue without its change, or delete the file to continue without any of its changes`,
  );
}

function toLine(json: string): string {
  return `${toHex(crc32(json))} ${json}\n`;
}

interface ChangeLogOptions {
  /** The version of the state file that the next changes apply to. */
  base: Fingerprint;
  /** The length of all complete lines; the rest is cut off. */
  length: number;
  /** Whether each change is flushed to the disk before `append` returns. */
  isSynced: boolean;
}

export interface LogPlace {
  /** Number of earlier logs: a position in one of them does not apply to this one. */
  generation: number;
  position: number;
}

/**
 * The changes since the last write of the state file. An appended change is in the system's cache, so it survives any
 * end of this process.
 */
export class ChangeLog {
  readonly #file: string;
  readonly #isSynced: boolean;
  #descriptor: number;
  #inode: number;
  #generation = 0;
  #base: Fingerprint;
  #length: number;
  /** The end of the last change. */
  #lastChange: number;

  constructor(file: string, { base, length, isSynced }: ChangeLogOptions) {
    this.#file = file;
    this.#isSynced = isSynced;
    this.#base = base;
    this.#length = length;
    this.#lastChange = length;
    this.#descriptor = openSync(file, length === 0 ? 'w+' : 'r+');
    this.#inode = fstatSync(this.#descriptor).ino;
    ftruncateSync(this.#descriptor, length);
    if (isSynced) syncFolderAtOnce(file);
  }

  /**
   * Whether the next start would find the log. If its folder was removed or replaced, appended changes would be lost.
   */
  get isInPlace(): boolean {
    try {
      return statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode;
    } catch {
      // The folder cannot be read.
      return true;
    }
  }

  /**
   * Starts a new log after the previous one was removed.
   * @throws the error of Node, for example if the folder was removed as well
   */
  reopen(base: Fingerprint): void {
    const descriptor = openSync(this.#file, 'wx+');
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
    this.#inode = fstatSync(descriptor).ino;
    this.#generation += 1;
    this.#base = base;
    this.#length = 0;
    this.#lastChange = 0;
    if (this.#isSynced) syncFolderAtOnce(this.#file);
  }

  /** Whether the log has changes that may not be in the state file. */
  get hasChanges(): boolean {
    return this.#lastChange > 0;
  }

  /** The position of the next change. */
  get end(): LogPlace {
    return { generation: this.#generation, position: this.#length };
  }

  /**
   * Appends a change.
   * @param json one line of JSON
   * @throws the error of Node if it cannot be written completely; the log is then unchanged
   */
  append(json: string): void {
    this.#write(toLine(json));
    this.#lastChange = this.#length;
  }

  /**
   * Records that a new version of the state file is about to replace the current one, and that the changes also apply
   * to it. The record is flushed to the disk; otherwise the log could be unrelated to the new file after a power
   * failure. Requests continue meanwhile.
   * @throws the error of Node
   */
  async announce(base: Fingerprint): Promise<void> {
    for (let generation = -1; generation !== this.#generation; ) {
      generation = this.#generation;
      this.#write(toLine(JSON.stringify({ base })));
      await this.#force(generation);
    }
  }

  #force(generation: number): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => {
        // A log that has replaced this one meanwhile needs no record yet.
        if (error === null || generation !== this.#generation) resolve();
        else reject(error);
      });
    });
  }

  /**
   * Removes the changes that a new version of the state file contains.
   * @param place the position of the first change that it does not contain
   */
  trim(base: Fingerprint, { generation, position }: LogPlace): void {
    const from = generation === this.#generation ? position : 0;
    if (this.#lastChange <= from) {
      this.restart(base);
      return;
    }
    const rest = Buffer.alloc(this.#length - from);
    readSync(this.#descriptor, rest, 0, rest.length, from);
    const bytes = Buffer.concat([Buffer.from(toLine(JSON.stringify({ base }))), rest]);
    const temporary = `${this.#file}.tmp`;
    const descriptor = openSync(temporary, 'w+');
    try {
      writeAll(descriptor, bytes, 0);
      if (this.#isSynced) fdatasyncSync(descriptor);
      renameSync(temporary, this.#file);
    } catch (error) {
      closeSync(descriptor);
      rmSync(temporary, { force: true });
      throw error;
    }
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
    this.#inode = fstatSync(descriptor).ino;
    this.#base = base;
    this.#lastChange += bytes.length - this.#length;
    this.#length = bytes.length;
    if (this.#isSynced) syncFolderAtOnce(this.#file);
  }

  /** Removes all changes. */
  restart(base: Fingerprint): void {
    ftruncateSync(this.#descriptor, 0);
    this.#base = base;
    this.#length = 0;
    this.#lastChange = 0;
  }

  /** @param isDone whether the state file contains every change, so that the log can be removed */
  close(isDone: boolean): void {
    const isInPlace = this.isInPlace;
    closeSync(this.#descriptor);
    if (!isDone || !isInPlace) return;
    try {
      rmSync(this.#file, { force: true });
    } catch {
      // The log has no changes, so the next start ignores it.
    }
  }

  #write(line: string): void {
    // A log without changes is empty: the head is written with the first change.
    const head = this.#length === 0 ? toLine(JSON.stringify({ base: this.#base })) : '';
    const bytes = Buffer.from(head + line);
    try {
      writeAll(this.#descriptor, bytes, this.#length);
      if (this.#isSynced) fdatasyncSync(this.#descriptor);
    } catch (error) {
      this.#cutOff();
      throw error;
    }
    this.#length += bytes.length;
  }

  /** If part of a line remains, the next line overwrites it. Until then, it is read as an incomplete line. */
  #cutOff(): void {
    try {
      ftruncateSync(this.#descriptor, this.#length);
    } catch {}
  }
}

function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
}
