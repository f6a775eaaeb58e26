import { createSeed } from '../sessions/random.ts';
import type { SharedFaults, Sharing } from '../sharing.ts';
import type { FollowingSession, JoiningMock, SharedPart } from '../store/shared-store.ts';
import { createControlRecords } from './control-records.ts';
import { Database } from './database.ts';
import { refuseUnavailable } from './database-errors.ts';
import type { DatabaseAddress } from './database-url.ts';
import type { Queries } from './driver.ts';
import { migrate } from './schema.ts';
import { initialControl, type SessionRow, SessionRows } from './session-rows.ts';
import { PostgresSession, type StoreContext } from './session-store.ts';
import { createPostgresDeliveries } from './shared-deliveries.ts';
import { createPostgresJournal } from './shared-journal.ts';
import { createSnapshots } from './snapshots.ts';
import { createStatements } from './statements.ts';

/** The tables of a store. */
export interface Place {
  address: DatabaseAddress;
  /** Quoted. */
  schema: string;
  /** As it was given. */
  given: string;
}

/** How often is looked for what can wait, in milliseconds. */
const upkeepInterval = 1000;

/** What one mock shares by a database. */
export function createPostgresSharing(
  { address, schema, given }: Place,
  { seed, journalSize, readStart, onError }: JoiningMock,
): Sharing {
  const database = new Database(address, (queries) => migrate(queries, schema, given), onError);
  const statements = createStatements(schema);
  const rows = new SessionRows(database, schema, () => seed ?? createSeed());
  const context: StoreContext = {
    database,
    statements,
    rows,
    faults: { version: '' },
    readStart,
    loadFaults,
  };
  const journal = createPostgresJournal(database, schema, journalSize, onError);
  const parts = new WeakMap<FollowingSession, PostgresSession>();
  let faults: SharedFaults | undefined;
  let opening: Promise<void> | undefined;
  let isOpen = false;
  let isClosed = false;
  /** Sessions that served a request since the last upkeep. */
  const used = new Set<string>();
  let upkeep: NodeJS.Timeout | undefined;
  const upkeepListeners = new Set<() => Promise<void>>();
  const deliveries = { ...createPostgresDeliveries(database, schema), random: cryptoRandom };

  async function open(): Promise<void> {
    opening ??= database
      .open()
      .then(() => loadFaults())
      .then(() => {
        isOpen = true;
        startUpkeep();
      });
    try {
      await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  function startUpkeep(): void {
    upkeep = setTimeout(() => {
      void keepUp().finally(() => {
        if (!isClosed) startUpkeep();
      });
    }, upkeepInterval);
    upkeep.unref();
  }

  async function keepUp(): Promise<void> {
    if (database.fault !== undefined) return;
    const names = [...used];
    used.clear();
    try {
      if (names.length > 0) await rows.touch(names);
      for (const listener of upkeepListeners) await listener();
      // A little at a time, between the requests.
      for (let round = 0; round < 5 && (await rows.clean()); round += 1);
    } catch {
      // Whoever needs the database is told. This is tried again.
    }
  }

  function openPart(name: string): SharedPart {
    let follower: FollowingSession | undefined;
    const store = new PostgresSession(name, context, (row) => {
      if (follower !== undefined) writeSession(follower, row);
    });
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

  /** @throws Refusal while the database cannot be used for the first time */
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

  async function loadFaults(): Promise<void> {
    await useFaults((queries) => readFaultState(queries, ''));
  }

  /** @returns what `run` returned, once this mock has the rules that all have */
  async function useFaults<T>(run: (queries: Queries) => Promise<T>): Promise<T> {
    return database.repeat(() => database.use(run));
  }

  /** Takes over the rules that the database has. The first mock brings those that it was started with. */
  async function readFaultState(queries: Queries, lock: 'for update' | ''): Promise<void> {
    const { rows: found } = await queries.query({
      text: `select version, value from ${schema}.shared where name = 'faults' ${lock}`,
    });
    const value = String(found[0]?.['value'] ?? '');
    context.faults.version = String(found[0]?.['version']);
    if (value !== '') faults?.writeState(value);
    else if (faults?.hasRules === true && lock === '') await changeFaults(() => undefined);
  }

  async function writeFaultState(queries: Queries, isChange: boolean): Promise<void> {
    const { rows: written } = await queries.query(
      {
        text: `update ${schema}.shared set value = $1, version = version + $2 where name = 'faults' returning version`,
      },
      [faults?.readState() ?? '', isChange ? 1 : 0],
    );
    if (isChange) context.faults.version = String(written[0]?.['version']);
  }

  async function changeFaults<T>(change: () => T): Promise<T> {
    if (!isOpen && opening === undefined) await ready();
    return database.repeat(() =>
      database.transaction(async (queries) => {
        await readFaultState(queries, 'for update');
        const result = change();
        await writeFaultState(queries, true);
        return result;
      }),
    );
  }

  async function changeClock<T>(session: FollowingSession, change: () => T): Promise<T> {
    await ready();
    const part = findPart(session);
    for (let attempt = 1; ; attempt += 1) {
      await part.refresh();
      const { row } = part;
      if (row === undefined) throw new Error(`the session ${session.name} cannot be read`);
      const result = change();
      const { clock } = session;
      const [, , offset] = clock.readState();
      const frozenAt = clock.frozen ? clock.now : null;
      if (await rows.writeControl(row, { ...row.control, offset, frozenAt })) {
        await part.refresh();
        return result;
      }
      if (attempt >= 50) throw new Error(`the clock of ${session.name} is changed all the time`);
    }
  }

  /** Counts the request against the rules that hold at this moment, on all mocks. */
  async function judge<Opened>(decide: () => Opened): Promise<Opened> {
    return database.repeat(() =>
      database.transaction(async (queries) => {
        await readFaultState(queries, 'for update');
        const hadRules = faults?.hasRules;
        const opened = decide();
        if (hadRules === true) await writeFaultState(queries, faults?.hasRules !== true);
        return opened;
      }),
    );
  }

  async function admitLater<Opened extends object>(
    session: FollowingSession,
    first: Opened,
    decide: () => Opened,
  ): Promise<Opened> {
    await ready();
    const isRefused = 'status' in first;
    try {
      // A refusal reads nothing that would tell what has changed meanwhile.
      await findPart(session).check();
    } catch (error) {
      if (isRefused) return decide();
      throw error;
    }
    return faults?.hasRules === true ? judge(decide) : decide();
  }

  return {
    journal,
    get fault() {
      return database.fault;
    },
    open,
    close: async () => {
      isClosed = true;
      clearTimeout(upkeep);
      await journal.close();
      if (isOpen && database.fault === undefined) await deliveries.leave().catch(() => {});
      await database.close();
    },
    openPart,
    connectFaults: (own) => {
      faults = own;
    },
    admit: (session, first, decide) => {
      used.add(session.name);
      const isUnauthorized = 'status' in first && first.status === 401;
      if (isUnauthorized && faults?.hasRules !== true) return decide();
      const isKnown = isOpen && parts.get(session)?.row !== undefined;
      if (isKnown && faults?.hasRules !== true && !('status' in first)) return decide();
      return admitLater(session, first, decide);
    },
    refresh,
    changeFaults,
    readFaults: async (read) => {
      await ready();
      await loadFaults();
      return read();
    },
    changeClock,
    snapshots: createSnapshots(database, schema, rows),
    deliveries,
    onUpkeep: (listener) => upkeepListeners.add(listener),
    listSessions: async () => {
      await ready();
      const all = await rows.list();
      const isFirst = ({ name }: { name: string }): boolean => name === 'default';
      return [...all.filter(isFirst), ...all.filter((each) => !isFirst(each))];
    },
    deleteSession: async (name) => {
      await ready();
      return rows.delete(name);
    },
    readMetrics: () => {
      const { counts, pool } = database;
      return [
        {
          name: 'store_up',
          kind: 'gauge',
          help: 'Whether the database can be used.',
          value: database.fault === undefined ? 1 : 0,
        },
        {
          name: 'store_statements_total',
          kind: 'counter',
          help: 'Statements sent to the database.',
          value: counts.statements,
        },
        {
          name: 'store_retries_total',
          kind: 'counter',
          help: 'Operations that ran again because of others.',
          value: counts.retries,
        },
        {
          name: 'store_failures_total',
          kind: 'counter',
          help: 'Statements that failed.',
          value: counts.failures,
        },
        {
          name: 'store_pool_connections',
          kind: 'gauge',
          help: 'Connections to the database.',
          value: pool.total,
        },
        {
          name: 'store_pool_idle',
          kind: 'gauge',
          help: 'Connections that nothing uses.',
          value: pool.idle,
        },
        {
          name: 'store_pool_waiting',
          kind: 'gauge',
          help: 'Requests that wait for a connection.',
          value: pool.waiting,
        },
        {
          name: 'journal_waiting',
          kind: 'gauge',
          help: 'Requests that the journal has not written yet.',
          value: journal.waiting,
        },
      ];
    },
  };
}

/** Takes over what another mock may have changed. */
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

const numbers = new Uint32Array(256);
let at = numbers.length;

/** Numbers that no other mock has. */
const cryptoRandom = {
  next: (): number => {
    if (at >= numbers.length) {
      crypto.getRandomValues(numbers);
      at = 0;
    }
    at += 1;
    return numbers[at - 1] ?? 0;
  },
  readState: (): readonly number[] => [],
  writeState: (): void => {},
};
