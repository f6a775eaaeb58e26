import { realpath } from 'node:fs/promises';
import { DocumentError } from '../../../contract/document-error.ts';
import { readErrorCode } from '../../../contract/error-code.ts';
import { type Contract, contract as shipped } from '../../../contract/index.ts';
import { toState } from '../../sessions/to-state.ts';
import type { Store, StoreContents } from '../../store/store.ts';
import { lockFile } from './file-lock.ts';
import { readStamp } from './file-stamp.ts';
import { createObservedStore } from './observed-store.ts';
import { parseFixture } from './parse-fixture.ts';
import { readText } from './read-fixture.ts';
import { createSaver } from './saver.ts';
import type { FixtureOptions } from './to-contents.ts';
import { writeAtomically } from './write-atomically.ts';

/** A file in which the state of a mock is kept. */
export interface StateFile {
  /** What it holds at first; undefined where there is none yet. */
  readonly contents: StoreContents | undefined;
  /** A store whose changes are written to the file. */
  keep(store: Store): Store;
  /**
   * Takes over what somebody else has written to it since. Nothing is written until that can be read.
   * @returns whether there was something
   * @throws DocumentError
   */
  reload(contract: Contract): Promise<boolean>;
  /** Writes what has changed, and gives the file back. @throws when it cannot be written */
  close(): Promise<void>;
}

export interface StateFileOptions extends FixtureOptions {
  /** Whether somebody calls `reload` when the file changes. Default: nobody does. */
  isWatched?: boolean;
  /** Is told, in one line, of each reason why the state cannot be written. */
  onError: (line: string) => void;
}

/**
 * Opens a file for this process alone.
 * @throws DocumentError when it is broken, newer than this program or in use; it is left as it is
 */
export async function openStateFile(
  name: string,
  { contract = shipped, isWatched = false, onError, ...options }: StateFileOptions,
): Promise<StateFile> {
  // A symbolic link stays one: what it leads to is replaced.
  const file = await realpath(name).catch(() => name);
  const unlock = await lockFile(file);
  let stamp = await readStamp(file);
  let schema: unknown;
  let kept: Store | undefined;
  let isChangedOutside = false;
  let lastComplaint = '';
  const complain = (error: unknown): void => {
    const line = error instanceof Error ? error.message : String(error);
    // Whoever watches the file learns from reading it whether it can be taken over.
    if (isChangedOutside && isWatched) return;
    if (line !== lastComplaint) onError(`the state is not kept: ${line}`);
    lastComplaint = line;
  };
  const saver = createSaver(save, complain);
  const contents =
    stamp === undefined
      ? undefined
      : await read(contract).catch(async (error: unknown) => {
          await unlock();
          throw error;
        });
  return {
    contents,
    keep: (store) => {
      kept = store;
      return createObservedStore(store, saver.touch);
    },
    reload: (by) => saver.pause(() => reload(by)),
    close: async () => {
      try {
        await saver.flush();
      } finally {
        await unlock();
      }
    },
  };

  async function read(by: Contract): Promise<StoreContents> {
    const text = await readText(file);
    const read = parseFixture(text, name, { contract: by, ...options });
    ({ $schema: schema } = JSON.parse(text));
    return read;
  }

  async function save(): Promise<void> {
    if (kept === undefined) return;
    const found = await readStamp(file);
    isChangedOutside ||= found !== undefined && found !== stamp;
    if (isChangedOutside)
      throw new DocumentError(
        `${name} was changed by another program, and is left as it is; start again to take it over`,
      );
    const state = toState(await kept.read());
    const text = JSON.stringify(
      { ...(schema === undefined ? {} : { $schema: schema }), ...state },
      null,
      2,
    );
    await writeAtomically(file, `${text}\n`).catch((error: unknown) => {
      const reason = readErrorCode(error) ?? String(error);
      throw new DocumentError(`${name}: it cannot be written (${reason})`);
    });
    stamp = await readStamp(file);
    lastComplaint = '';
  }

  async function reload(by: Contract): Promise<boolean> {
    const found = await readStamp(file);
    if (found === undefined || found === stamp || kept === undefined) return false;
    isChangedOutside = true;
    const contents = await read(by);
    stamp = found;
    isChangedOutside = false;
    await kept.replace(contents);
    return true;
  }
}
