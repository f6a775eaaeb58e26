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
  /** The start time of the process, as reported by the system: process ids are reused, start times are not. */
  started: string | undefined;
}

/** The locks of this process, by their text. */
const held = new Set<string>();

/**
 * Locks a file for this process, with a lock file beside it. Takes over the lock of a process that has ended.
 * @returns a function that releases the lock
 * @throws DocumentError naming the process that has the lock
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
  // If another process wins a round, the next round finds that process.
  for (let round = 0; round < 10; round += 1) {
    if (await create(file, lock, text)) return;
    const other = await readFile(lock, 'utf8').catch(() => undefined);
    if (other === undefined) continue;
    if (isHeld(other)) throw new DocumentError(explain(file, lock, toOwner(other)));
    await takeAway(lock, other);
  }
  throw new DocumentError(`${file}: other processes keep locking it; stop them, or delete ${lock}`);
}

/** The lock file is written under another name, and then linked, so that a partial one is never read. */
async function create(file: string, lock: string, text: string): Promise<boolean> {
  const draft = `${lock}.${randomUUID()}`;
  let isWritten = false;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    isWritten = true;
    await link(draft, lock);
    return true;
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      if (!(await isFolder(path.dirname(lock))))
        throw new DocumentError(`${file}: its folder does not exist; create it`);
      // Another process may have removed an empty draft before it was written.
      if (isWritten) return false;
      throw new DocumentError(`${file}: its folder does not accept new files; use another folder`);
    }
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EOPNOTSUPP')
      return createUnlinked(lock, text);
    throw refuseLock(lock, error);
  } finally {
    // If it could not be written, it may not be removable either.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** For file systems without links. */
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

/** Another process may have taken the lock over since it was read; it then gets the lock back. */
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

/** Removes what killed processes have left: drafts of the lock, and stale locks that were renamed. */
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
    // A live process whose draft is removed writes another one.
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
  // If the lock cannot be removed, the next start takes it over, because this process has ended by then.
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
 * Returns field 22 of `/proc/<pid>/stat`, if it exists. The second field can contain spaces and parentheses. A zombie
 * (field 3) has ended, although its parent has not collected its status, so it matches no lock.
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

/** Returns undefined for an incomplete text. */
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
