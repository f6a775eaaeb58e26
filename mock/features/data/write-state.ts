import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { readErrorCode } from '../../../contract/errors.ts';
import {
  groupRoutes,
  type RoutesOfSites,
  stateFormatVersion,
  toSiteState,
  toWebhookState,
} from '../../sessions/state.ts';
import type { StoreView } from '../../store/memory-store.ts';
import type { RecordValues } from '../../store/store.ts';
import { toStamp } from './watch-files.ts';

/** How long text is written without interruption, in milliseconds: no request is handled meanwhile. */
const sliceTime = 2;

/** Number of routes that are grouped without interruption. */
const groupSize = 1000;

/** The contents of a state file besides the resources. */
interface Extras {
  /** The location of the schema, for editors. Default: none. */
  schema?: unknown;
  records?: RecordValues | undefined;
}

/** Writes a state as JSON in small pieces, indented like JSON.stringify with two spaces. */
export function* writeState(
  { workspaces, routes, webhooks }: StoreView,
  { schema, records }: Extras = {},
): Generator<string> {
  const routesOfSites: RoutesOfSites = new Map();
  for (let at = 0; at < routes.length; at += groupSize) {
    groupRoutes(routes.slice(at, at + groupSize), routesOfSites);
    // An empty piece, so that requests are handled in between.
    yield '';
  }
  const sitesOf = new Map(workspaces.map(({ id, sites }) => [id, sites]));
  const ids = new Set([...sitesOf.keys(), ...webhooks.map(({ workspaceId }) => workspaceId)]);
  yield '{\n';
  if (schema !== undefined) yield `  "$schema": ${JSON.stringify(schema)},\n`;
  yield `  "formatVersion": ${stateFormatVersion},\n  "workspaces": [`;
  let isFirst = true;
  for (const id of ids) {
    const registered = webhooks.filter(({ workspaceId }) => workspaceId === id);
    yield `${isFirst ? '' : ','}\n    {\n      "id": ${JSON.stringify(id)},\n      "sites": `;
    yield* writeList(sitesOf.get(id) ?? [], (stored) =>
      toSiteState(stored.read(), stored.locale, routesOfSites),
    );
    yield ',\n      "webhooks": ';
    yield* writeList(registered, ({ webhook }) => toWebhookState(webhook));
    yield '\n    }';
    isFirst = false;
  }
  yield isFirst ? ']' : '\n  ]';
  if (records !== undefined) yield `,\n  "records": ${indent(records, '  ')}`;
  yield '\n}\n';
}

function* writeList<Item>(
  items: readonly Item[],
  toValue: (item: Item) => unknown,
): Generator<string> {
  yield '[';
  let start = '\n        ';
  for (const item of items) {
    yield start + indent(toValue(item), '        ');
    start = ',\n        ';
  }
  yield items.length === 0 ? ']' : '\n      ]';
}

function indent(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
}

export interface Draft {
  fingerprint: Fingerprint;
  /** The version stamp of the draft, which renaming does not change. */
  stamp: string;
  /**
   * Renames the draft to the file, which is the old or the new version at any time.
   * @param check throws if the old version must stay. It runs last, because a later change by another program is lost
   */
  publish(check: () => void): void;
  /** Flushes the name to the disk. Until then, a power failure can restore the old version. */
  settle(): Promise<void>;
  discard(): Promise<void>;
}

/** Writes pieces of text to a draft of a file, and flushes them to the disk. Requests are handled between pieces. */
export async function writeDraft(file: string, pieces: Iterable<string>): Promise<Draft> {
  const draft = `${file}.tmp`;
  const discard = (): Promise<void> => rm(draft, { force: true });
  // A killed process may have left a draft.
  await discard();
  const { mode } = await stat(file).catch(() => ({ mode: 0o666 }));
  const handle = await open(draft, 'wx', mode & 0o777);
  let checksum = 0;
  let length = 0;
  let stamp = '';
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await handle.writeFile(bytes);
    checksum = crc32(bytes, checksum);
    length += bytes.length;
  };
  try {
    let text = '';
    let began = performance.now();
    for (const piece of pieces) {
      text += piece;
      if (performance.now() - began < sliceTime) continue;
      await write(text);
      text = '';
      began = performance.now();
    }
    await write(text);
    await handle.sync();
    stamp = toStamp(await handle.stat({ bigint: true }));
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await discard().catch(() => undefined);
    throw error;
  }
  return {
    fingerprint: toFingerprint(length, checksum),
    stamp,
    publish: (check) => {
      check();
      renameSync(draft, file);
    },
    settle: () => syncFolder(file),
    discard,
  };
}

