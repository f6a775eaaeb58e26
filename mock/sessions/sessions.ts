/*
 * mock/sessions/: sessions with their clock, ids and state, and the forms in which state is read and written. It imports store/,
 * behaviours/ and contract/. Start here; contract-state.ts is the state of any contract.
 */

import type { AssumptionValues, Contract } from '../../contract/index.ts';
import { createRandom, createUuidFactory, deriveSeed, type Random } from '../../contract/random.ts';
import { isSessionName, type MockRequest, type OpenSession, sessionHeader } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import type { Awaitable, RecordStore, StoreContents } from '../store/records.ts';
import { pickSlots, type Settings, Slot } from '../store/slot.ts';
import {
  defaultSession,
  type SessionState,
  type Store,
  type TransactionOptions,
} from '../store/store.ts';
import { clockSlot, type Time } from './clock.ts';
import { mergeContents } from './merge-contents.ts';

/** @throws RangeError when the name is not valid */
export function assertSessionName(name: string): void {
  if (!isSessionName(name)) throw new RangeError(refuseName.detail);
}

const nameFault =
  'must be 1 to 64 letters, digits, dots, underscores and hyphens, starting with a letter or digit';

export const refuseName = new Refusal(
  'malformed-request',
  `The header X-Mock-Session ${nameFault}.`,
  {
    faults: [{ header: 'X-Mock-Session', detail: nameFault }],
  },
);

/** The state of the random numbers for ids and keys of a session. */
const randomSlot = new Slot<readonly number[]>('random');

/** What a feature keeps in sessions, besides the records of the contract. */
export interface FeatureData {
  /** The kinds of its records that a reset removes. */
  readonly resetKinds: readonly string[];
  /** The values that survive a reset. */
  readonly keptSlots: readonly Slot<unknown>[];
}

/** The state of a session at one moment. */
export interface MockSnapshot {
  /** The resources. */
  readonly contents: StoreContents;
  /** The clock, the random numbers, and other settings. */
  readonly settings: Settings;
}

/** What work on the state of a session can use besides the state. */
interface SessionContext {
  /** The values of the assumptions, for what the interface leaves open. */
  readonly assumptions: AssumptionValues;
  /** Creates a new id, in the form that the mock uses. */
  createUuid(): string;
}

interface SessionsOptions {
  store: Store;
  time: Time;
  contract: Contract;
  /** The initial contents of each session. */
  contents: StoreContents;
  createId: (() => string) | undefined;
  /** What features keep in sessions. */
  features: readonly FeatureData[];
}

/** Opens sessions for requests, and changes their state. A session is created by the first request that is valid. */
export class Sessions {
  readonly store: Store;
  readonly time: Time;
  readonly #createId: (() => string) | undefined;
  readonly #features: readonly FeatureData[];
  #contents: StoreContents;
  #assumptions: AssumptionValues;
  #createUuid: ReturnType<typeof createUuidFactory>;

  constructor({ store, time, contract, contents, createId, features }: SessionsOptions) {
    this.store = store;
    this.time = time;
    this.#contents = contents;
    this.#createId = createId;
    this.#features = features;
    this.#assumptions = contract.assumptions;
    this.#createUuid = createUuidFactory(contract.assumptions);
  }

  /** The initial contents of a new session. */
  get contents(): StoreContents {
    return this.#contents;
  }

  useContract(contract: Contract): void {
    this.#assumptions = contract.assumptions;
    this.#createUuid = createUuidFactory(contract.assumptions);
  }

  /** Opens the session of a request, or makes the request refused if that is not possible. */
  async open(request: MockRequest): Promise<void> {
    let name = request.sessionName ?? request.header(sessionHeader) ?? defaultSession;
    if (!isSessionName(name)) {
      request.refusal ??= refuseName;
      name = defaultSession;
    }
    try {
      const { own, shared } = await this.store.readSettings(name);
      if (this.time.isStepping) request.session = await this.#step(name, own, shared);
      else request.session = { name, now: this.time.read(clockSlot.read(own ?? {})), shared };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      request.refusal ??= error;
      request.session = { name, now: Date.now(), shared: {} };
    }
  }

