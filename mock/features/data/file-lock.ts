import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { DocumentError, readErrorCode } from '../../../contract/errors.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import { explainWriteError } from './write-state.ts';

interface Owner {
  pid: number;
  host: string;
  /** When the process started, as the system counts it: numbers of processes come again, this does not. */
  started: string | undefined;
}

/** The locks of this process, by their text. */
const held = new Set<string>();

/**
 * Takes a file for this process alone, by a lock file beside it. The lock of a process that has ended is taken over.
 * @returns what gives the file back
 * @throws DocumentError naming the process that has it
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  const text = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: readStart(process.pid),
    id: randomUUID(),
  });
  // Others in this process may read the lock before its creation returns.
  held.add(text);
  try {
    await take(file, lock, text);
  } catch (error) {
    held.delete(text);
    throw error;
  }
  await removeDrafts(lock);
  return () => release(lock, text);
}

/** @throws DocumentError */
async function take(file: string, lock: string, text: string): Promise<void> {
  // If a round is lost, another process won it, and the next round finds that process.
  for (let round = 0; round < 10; round += 1) {
    if (await create(file, lock, text)) return;
    const other = await readFile(lock, 'utf8').catch(() => undefined);
    if (other === undefined) continue;
    if (isHeld(other)) throw new DocumentError(explain(file, lock, toOwner(other)));
    await takeAway(lock, other);
  }
  throw new DocumentError(`${file}: other processes keep locking it; stop them, or delete ${lock}`);
}

/** The lock file is renamed after it was written, so that it is never read half-written. */
async function create(file: string, lock: string, text: string): Promise<boolean> {
  const draft = `${lock}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await link(draft, lock);
    return true;
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      // Another process may have removed an empty draft before it was written.
      if (await isFolder(path.dirname(lock))) return false;
      throw new DocumentError(`${file}: its folder does not exist; create it`);
    }
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EOPNOTSUPP')
      return createUnlinked(lock, text);
    throw refuseLock(lock, error);
  } finally {
    // Where it could not be written, there may be nothing that could be removed either.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Some file systems have no links. */
async function createUnlinked(lock: string, text: string): Promise<boolean> {
  return writeFile(lock, text, { flag: 'wx' }).then(
    () => true,
    (error: unknown) => {
      if (readErrorCode(error) === 'EEXIST') return false;
      throw refuseLock(lock, error);
    },
  );
}

function refuseLock(lock: string, error: unknown): DocumentError {
  return new DocumentError(`${lock}: cannot be created: ${explainWriteError(error)}`);
}

/** Between the look and this, another process may have taken it over: then that one gets it back. */
async function takeAway(lock: string, stale: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  const taken = await readFile(aside, 'utf8').catch(() => stale);
  if (taken !== stale) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true }).catch(() => undefined);
}

/** What processes left behind that were killed while they took the lock: drafts of it, and stale ones put aside. */
async function removeDrafts(lock: string): Promise<void> {
  const folder = path.dirname(lock);
  const start = `${path.basename(lock)}.`;
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of found) {
    const { name } = entry;
    if (!entry.isFile() || !name.startsWith(start) || !isUuid.test(name.slice(start.length)))
      continue;
    const draft = path.join(folder, name);
    const text = await readFile(draft, 'utf8').catch(() => undefined);
    // A live process that loses an unfinished one writes another.
    if (text === undefined || isHeld(text)) continue;
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function release(lock: string, text: string): Promise<void> {
  held.delete(text);
  const there = await readFile(lock, 'utf8').catch(() => undefined);
  // One that stays is taken over by the next start, since this process has ended by then.
  if (there === text) await rm(lock, { force: true }).catch(() => undefined);
}

function isHeld(text: string): boolean {
  const owner = toOwner(text);
  if (owner === undefined) return false;
  // Processes on another machine or in another container are not visible.
  if (owner.host !== hostname()) return true;
  if (owner.pid === process.pid) return held.has(text);
  return isAlive(owner.pid) && owner.started === readStart(owner.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

/**
 * Field 22 of `/proc/<pid>/stat`, where there is one. The second field can hold blanks and parentheses. A zombie (field 3)
 * has ended, though its parent has not asked how: it started at no time that a lock can hold.
 */
function readStart(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'never' : fields[19];
  } catch {
    return undefined;
  }
}

/** Undefined for an incomplete one. */
function toOwner(text: string): Owner | undefined {
  const owner = parseJson(text);
  if (!isRecord(owner)) return undefined;
  const { pid, host, started } = owner;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { pid, host, started: typeof started === 'string' ? started : undefined };
}

function explain(file: string, lock: string, owner: Owner | undefined): string {
  const { pid, host } = owner ?? { pid: 0, host: '' };
  if (host !== hostname())
    return `${file}: in use by process ${pid} of ${host}; if that process has ended, delete ${lock}`;
  return `${file}: in use by process ${pid}; stop that process, or use another file`;
}
