import { defaultSession } from '../mock-request.ts';
import { createSeed } from '../sessions/seeded.ts';
import type { Sharing } from '../sharing.ts';
import type { FollowingSession, JoiningMock, SharedPart } from '../store/shared-store.ts';
import { Database } from './database.ts';
import { refuseUnavailable } from './database-errors.ts';
import type { DatabaseAddress } from './database-url.ts';
import { repeatTask } from './driver.ts';
import { initialControl, migrate, type SessionRow } from './schema.ts';
import { SessionRows } from './session-rows.ts';
import { PostgresSession, type StoreContext } from './session-store.ts';
import {
  createControlRecords,
  createSharedRules,
  createWatcher,
  readStoreMetrics,
} from './shared-control.ts';
import { createPostgresDeliveries } from './shared-deliveries.ts';
import { createPostgresJournal } from './shared-journal.ts';
import { createSnapshots } from './snapshots.ts';
import { createStatements } from './unit.ts';

/** The tables of a store. */
export interface Place {
  address: DatabaseAddress;
  /** Quoted. */
  schema: string;
  given: string;
}

/** How often maintenance runs, in milliseconds. */
const upkeepInterval = 1000;

/** Number of sessions in the map by name at which those that the mock no longer uses are removed from it. */
const mostKnown = 2000;

