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
import writeFileAtomic from 'write-file-atomic';
import { DocumentError, explainReadError, readErrorCode } from '../../../contract/errors.ts';
import { type Contract, contract as shipped } from '../../../contract/index.ts';
import { isRecord, parseJson } from '../../../contract/resolve-reference.ts';
import { defaultSession, Refusal } from '../../handler.ts';
import { toState } from '../../sessions/state.ts';
import { MemorySession, MemoryStore, type Write } from '../../store/memory-store.ts';
import type { Settings, Store } from '../../store/store.ts';
import { emptyContents, type StoreContents } from '../../store/store.ts';
import { isOpen, type OpenDelivery } from '../webhooks/delivery.ts';
import { explainWriteError } from './explain-write-error.ts';
import { lockState } from './lock-state.ts';
import { assertOrdinaryFile, parseState, readText } from './read-fixture.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

/** A file with the state of the default session, and a log of changes beside it. */
export interface StateFile {
  /** The contents at the start; undefined if the file did not exist. */
  readonly contents: StoreContents | undefined;
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
 * Opens and locks a file. Each transaction appends one line of JSON to the log, with its writes. The file itself is
 * written at the start and at the end, after which the log is empty.
 * @throws DocumentError when it is damaged, newer than this program or in use; it is not changed
 */
export async function openStateFile(name: string, options: StateFileOptions): Promise<StateFile> {
  // The target of a link is replaced, and not the link.
  const file = await realpath(name).catch(() => name);
  const logFile = `${file}.log`;
  await assertOrdinaryFile(file, name);
  await assertOrdinaryFile(logFile, `${name}.log`);
  const { contract = shipped, start = emptyContents, onError } = options;
  let log: ChangeLog | undefined;
  const unlock = await lockState(file, () => {
    onError(`${name}: another process has taken over its lock; changes are refused`);
    log?.close();
  });
  try {
    const saved = existsSync(file)
      ? await parseState((await readText(file)).text, name, { ...options, contract })
      : undefined;
    const session = new MemorySession(defaultSession, saved?.contents ?? start);
    const { settings = {}, deliveries = [] } = saved?.records ?? {};
    session.apply({ kind: 'settings', settings });
    session.apply({ kind: 'deliveries', deliveries });
    const changes = readLog(logFile, `${name}.log`, onError);
    for (const write of changes) session.apply(write);
    if (changes.length > 0) assertValid(session, `${name}.log`, contract);
    const write = (from: MemorySession): Promise<void> =>
      writeState(file, name, from, saved?.schema);
    // Replaying the log once more would not change the file, so a kill between these two steps loses nothing. Without a
    // file, a log would not tell which contents it applies to.
    if (changes.length > 0 || (saved === undefined && start !== emptyContents))
      await write(session);
    log = new ChangeLog(logFile, `${name}.log`);
    const store = openStore(session, log, onError);
    return {
      contents: saved === undefined && changes.length === 0 ? undefined : session.readAll(),
      store,
      close: async () => {
        try {
          await store.close();
          // From now on, changes are refused: they would be in neither of the files.
          log?.close();
          if (log?.hasChanges === true) await write(store.session(defaultSession));
          rmSync(logFile, { force: true });
        } finally {
          log?.close();
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

function openStore(session: MemorySession, log: ChangeLog, onError: (line: string) => void) {
  const restored: Write[] = [
    { kind: 'contents', contents: session.readAll() },
    { kind: 'settings', settings: session.settings },
    { kind: 'deliveries', deliveries: Array.from(session.deliveries.values(), toDue) },
  ];
  /** The reason that was reported last: once, and not with each refused change. */
  let told = '';
  return new MemoryStore((changed, writes) => {
    if (changed.name !== defaultSession) return;
    try {
      log.append(writes, changed);
      told = '';
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const reason = explainWriteError(error);
      if (reason !== told)
        onError(`the state is not saved: ${reason}; changes are refused with 507`);
      told = reason;
      throw new Refusal(
        'not-saved',
        `The state cannot be saved: ${reason}. Nothing was changed. Send the request again after that.`,
      );
    }
  }, restored);
}

/**
 * Reads the writes in a log. A last line that was cut off was never acknowledged.
 * @throws DocumentError naming a damaged line
 */
function readLog(file: string, name: string, onError: (line: string) => void): Write[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT')
      throw new DocumentError(`${name}: ${explainReadError(error)}`);
  }
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  if (rest !== '')
    onError(
      `${name}: its last line is incomplete and was dropped; the change was never acknowledged`,
    );
  return lines.flatMap((line, at) => {
    const writes = parseJson(line);
    if (isWrites(writes)) return writes;
    throw new DocumentError(
      `${name}:${at + 1}: damaged, or written by another version; delete this line to continue without its changes`,
    );
  });
}

/** Only this file writes the log, so its kinds are enough to recognise a damaged line. The contents are validated later. */
function isWrites(value: unknown): value is Write[] {
  const kinds = ['site', 'route', 'webhook', 'contents', 'settings', 'delivery', 'deliveries'];
  return (
    Array.isArray(value) &&
    value.every((write) => isRecord(write) && kinds.some((kind) => kind === write['kind']))
  );
}

/** @throws DocumentError when contents that were changed by the log violate the contract */
function assertValid(session: MemorySession, name: string, contract: Contract): void {
  const { faults } = toContents(toState(session.readAll()), { contract });
  if (faults !== undefined)
    throw new DocumentError(
      `${name}: ${toSentence(faults)}; start with the contract and the version of site-contract that wrote it`,
    );
}

async function writeState(
  file: string,
  name: string,
  session: MemorySession,
  schema: string | undefined,
): Promise<void> {
  const state = {
    ...(schema === undefined ? {} : { $schema: schema }),
    ...toState(session.readAll()),
    records: {
      settings: toSaved(session.settings),
      deliveries: [...session.deliveries.values()].filter(({ delivery }) => isOpen(delivery)),
    },
  };
  await writeFileAtomic(file, `${JSON.stringify(state, null, 2)}\n`, { mode }).catch((error) => {
    throw new DocumentError(`${name}: ${explainWriteError(error)}; the changes are in ${name}.log`);
  });
}

/** Makes a delivery due at once: its next attempt was planned by a clock that did not survive. */
function toDue({ delivery: { nextAttemptAt: _, ...delivery }, tries }: OpenDelivery): OpenDelivery {
  return { delivery, tries };
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
      closeSync(openSync(file, 'w', mode));
      this.#descriptor = openSync(file, 'a');
    } catch (error) {
      throw new DocumentError(`${name}: ${explainWriteError(error)}`);
    }
  }

  get hasChanges(): boolean {
    return this.#length > 0;
  }

  /** @throws the error of Node, or a Refusal, if it cannot be written completely; the log is then unchanged */
  append(writes: readonly Write[], session: MemorySession): void {
    if (this.#isClosed)
      throw new Refusal('not-saved', 'The mock is stopping and no longer saves changes.');
    const settings = toSaved(session.settings);
    const text = JSON.stringify(settings);
    const kept = writes.filter(({ kind }) => kind !== 'settings');
    // Most requests change the clock, which does not survive a restart.
    if (text !== this.#settings) kept.push({ kind: 'settings', settings });
    if (kept.length === 0) return;
    const line = Buffer.from(`${JSON.stringify(kept)}\n`);
    try {
      appendFileSync(this.#descriptor, line);
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#length);
      throw error;
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
