import { readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { lock } from 'proper-lockfile';
import { DocumentError, readErrorCode } from '../../../contract/errors.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import { explainWriteError } from './explain-write-error.ts';

/**
 * Locks a file for this process. The lock of a process that has ended is taken over: at once on the same machine, where its
 * id is in a file beside the lock, and otherwise after some seconds in which the lock was not renewed.
 * @param onLost called when the lock was lost, for example because this process was suspended for a long time
 * @returns a function that releases the lock
 * @throws DocumentError when another process has the lock
 */
export async function lockState(file: string, onLost: () => void): Promise<() => Promise<void>> {
  const note = `${file}.pid`;
  const take = () => lock(file, { realpath: false, onCompromised: onLost });
  const release = await take().catch((error: unknown) => {
    if (readErrorCode(error) !== 'ELOCKED') throw refuse(file, error);
    const owner = readOwner(note);
    if (owner === undefined || isAlive(owner, file))
      throw new DocumentError(
        `${file}: in use by ${owner === undefined ? 'another process' : `process ${owner.pid} of ${owner.host}`}; stop it, or use another file`,
      );
    rmdirSync(`${file}.lock`);
    return take().catch((failure: unknown) => {
      throw refuse(file, failure);
    });
  });
  held.add(file);
  writeFileSync(note, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
  return async () => {
    held.delete(file);
    rmSync(note, { force: true });
    // A lost lock belongs to another process.
    await release().catch(() => undefined);
  };
}

function refuse(file: string, error: unknown): DocumentError {
  return new DocumentError(`${file}: cannot be locked: ${explainWriteError(error)}`);
}

interface Owner {
  pid: number;
  host: string;
}

/** The files that this process has locked. */
const held = new Set<string>();

function readOwner(note: string): Owner | undefined {
  try {
    const owner = parseJson(readFileSync(note, 'utf8'));
    if (!isRecord(owner)) return undefined;
    const { pid, host } = owner;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host }: Owner, file: string): boolean {
  // Processes of other machines and containers are not visible.
  if (host !== hostname()) return true;
  // An earlier process may have had the same id, for example in a container that was restarted.
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}