/** Creates the connection of one mock to the others through a database. */
export function createPostgresSharing(
  { address, schema, given }: Place,
  { seed, journalSize, readStart, onError }: JoiningMock,
): Sharing {
  const database = new Database(address, (queries) => migrate(queries, schema, given), onError);
  const statements = createStatements(schema, !address.isPooled);
  const rows = new SessionRows(database, schema, () => seed ?? createSeed());
  const rules = createSharedRules(database, schema);
  const context: StoreContext = {
    database,
    statements,
    rows,
    faults: rules,
    readStart,
    loadFaults: rules.load,
  };
  const journal = createPostgresJournal(database, schema, journalSize, onError);
  const parts = new WeakMap<FollowingSession, PostgresSession>();
  /** Sessions by name, for as long as the mock uses them. */
  const known = new Map<string, WeakRef<PostgresSession>>();
  let opening: Promise<void> | undefined;
  let isOpen = false;
  /** Sessions that served a request since the last upkeep. */
  const used = new Set<string>();
  let isClosed = false;
  let stopUpkeep = (): void => {};
  let stopWatching = (): void => {};
  const upkeepListeners = new Set<() => Promise<void>>();
  const watcher = createWatcher(
    rows,
    (name) => known.get(name)?.deref()?.known,
    (name) => known.get(name)?.deref()?.refresh(),
  );
  const deliveries = { ...createPostgresDeliveries(database, schema), random: cryptoRandom };

  async function open(): Promise<void> {
    opening ??= database
      .open()
      .then(() => rules.load())
      .then(() => {
        isOpen = true;
        if (isClosed) return;
        stopUpkeep = repeatTask(upkeepInterval, keepUp);
        stopWatching = watcher.start();
      });
    try {
      await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  async function keepUp(): Promise<void> {
    const names = [...used];
    used.clear();
    if (database.fault !== undefined) return;
    const began = Date.now();
    for (const listener of upkeepListeners) await listener();
    if (names.length > 0) await rows.touch(names);
    // In small steps, between requests.
    while (Date.now() - began < upkeepInterval / 4 && (await rows.clean()));
  }

  function openPart(name: string): SharedPart {
    let follower: FollowingSession | undefined;
    const store = new PostgresSession(name, context, (row) => {
      if (follower !== undefined) writeSession(follower, row);
    });
    if (known.size > mostKnown)
      for (const [each, part] of known) if (part.deref() === undefined) known.delete(each);
    known.set(name, new WeakRef(store));
    return {
      store,
      records: createControlRecords(store, rows),
      random: cryptoRandom,
      follow: (session) => {
        follower = session;
        parts.set(session, store);
      },
      changeClock: (change) => {
        if (follower === undefined) throw new Error(`the session ${name} is not open`);
        return changeClock(follower, change);
      },
      reset: async () => {
        await ready();
        await rows.replace(name, readStart(), initialControl);
        await store.refresh();
      },
    };
  }

  function findPart(session: FollowingSession): PostgresSession {
    const part = parts.get(session);
    if (part === undefined) throw new Error(`the session ${session.name} is not open`);
    return part;
  }

  /** @throws Refusal until the database has been usable once */
  async function ready(): Promise<void> {
    if (isOpen) return;
    try {
      await open();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onError(reason);
      throw refuseUnavailable(reason);
    }
  }

  async function refresh(session: FollowingSession): Promise<void> {
    await ready();
    await findPart(session).refresh();
  }

  async function changeClock<T>(session: FollowingSession, change: () => T): Promise<T> {
    await ready();
    const part = findPart(session);
    for (let attempt = 1; ; attempt += 1) {
      await part.refresh();
      const { row } = part;
      if (attempt > 500) throw refuseUnavailable(`the clock of ${session.name} keeps changing`);
      // Another change of the clock has started meanwhile.
      if (row === undefined) continue;
      const result = change();
      const { clock } = session;
      const [, , offset] = clock.readState();
      const frozenAt = clock.frozen ? clock.now : null;
      // Until the change is stored, this mock must not use it.
      part.forget();
      if (await rows.writeControl(row, { ...row.control, offset, frozenAt })) {
        await part.refresh();
        return result;
      }
    }
  }

  async function admitLater<Opened extends object>(
    session: FollowingSession,
    first: Opened,
    decide: () => Opened,
  ): Promise<Opened> {
    await ready();
    const isRefused = 'status' in first;
    try {
      // A refusal runs no statement that would reveal changes by other mocks.
      await findPart(session).check();
    } catch (error) {
      if (isRefused) return decide();
      throw error;
    }
    return rules.hasRules ? rules.judge(decide) : decide();
  }

  return {
    journal,
    get fault() {
      return database.fault;
    },
    open,
    close: async () => {
      isClosed = true;
      stopUpkeep();
      stopWatching();
      await journal.close();
      if (isOpen && database.fault === undefined) await deliveries.leave().catch(() => {});
      deliveries.close();
      await database.close();
    },
    openPart,
    connectFaults: rules.connect,
    admit: (session, first, decide) => {
      used.add(session.name);
      const isUnauthorized = 'status' in first && first.status === 401;
      if (isUnauthorized && !rules.hasRules) return decide();
      const isKnown = isOpen && parts.get(session)?.row !== undefined;
      if (isKnown && !rules.hasRules && !('status' in first)) return decide();
      return admitLater(session, first, decide);
    },
    stamp: (session) => `${rules.version} ${parts.get(session)?.row?.version}`,
    refresh,
    changeFaults: async (change) => {
      if (!isOpen && opening === undefined) await ready();
      return rules.change(change);
    },
    readFaults: async (read) => {
      await ready();
      await rules.load();
      return read();
    },
    changeClock,
    snapshots: createSnapshots(database, schema, rows, refresh),
    deliveries,
    onUpkeep: (listener) => upkeepListeners.add(listener),
    watch: watcher.watch,
    listSessions: async () => {
      await ready();
      let all = await rows.list();
      // Each mock has a default session, even before its first request.
      if (!all.some(({ name }) => name === defaultSession)) {
        await rows.open(defaultSession, readStart);
        all = await rows.list();
      }
      const isFirst = ({ name }: { name: string }): boolean => name === defaultSession;
      return [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))];
    },
    deleteSession: async (name) => {
      await ready();
      return rows.delete(name);
    },
    readMetrics: () => readStoreMetrics(database, journal),
  };
}

/** Applies the data of a session that another mock may have changed. */
function writeSession(session: FollowingSession, { seed, control, createdAt }: SessionRow): void {
  session.seed = seed;
  session.createdAt = createdAt;
  const { clock } = session;
  const [, , offset] = clock.readState();
  const frozenAt = clock.frozen ? clock.now : null;
  if (offset === control.offset && frozenAt === control.frozenAt) return;
  const isFrozen = control.frozenAt !== null;
  clock.writeState([
    0,
    control.frozenAt ?? Date.now() + control.offset,
    control.offset,
    isFrozen ? 1 : 0,
  ]);
}

/** Random numbers that no other mock generates. */
const cryptoRandom = {
  next: (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  readState: (): readonly number[] => [],
  writeState: (): void => {},
};