/** Identifies a version of a file by its length and CRC-32. */
export type Fingerprint = string;

export function toFingerprint(length: number, checksum: number): Fingerprint {
  return `${length}-${toHex(checksum)}`;
}

export function toHex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}

/**
 * Flushes the name of a file to the disk, which its folder contains.
 * @throws the error of Node
 */
async function syncFolder(file: string): Promise<void> {
  try {
    const handle = await open(path.dirname(file), 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!keepsNames(error)) throw error;
  }
}

/** Like `syncFolder`, but synchronous. */
export function syncFolderAtOnce(file: string): void {
  try {
    const descriptor = openSync(path.dirname(file), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!keepsNames(error)) throw error;
  }
}

/** Not every system can open or flush a folder. Those systems save file names without it. */
function keepsNames(error: unknown): boolean {
  const code = readErrorCode(error);
  return ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].some((one) => one === code);
}

/** Reasons why a file cannot be written, and what to do, by error code. */
const explanations: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ENOSPC: ['no space is left on the disk', 'free some space'],
  EDQUOT: ['the disk quota is used up', 'delete files of this user, or raise the quota'],
  EFBIG: ['the file is larger than this process may write', 'raise the limit of `ulimit -f`'],
  EROFS: ['the file system is read-only', 'make it writable, or use a file on another one'],
  EACCES: ['permission denied', 'allow this user to write there, or use another file'],
  EPERM: ['permission denied', 'allow this user to write there, or use another file'],
  EIO: ['the disk reported an error', 'check the disk, or use a file on another one'],
  ENOENT: ['its folder was removed', 'create the folder'],
  ENOTDIR: ['a folder in the path is a file', 'correct the path'],
  EISDIR: ['it is a folder', 'name a file'],
  ENAMETOOLONG: ['its name is too long', 'use a shorter name'],
  EEXIST: ['a file is in its place', 'move that file away'],
  EMFILE: ['this process has too many open files', 'raise the limit of `ulimit -n`'],
  ENFILE: ['the system has too many open files', 'stop programs, or raise its limit'],
};

/** Explains why a file cannot be written, and what to do. */
export function explainWriteError(error: unknown): string {
  const code = readErrorCode(error) ?? String(error);
  const [reason, advice] = explanations[code] ?? ['cannot be written', 'use another file'];
  return `${reason} (${code}); ${advice}`;
}

/** How long changes are collected before they are saved, in milliseconds. */
const gatherFor = 100;

/** The pause between saves is at least this many times the duration of the last one. */
const share = 10;

/** Saves soon after changes, and never twice at the same time. */
export class Saver {
  readonly #save: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isDirty = false;
  /** Whether a change during a task waits for its end. */
  #isWaiting = false;
  #isClosed = false;
  #lasted = 0;

  constructor(save: () => Promise<void>, onError: (error: unknown) => void) {
    this.#save = save;
    this.#onError = onError;
  }

  /** Reports a change. */
  touch(): void {
    this.#isDirty = true;
    if (this.#running === undefined) this.#schedule();
    else this.#isWaiting = true;
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const wait = Math.max(gatherFor, this.#lasted * share);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch(this.#onError);
    }, wait);
  }

  /** Saves changes immediately. @throws the error of the save */
  async flush(): Promise<void> {
    await this.pause(async () => {
      // The previous task may have set the timer.
      clearTimeout(this.#timer);
      this.#timer = undefined;
      // The previous save may have started before the last change.
      if (!this.#isDirty) return;
      this.#isDirty = false;
      const started = performance.now();
      try {
        await this.#save();
      } catch (error) {
        // The next change triggers another attempt.
        this.#isDirty = true;
        throw error;
      } finally {
        this.#lasted = performance.now() - started;
      }
    });
  }

  /** Runs a task while no save runs. @throws the error of the task */
  async pause<T>(task: () => Promise<T>): Promise<T> {
    while (this.#running !== undefined) await this.#running;
    const result = task();
    this.#running = result.then(
      () => undefined,
      () => undefined,
    );
    return result.finally(() => {
      this.#running = undefined;
      if (this.#isWaiting) this.#schedule();
      this.#isWaiting = false;
    });
  }

  /** Saves changes for the last time. @throws the error of the save */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }
}