  /** Advances the clock to the next request. A session that does not exist yet is not created. */
  async #step(name: string, own: Settings | undefined, shared: Settings): Promise<OpenSession> {
    if (own === undefined) {
      const firstClock = this.time.step(undefined);
      const firstSettings = clockSlot.write({}, firstClock);
      return { name, now: this.time.read(firstClock), shared, firstSettings };
    }
    const now = await this.store.transaction(name, async (state) => {
      const clock = this.time.step(clockSlot.read(state.settings));
      state.putSettings(clockSlot.write(state.settings, clock));
      return this.time.read(clock);
    });
    return { name, now, shared };
  }

  /**
   * Runs work on the state of a session, with the means to create resources.
   * @param session the session of a request, or the name of a session
   */
  transact<T>(
    session: OpenSession | string,
    work: (context: SessionContext, state: SessionState) => Awaitable<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const {
      name,
      now,
      firstSettings = {},
    }: Partial<OpenSession> & { name: string } = typeof session === 'string'
      ? { name: session }
      : session;
    const isReading = options.readOnly === true;
    return this.store.transaction(
      name,
      async (state) => {
        const before = randomSlot.read(state.settings);
        const start = before ?? (isReading ? undefined : await this.#startSeries(state));
        let random: Random | undefined;
        const createUuid = (): string => {
          random ??= createRandom(start ?? this.seedOf(name));
          return this.#createUuid(random, now ?? this.time.read(clockSlot.read(state.settings)));
        };
        const context = {
          assumptions: this.#assumptions,
          createUuid: this.#createId ?? createUuid,
        };
        const result = await work(context, state);
        // Work that only reads cannot store anything.
        if (isReading) return result;
        const { settings } = state;
        const latest = randomSlot.read(settings);
        const position = random === undefined ? start : random.readState();
        // The work may have started another series.
        const series = latest === before ? position : latest;
        const clock = clockSlot.read(settings);
        const currentClock = clock ?? clockSlot.read(firstSettings);
        if (series !== latest || currentClock !== clock)
          state.putSettings(randomSlot.write(clockSlot.write(settings, currentClock), series));
        return result;
      },
      options,
    );
  }

  /** The seed of a session: the one of the mock, or one that is derived from it and the name. */
  seedOf(name: string): number {
    const { seed } = this.store;
    return name === defaultSession ? seed : deriveSeed(seed, name);
  }

  /** Starts the series of random numbers of a session: another one for other records, which may have ids of an earlier series. */
  async #startSeries({ name, records }: SessionState): Promise<readonly number[]> {
    const ids = (await records.readAll()).map(({ id }) => id);
    const seed = this.seedOf(name);
    return createRandom(ids.length === 0 ? seed : deriveSeed(seed, ids.join())).readState();
  }

  /** Replaces all contents, and starts another series of ids. */
  async replace(state: SessionState, contents: StoreContents): Promise<void> {
    await state.records.replaceAll(contents);
    state.putSettings(randomSlot.write(state.settings, await this.#startSeries(state)));
  }

  /** Restores the initial data and settings of a session, except what features keep. */
  reset(name: string): Promise<void> {
    return this.store.transaction(name, async (state) => {
      await state.records.replaceAll(this.#contents);
      for (const { resetKinds } of this.#features)
        for (const kind of resetKinds) await removeAll(state.ownRecords, kind);
      const keptSlots = this.#features.flatMap((feature) => feature.keptSlots);
      state.putSettings(pickSlots(state.settings, keptSlots));
    });
  }

  snapshot(name: string): Promise<MockSnapshot> {
    return this.store.transaction(
      name,
      async (state) => ({ contents: await state.records.readAll(), settings: state.settings }),
      { readOnly: true },
    );
  }

  restore(name: string, { contents, settings }: MockSnapshot): Promise<void> {
    return this.store.transaction(name, async (state) => {
      await state.records.replaceAll(contents);
      const withClock = clockSlot.write(state.settings, clockSlot.read(settings));
      state.putSettings(randomSlot.write(withClock, randomSlot.read(settings)));
    });
  }

  /** Replaces the initial contents, and applies the differences from the previous ones to all sessions. */
  async useContents(contents: StoreContents): Promise<string[]> {
    const before = this.#contents;
    this.#contents = contents;
    const names = (await this.store.listSessions()).map(({ name }) => name);
    for (const name of names)
      await this.store.transaction(name, async (state) => {
        const current = await state.records.readAll();
        await this.replace(state, mergeContents(before, contents, current));
      });
    return names;
  }
}

async function removeAll(records: RecordStore, kind: string): Promise<void> {
  // The list changes with each removal.
  const removed = [...(await records.list(kind))];
  for (const { id } of removed) await records.remove(kind, id);
}
