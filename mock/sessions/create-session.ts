import type { Contract } from '../../contract/index.ts';
import { createCrossOrigin } from '../http/cross-origin.ts';
import type { RequestHandler } from '../http/handle-request.ts';
import { defaultApiKey, type MockOptions } from '../mock-options.ts';
import type { BehaviourContext } from '../operations/behaviour.ts';
import { createResourceFactory } from '../operations/create-resource.ts';
import { behaviours as ownBehaviours } from '../operations/index.ts';
import { createService } from '../service.ts';
import { type Answer, whenAnswered } from '../store/answer.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { mergeContents } from '../store/merge-contents.ts';
import { MemoryRecords, type Records } from '../store/records.ts';
import { emptyContents, type Store, type StoreContents } from '../store/store.ts';
import type { Clock } from './clock.ts';
import { createSeeded, type SeededState } from './seeded.ts';
import { UnusedUuids } from './uuid.ts';

/** The whole state of a session at one moment. Records never change, so it shares them. */
export interface MockSnapshot {
  readonly contents: StoreContents;
  readonly seeded: SeededState;
}

/** A state, ids and a clock, and the operations that work on them. */
export interface Session {
  readonly name: string;
  /** When it was made, in milliseconds since 1970, by the clock of the machine. */
  readonly createdAt: number;
  readonly seed: number;
  readonly clock: Clock;
  readonly store: Store;
  /** What features keep beside the resources. */
  readonly records: Records;
  /** What its operations work with, for those who change the state beside them. */
  readonly context: BehaviourContext;
  readonly handler: RequestHandler;
  /** Keeps the state, and goes on by another contract. */
  useContract(contract: Contract): void;
  /** Starts with other contents from now on, and takes over into the state what differs between the two. */
  useContents(contents: StoreContents): Answer<void>;
  /** Puts other contents in the place of everything. Ids that they use are not made again. */
  replace(contents: StoreContents): Answer<void>;
  /** Back to the start: the contents, and with a seed the same ids again. */
  reset(): Answer<void>;
  snapshot(): Answer<MockSnapshot>;
  restore(snapshot: MockSnapshot): Answer<void>;
}

export interface SessionSettings {
  name: string;
  contract: Contract;
  bodyLimit: number;
  onError: (line: string) => void;
}

/** Makes a session from the options of its mock. */
export function createSession(
  options: Omit<MockOptions, 'contract' | 'bodyLimit' | 'onRequest' | 'onError'>,
  { name, contract, bodyLimit, onError }: SessionSettings,
): Session {
  const { apiKeys = [defaultApiKey] } = options;
  let { contents = emptyContents } = options;
  const { store = createMemoryStore(contents), records = new MemoryRecords() } = options;
  const behaviours = { ...ownBehaviours, ...options.behaviours };
  const seeded = createSeeded(options);
  const { seed, clock } = seeded;
  const crossOrigin = createCrossOrigin(options.cors);
  let serving = serve(contract);
  const start = seeded.readState();
  // A random seed makes none of the ids that a store holds already.
  const unused = new UnusedUuids(() => (options.seed === undefined ? emptyContents : store.read()));
  const replace = (other: StoreContents): Answer<void> => {
    unused.replace(other);
    return store.replace(other);
  };
  const restore = (snapshot: MockSnapshot): Answer<void> => {
    seeded.writeState(snapshot.seeded);
    return replace(snapshot.contents);
  };
  return {
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
      return whenAnswered(store.read(), (current) =>
        replace(mergeContents(before, other, current)),
      );
    },
    replace,
    reset: () => restore({ contents, seeded: start }),
    snapshot: () =>
      whenAnswered(store.read(), (read) => ({ contents: read, seeded: seeded.readState() })),
    restore,
  };

  function serve(contract: Contract) {
    const { assumptions } = contract;
    const isUpper = assumptions['uuid-case'] === 'upper';
    const createUuid = seeded.createUuids(assumptions);
    const context: BehaviourContext = {
      store,
      assumptions,
      createUuid: options.createId ?? (() => unused.next(createUuid)),
      writeUuid: (id) => (isUpper ? id.toUpperCase() : id.toLowerCase()),
      createResource: createResourceFactory(contract),
    };
    const handler = createService({
      contract,
      behaviours,
      context,
      clock,
      apiKeys,
      workspaces: options.workspaces,
      crossOrigin,
      bodyLimit,
      onError,
    });
    return { handler, context };
  }
}
