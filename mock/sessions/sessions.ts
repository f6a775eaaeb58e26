import type { Contract } from '../../contract/index.ts';
import { createRandom, createUuidFactory, deriveSeed, type Random } from '../../contract/random.ts';
import type { MockEvents } from '../events.ts';
import {
  defaultSession,
  isSessionName,
  type MockRequest,
  type OpenSession,
  sessionHeader,
} from '../handler.ts';
import {
  type BehaviourContext,
  createResourceFactory,
  type ResourceContext,
} from '../operations/index.ts';
import { Refusal } from '../refusal.ts';
import type { Awaitable, RecordStore, StoreContents } from '../store/records.ts';
import type {
  ClockState,
  Either,
  SessionState,
  Settings,
  SettingsAccess,
  Store,
  TransactionOptions,
} from '../store/store.ts';
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

/** The state of a session at one moment. */
export interface MockSnapshot {
  /** The resources. */
  readonly contents: StoreContents;
  /** The clock, the random numbers, and other settings. */
  readonly settings: Settings;
}

interface SessionsOptions {
  store: Store;
  time: Time;
  contract: Contract;
  /** The initial contents of each session. */
  contents: StoreContents;
  createId: (() => string) | undefined;
  /** The kinds of records of features that a reset removes. */
  resetKinds: readonly string[];
}

/** Opens sessions for requests, and changes their state. A session is created by the first request that is valid. */
export class Sessions {
  readonly store: Store;
  readonly time: Time;
  readonly #createId: (() => string) | undefined;
  readonly #resetKinds: readonly string[];
  #contents: StoreContents;
  #resources: Pick<ResourceContext, 'assumptions' | 'writeUuid' | 'createResource'>;
  #createUuid: ReturnType<typeof createUuidFactory>;

  constructor({ store, time, contract, contents, createId, resetKinds }: SessionsOptions) {
    this.store = store;
    this.time = time;
    this.#contents = contents;
    this.#createId = createId;
    this.#resetKinds = resetKinds;
    this.#resources = toResources(contract);
    this.#createUuid = createUuidFactory(contract.assumptions);
  }

  /** The initial contents of a new session. */
  get contents(): StoreContents {
    return this.#contents;
  }

