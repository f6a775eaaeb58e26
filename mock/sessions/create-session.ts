import type { Contract } from '../../contract/index.ts';
import { createCors } from '../http/cors.ts';
import type { RequestHandler } from '../http/handle-request.ts';
import { type CoreOptions, defaultApiKey } from '../mock-options.ts';
import { createResourceFactory, type ResourceContext } from '../operations/behaviour.ts';
import { behaviours as ownBehaviours } from '../operations/index.ts';
import { createService } from '../service.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { SharedPart, SharedSession } from '../store/shared-store.ts';
import {
  type Answer,
  type ContentsChange,
  type ContentsEdit,
  emptyContents,
  MemoryRecords,
  type Records,
  type Store,
  type StoreContents,
  whenAnswered,
} from '../store/store.ts';
import type { Clock } from './clock.ts';
import { UnusedUuids } from './random-ids.ts';
import { createSeeded, type SeededState } from './seeded.ts';

/** The state of a session at one moment. Records are immutable, so it shares them with the session. */
export interface MockSnapshot {
  /** The resources. */
  readonly contents: StoreContents;
  /** The state of the clock and of the random numbers. */
  readonly seeded: SeededState;
}

/** A state with ids and a clock, and the operations on it. */
export interface Session {
  readonly name: string;
  /** The time of creation, in milliseconds since 1970, by the clock of the machine. */
  createdAt: number;
  /** Changes if another mock created the session with another seed. */
  seed: number;
  readonly clock: Clock;
  readonly store: Store | SharedSession;
  /** Data that features store in addition to the resources. */
  readonly records: Records;
  /** The values that its operations create resources from, for code that changes the state directly. */
  readonly context: ResourceContext;
  readonly handler: RequestHandler;
  /** Keeps the state, and uses another contract. */
  useContract(contract: Contract): void;
  /** Replaces the initial contents, and applies the differences to the state. */
  useContents(contents: StoreContents): Answer<void>;
  /**
   * Changes the contents atomically: no other change happens between reading and writing.
   * @param change may run more than once
   */
  edit(change: ContentsEdit): Answer<ContentsChange | undefined>;
  /** Replaces all contents. Ids that occur in them are not generated again. */
  replace(contents: StoreContents): Answer<void>;
  /** Restores the initial data. With a seed, ids also start from the beginning. */
  reset(): Answer<void>;
  snapshot(): Answer<MockSnapshot>;
  restore(snapshot: MockSnapshot): Answer<void>;
}

interface SessionSettings {
  name: string;
  contract: Contract;
  bodyLimit: number;
  onError: (line: string) => void;
  /** The state that it shares with the same session of other mocks. Default: none. */
  shared?: SharedPart | undefined;
}

/** Creates a session from the options of its mock. */
export function createSession(
  options: Omit<CoreOptions, 'contract' | 'bodyLimit' | 'onRequest' | 'onError'>,
  { name, contract, bodyLimit, onError, shared }: SessionSettings,
): Session {
  const { apiKeys = [defaultApiKey] } = options;
  let { contents = emptyContents } = options;
  const { store, records } = shared ?? openOwn(options, contents);
  const behaviours = { ...ownBehaviours, ...options.behaviours };
  const seeded = createSeeded({ ...options, ...(shared && { random: shared.random }) });
  const { seed, clock } = seeded;
  const cors = createCors(options.cors);
  let serving = serve(contract);
  const start = seeded.readState();
  // A random seed does not generate ids that a store already contains.
  const isRepeated = options.seed !== undefined && shared === undefined;
  const unused = new UnusedUuids(() => (isRepeated ? store.read() : emptyContents));
  const replace = (other: StoreContents): Answer<void> => {
    unused.replace(other);
    return store.replace(other);
  };
  const edit = (change: ContentsEdit): Answer<ContentsChange | undefined> =>
    shared?.store.edit(change) ??
    whenAnswered(store.read(), (before) => {
      const after = change(before);
      return after && whenAnswered(replace(after), () => ({ before, after }));
    });
  const restore = (snapshot: MockSnapshot): Answer<void> => {
    const write = () => seeded.writeState(snapshot.seeded);
    return whenAnswered(shared === undefined ? write() : shared.changeClock(write), () =>
      replace(snapshot.contents),
    );
  };
  const session: Session = {
    name,
    createdAt: Date.now(),
    seed,
    clock,
    store,
    records,
    get context() {
      return serving.context;
    },
    get handler() {
      return serving.handler;
    },
    useContract: (other) => {
      serving = serve(other);
    },
    useContents: (other) => {
      const before = contents;
      contents = other;
      return whenAnswered(
        edit((current) => mergeContents(before, other, current)),
        () => undefined,
      );
    },
    edit,
    replace,
    reset: shared?.reset ?? (() => restore({ contents, seeded: start })),
    snapshot: () =>
      whenAnswered(store.read(), (read) => ({ contents: read, seeded: seeded.readState() })),
    restore,
  };
  shared?.follow(session);
  return session;

  function serve(contract: Contract) {
    const { assumptions } = contract;
    const isUpper = assumptions['uuid-case'] === 'upper';
    const createUuid = seeded.createUuids(assumptions);
    const context: ResourceContext = {
      assumptions,
      createUuid: options.createId ?? (() => unused.next(createUuid)),
      writeUuid: (id) => (isUpper ? id.toUpperCase() : id.toLowerCase()),
      createResource: createResourceFactory(contract),
    };
    const handler = createService({
      contract,
      behaviours,
      context,
      store,
      clock,
      apiKeys,
      workspaces: options.workspaces,
      cors,
      bodyLimit,
      onError,
    });
    return { handler, context };
  }
}

/** Opens the session's own store, unless the options have one. */
function openOwn(
  { store, records = new MemoryRecords() }: Pick<CoreOptions, 'store' | 'records'>,
  contents: StoreContents,
): { store: Store; records: Records } {
  if (store !== undefined && 'join' in store) throw new TypeError('a shared store is joined');
  return { store: store ?? createMemoryStore(contents), records };
}

/**
 * Merges changes of the initial contents into a state. Items that were added or changed there replace those in the
 * state. Items that were removed there are removed, unless requests have changed them. Everything else stays.
 */
function mergeContents(
  before: StoreContents,
  after: StoreContents,
  current: StoreContents,
): StoreContents {
  const sites = merge(before.sites, after.sites, current.sites, ({ site }) => site.id);
  const there = new Set(sites.map(({ site }) => site.id.toLowerCase()));
  const routes = merge(before.routes, after.routes, current.routes, ({ route }) => route.id);
  return {
    sites,
    // A route is removed with its site.
    routes: routes.filter(({ siteId }) => there.has(siteId)),
    webhooks: merge(before.webhooks, after.webhooks, current.webhooks, ({ webhook }) => webhook.id),
  };
}

function merge<T>(
  before: readonly T[],
  after: readonly T[],
  current: readonly T[],
  toId: (record: T) => string,
): T[] {
  const index = (records: readonly T[]) =>
    new Map(records.map((record) => [toId(record).toLowerCase(), record]));
  const [old, next] = [index(before), index(after)];
  const isSame = (one: T | undefined, other: T | undefined) =>
    JSON.stringify(one) === JSON.stringify(other);
  const merged = index(current);
  for (const [id, record] of merged) {
    if (old.has(id) && !next.has(id) && isSame(old.get(id), record)) merged.delete(id);
  }
  for (const [id, record] of next) {
    if (!isSame(old.get(id), record)) merged.set(id, record);
  }
  return [...merged.values()];
}
