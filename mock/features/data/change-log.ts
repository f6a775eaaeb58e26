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
import { syncFolderAtOnce } from './sync-folder.ts';

/** Tells versions of a file apart: its length and its CRC-32. */
export type Fingerprint = string;

export function toFingerprint(length: number, checksum: number): Fingerprint {
  return `${length}-${toHex(checksum)}`;
}

export interface LoggedChange {
  line: number;
  change: Record<string, unknown>;
}

/** What a log holds. */
export interface ReadLog {
  /** The versions of the state file that the changes continue: that at the start, and each that was written since. */
  bases: readonly Fingerprint[];
  changes: readonly LoggedChange[];
  /** The length of what is whole. After it, there can be the beginning of a line that a process was killed at. */
  length: number;
}

/**
 * Reads a log: a line for each change, `<CRC-32> <JSON>`. A last line that is not whole is left out; no response was sent for
 * its change.
 * @throws DocumentError naming a line that is damaged: leaving it out would lose an acknowledged change
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
 * Whether a line can be what a kill or a power failure left of a write. The line break is written last, so a kill leaves a
 * line without one. A disk can also leave blocks of zeros.
 */
function isTorn(line: Buffer, isOpen: boolean): boolean {
  // A line that is whole but for its break was whole once.
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

function toHex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

interface ChangeLogOptions {
  /** The version of the state file that the next changes continue. */
  base: Fingerprint;
  /** The length of what is whole; what follows is cut off. */
  length: number;
  /** Whether each change is forced to the disk before `append` returns. */
  isSynced: boolean;
}

export interface LogPlace {
  /** How many logs there were before it: their places mean nothing in this one. */
  generation: number;
  position: number;
}

/**
 * The changes since a state file was last written. A change that was appended is in the system's hands: it survives the end
 * of this process, however it ends.
 */
export class ChangeLog {
  readonly #file: string;
  readonly #isSynced: boolean;
  #descriptor: number;
  #inode: number;
  #generation = 0;
  #base: Fingerprint;
  #length: number;
  /** Where the last change ends. */
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

  /** Whether a start would find it. After its folder was removed or replaced, what is appended would be lost. */
  get isInPlace(): boolean {
    try {
      return statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode;
    } catch {
      // The folder cannot be looked into.
      return true;
    }
  }

  /**
   * Starts a new log in the place of one that was removed.
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

  /** Whether it holds changes that the state file may not have. */
  get hasChanges(): boolean {
    return this.#lastChange > 0;
  }

  /** Where the next change begins. */
  get end(): LogPlace {
    return { generation: this.#generation, position: this.#length };
  }

  /**
   * Appends a change.
   * @param json one line of JSON
   * @throws the error of Node if it cannot be written whole; then nothing of it is left
   */
  append(json: string): void {
    this.#write(toLine(json));
    this.#lastChange = this.#length;
  }

  /**
   * Says that the state file is about to be replaced by a version that the changes continue as well. That is forced to the
   * disk, whose version of the log would otherwise not continue the new file after a power failure. Requests go on meanwhile.
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
        // A log that has replaced this one meanwhile says nothing yet.
        if (error === null || generation !== this.#generation) resolve();
        else reject(error);
      });
    });
  }

  /**
   * Drops the changes that a new version of the state file has.
   * @param place where the first change begins that it has not
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

  /** Drops every change. */
  restart(base: Fingerprint): void {
    ftruncateSync(this.#descriptor, 0);
    this.#base = base;
    this.#length = 0;
    this.#lastChange = 0;
  }

  /** @param isDone whether the state file has every change, so that the log can be removed */
  close(isDone: boolean): void {
    const isInPlace = this.isInPlace;
    closeSync(this.#descriptor);
    if (!isDone || !isInPlace) return;
    try {
      rmSync(this.#file, { force: true });
    } catch {
      // It has no changes, so the next start reads nothing from it.
    }
  }

  #write(line: string): void {
    // A log without changes is empty, so that nothing is written before the first one.
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

  /** A part of a line that stays is overwritten by the next one, and until then read as a line that is not whole. */
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