  useContract(contract: Contract): void {
    this.#resources = toResources(contract);
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
      else request.session = { name, now: this.time.read(own?.clock), shared };
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
      return { name, now: this.time.read(firstClock), shared, firstClock };
    }
    const now = await this.store.transaction(name, async (state) => {
      const clock = this.time.step(state.settings.clock);
      state.putSettings({ ...state.settings, clock });
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
    work: (context: BehaviourContext, state: SessionState) => Awaitable<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const { name, now, firstClock }: Partial<OpenSession> & { name: string } =
      typeof session === 'string' ? { name: session } : session;
    const isReading = options.readOnly === true;
    return this.store.transaction(
      name,
      async (state) => {
        const before = state.settings.random;
        const start = before ?? (isReading ? undefined : await this.#startSeries(state));
        let random: Random | undefined;
        const createUuid = (): string => {
          random ??= createRandom(start ?? this.seedOf(name));
          return this.#createUuid(random, now ?? this.time.read(state.settings.clock));
        };
        const { assumptions, writeUuid, createResource } = this.#resources;
        const context = {
          assumptions,
          createUuid: this.#createId ?? createUuid,
          writeUuid,
          createResource,
          store: state.records,
        };
        const result = await work(context, state);
        // Work that only reads cannot store anything.
        if (isReading) return result;
        const { settings } = state;
        const clock = settings.clock ?? firstClock;
        // The work may have started another series.
        const isSame = settings.random === before;
        const series = isSame ? (random?.readState() ?? start) : settings.random;
        if (series !== settings.random || clock !== settings.clock)
          state.putSettings({ ...settings, clock, random: series });
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
    state.putSettings({ ...state.settings, random: await this.#startSeries(state) });
  }

  /** Restores the initial data and settings of a session. The secrets of its webhooks stay. */
  reset(name: string): Promise<void> {
    return this.store.transaction(name, async (state) => {
      await state.records.replaceAll(this.#contents);
      for (const kind of this.#resetKinds) await removeAll(state.ownRecords, kind);
      state.putSettings({ webhookSeed: state.settings.webhookSeed });
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
      const { clock, random } = settings;
      state.putSettings({ ...state.settings, clock, random });
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

function toResources(contract: Contract) {
  const isUpper = contract.assumptions['uuid-case'] === 'upper';
  return {
    assumptions: contract.assumptions,
    writeUuid: (id: string) => (isUpper ? id.toUpperCase() : id.toLowerCase()),
    createResource: createResourceFactory(contract),
  };
}

/** The start of a seeded clock. It is fixed, so that a run can be repeated byte for byte. */
const start = Date.UTC(2026, 0, 1);

/** The first and the last instant that a date and time with four digits for the year can name (RFC 3339, section 1). */
const earliestTime = Date.parse('0000-01-01T00:00:00.000Z');
export const latestTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the nearest time with a four-digit year. */
export function toNameable(time: number): number {
  return Math.min(Math.max(time, earliestTime), latestTime);
}

/** Reads and changes the clocks of sessions. States are immutable. */
export class Time {
  readonly #readSource: (() => number) | undefined;

  /** @param readSource returns milliseconds since 1970. Default: a fixed start, and a second more with each request */
  constructor(readSource: (() => number) | undefined) {
    this.#readSource = readSource;
  }

  /** Whether each request advances the clock. */
  get isStepping(): boolean {
    return this.#readSource === undefined;
  }

  /** Returns the current time of a clock, in milliseconds since 1970. */
  read(clock: ClockState | undefined): number {
    return clock?.frozenAt ?? toNameable(this.#source(clock) + (clock?.offset ?? 0));
  }

  /** Advances a clock that steps to the next request. */
  step(clock: ClockState | undefined): ClockState | undefined {
    if (!this.isStepping || clock?.frozenAt !== undefined) return clock;
    return { offset: 0, ...clock, stepped: this.#source(clock) + 1000 };
  }

  /** Stops a clock at the current or the given time, which never leaves the years 0 to 9999. */
  freeze(clock: ClockState | undefined, at = this.read(clock)): ClockState {
    assertTime(at);
    return { offset: 0, ...clock, frozenAt: toNameable(at) };
  }

  /** Starts a clock again from its current time. */
  resume(clock: ClockState | undefined): ClockState | undefined {
    return clock?.frozenAt === undefined ? clock : this.#moveTo(clock, clock.frozenAt);
  }

  /** Advances a clock, whether it is frozen or not. */
  advance(clock: ClockState | undefined, milliseconds: number): ClockState {
    const time = this.read(clock) + milliseconds;
    assertTime(time);
    return clock?.frozenAt === undefined
      ? this.#moveTo(clock, toNameable(time))
      : { ...clock, frozenAt: toNameable(time) };
  }

  #moveTo(clock: ClockState | undefined, time: number): ClockState {
    const { frozenAt: _, ...others } = clock ?? {};
    return { ...others, offset: time - this.#source(clock) };
  }

  #source(clock: ClockState | undefined): number {
    return this.#readSource?.() ?? clock?.stepped ?? start;
  }
}

function assertTime(time: number): void {
  if (Number.isNaN(Number(time))) throw new RangeError('the time of the clock must be a number');
}

/** The clock of a session: it can be read, stopped and advanced. */
export interface MockClock {
  /** Whether the clock is stopped. */
  readonly frozen: boolean;
  /** The current time in milliseconds since 1970. */
  read(): number;
  /** Stops the clock at the current or the given time. It never leaves the years 0 to 9999. */
  freeze(at?: number): void;
  /** Starts the clock again from its current time. */
  resume(): void;
  /** Advances the clock, whether it is frozen or not. */
  advance(milliseconds: number): void;
  /** Calls a listener when the clock was set. @returns a function that removes the listener */
  subscribe(listener: (now: number) => void): () => void;
}

/** Creates the clock of a session. */
export function createClock(
  session: string,
  access: SettingsAccess,
  time: Time,
  events: MockEvents,
): Either<MockClock> {
  const set = (act: (clock: ClockState | undefined) => ClockState | undefined) => {
    let now = 0;
    return access.change(
      session,
      (settings) => {
        const clock = act(settings.clock);
        now = time.read(clock);
        return { settings: { ...settings, clock }, result: undefined };
      },
      () => events.emit({ type: 'clock', data: { session, now } }),
    );
  };
  return {
    get frozen() {
      return access.read(session, ({ clock }) => clock?.frozenAt !== undefined);
    },
    read: () => access.read(session, ({ clock }) => time.read(clock)),
    freeze: (at) => set((clock) => time.freeze(clock, at)),
    resume: () => set((clock) => time.resume(clock)),
    advance: (milliseconds) => set((clock) => time.advance(clock, milliseconds)),
    subscribe: (listener) =>
      events.subscribe(({ type, data }) => {
        if (type === 'clock' && data.session === session) listener(data.now);
      }),
  };
}
