import { createFetch } from './adapters/fetch.ts';
import type { Core } from './create-core.ts';
import { createMemoryFaults, createStoredFaults } from './features/faults/create-faults.ts';
import {
  createMemoryJournal,
  createStoredJournal,
  toSessionJournal,
} from './features/journal/create-journal.ts';
import { createWholeRequest, type Handler, type WholeRequest } from './handler.ts';
import type { MemoryParts, MockCore, StateParts, StoredParts } from './mock-types.ts';
import { createMemoryClock } from './sessions/clock.ts';
import { assertSessionName, type MockSnapshot } from './sessions/sessions.ts';
import type { MemoryStore } from './store/memory-store.ts';
import { defaultSession } from './store/store.ts';

/** Creates the parts of a mock, and of its sessions, that read and change its state. */
interface PartsFactory<Parts extends StateParts> {
  /** The journal and the fault rules of every session. */
  readonly journal: Parts['journal'];
  readonly faults: Parts['faults'];
  clockOf(session: string): Parts['clock'];
  journalOf(session: string): Parts['journal'];
  faultsOf(session: string): Parts['sessionFaults'];
}

/** Creates the public members of a mock in memory, whose clock, journal and fault rules return values. */
export function createMemoryApi(core: Core, memory: MemoryStore): MockCore<MemoryParts> {
  const { firstRules, time, events, listOperationIds, onError } = core;
  const journal = createMemoryJournal(memory.journal, listOperationIds, onError);
  return createApi<MemoryParts>(core, {
    journal,
    faults: createMemoryFaults(memory, firstRules),
    clockOf: (session) => {
      memory.session(session);
      return createMemoryClock(session, memory, time, events);
    },
    journalOf: (session) => toSessionJournal(journal, session),
    faultsOf: (session) => createMemoryFaults(memory, firstRules, session),
  });
}

/** Creates the public members of a mock in a store, whose clock, journal and fault rules return promises. */
export function createStoredApi(core: Core): MockCore<StoredParts> {
  const { store, firstRules, listOperationIds, onError } = core;
  const journal = createStoredJournal(store.journal, listOperationIds, onError);
  return createApi<StoredParts>(core, {
    journal,
    faults: core.faults,
    clockOf: core.clockOf,
    journalOf: (session) => toSessionJournal(journal, session),
    faultsOf: (session) => createStoredFaults(store, firstRules, session),
  });
}

function createApi<Parts extends StateParts>(
  core: Core,
  parts: PartsFactory<Parts>,
): MockCore<Parts> {
  const { sessions, events, apiKeys, facts, bodyLimit } = core;
  return {
    ...createMethods(core),
    get seed() {
      return sessions.seedOf(defaultSession);
    },
    get contract() {
      return core.readContract();
    },
    apiKeys,
    ...facts,
    bodyLimit,
    clock: parts.clockOf(defaultSession),
    journal: parts.journal,
    faults: parts.faults,
    useContract: core.useContract,
    useContents: async (contents) => {
      for (const session of await sessions.useContents(contents))
        events.emit({ type: 'changed', data: { session } });
    },
    drain: core.drain,
    session: (name) => {
      assertSessionName(name);
      return {
        ...createMethods(core, name),
        name,
        seed: sessions.seedOf(name),
        clock: parts.clockOf(name),
        journal: parts.journalOf(name),
        faults: parts.faultsOf(name),
      };
    },
  };
}

/** Returns the methods for one session; those of the mock leave the choice to each request. */
function createMethods({ handler, sessions, reset, bodyLimit }: Core, name?: string) {
  const session = name ?? defaultSession;
  const handle: Handler = (request) =>
    handler(name === undefined ? request : Object.assign(request, { sessionName: name }));
  return {
    handle: async (request: WholeRequest) => {
      const reply = await handle(createWholeRequest(request));
      // The caller may change the headers, which the journal keeps.
      return { ...reply, headers: [...reply.headers] };
    },
    fetch: createFetch(handle, bodyLimit),
    reset: () => reset(session),
    snapshot: () => sessions.snapshot(session),
    restore: (snapshot: MockSnapshot) => sessions.restore(session, snapshot),
  };
}
