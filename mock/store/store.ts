import type { Route, Site, Webhook } from '../../contract/index.ts';
import type { components } from '../../generated/control-types.ts';
import type { FaultsState } from '../features/faults/fault-rule.ts';
import type {
  JournalEntry,
  JournalQuery,
  JournalSummary,
} from '../features/journal/journal-entry.ts';
import type { Delivery, OpenDelivery } from '../features/webhooks/delivery.ts';
import type { Awaitable, StoredRecord } from './records.ts';

/** The name under which settings of all sessions are stored. It is not a valid name of a session. */
export const everySession = '';

export type { Awaitable };

/** Stores the state of a mock: its sessions, the journal, and the deliveries. Several mocks may share one store. */
export interface Store {
  /** Passes the values that the store needs from its mock. Called once, before any other method. */
  attach(mock: AttachedMock): void;
  /** Connects, which other methods also do if necessary. @throws Error saying why that is not possible */
  open(): Promise<void>;
  /** Finishes work in progress, and disconnects. */
  close(): Promise<void>;
  /** The seed of all mocks that share the store. It is final once the store is open. */
  readonly seed: number;
  /** Why requests cannot be served at the moment; undefined if they can. */
  readonly fault: string | undefined;

  /**
   * Runs work on the state of a session, which is created if necessary. All of its writes are applied at its end, or none
   * if it throws. Work of one session that may write runs one after the other, so it must not wait for a client, nor
   * for other work of the same session.
   * @throws Refusal `unavailable` when the store cannot be used, and `not-saved` when it cannot save the writes
   */
  transaction<T>(
    session: string,
    work: (state: SessionState) => Awaitable<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** Reads the settings of a session, undefined if it does not exist, and those of all sessions. It waits for no work. */
  readSettings(session: string): Awaitable<{ own: Settings | undefined; shared: Settings }>;

  /** The existing sessions in order of creation, the default one first. */
  listSessions(): Promise<SessionInfo[]>;
  /** Deletes a session with its journal and deliveries. @returns whether it existed */
  deleteSession(name: string): Promise<boolean>;

  /** The latest requests of all sessions. */
  readonly journal: JournalStore;
  /** Passes each due delivery to the worker of one mock, and to that of another one if the first mock ends too early. */
  work(worker: DeliveryWorker): void;
}

export interface AttachedMock {
  /** The seed of the mock, unless it shares a store that already has one. */
  seed: number;
  /** The maximum number of entries in the journal. */
  journalSize: number;
  /** Returns the initial contents of a new session. */
  readContents(): StoreContents;
  onError(line: string): void;
  /** Called some time after another mock changed a session, or after the store removed one. */
  onChange?(session: string): void;
  /** Called some time after another mock created or updated a delivery. */
  onDelivery?(delivery: Delivery): void;
}

export interface TransactionOptions {
  /** Whether the work only reads, so that it need not run alone. Default: false. */
  readOnly?: boolean;
}

export interface SessionInfo {
  /** The value of `X-Mock-Session` that selects the session. */
  readonly name: string;
  /** Milliseconds since 1970, by the clock of the machine. */
  readonly createdAt: number;
}

/** The state of one session during a transaction. */
export interface SessionState extends SessionInfo {
  /** The resources, the deliveries of webhooks and the snapshots. */
  readonly records: Records;
  /** The settings, including changes by this transaction. */
  readonly settings: Settings;
  /** Replaces all settings, as in `putSettings({ ...settings, clock })`. The values must not change afterwards. */
  putSettings(settings: Settings): void;
  /**
   * Passes a stored delivery to the worker in so many milliseconds, instead of at the time arranged before. Infinity: not
   * at all.
   */
  arrange(deliveryId: string, dueIn: number): Awaitable<void>;
}

/** The records of a session. Ids of resources are matched regardless of case. Records must not change. */
export interface Records {
  /** Finds a record by its id. */
  find<Of extends Kind>(kind: Of, id: string): Awaitable<RecordKinds[Of] | undefined>;
  /**
   * The routes of a site, the sites or webhooks of a workspace, or without an owner all records; oldest first. Later writes
   * may change the list.
   */
  list<Of extends Kind>(kind: Of, owner?: string): Awaitable<readonly RecordKinds[Of][]>;
  /** Adds a record. @throws TakenId when a record of that kind has its id */
  insert<Of extends Kind>(kind: Of, record: RecordKinds[Of]): Awaitable<void>;
  /** Replaces the record with the same id, which keeps its place in lists. @throws Error when it does not exist */
  replace<Of extends Kind>(kind: Of, record: RecordKinds[Of]): Awaitable<void>;
  /** Removes a record, or without an id all records of a kind. @returns whether one existed */
  remove(kind: Kind, id?: string): Awaitable<boolean>;
  /** Reads all resources, each kind in order of creation. */
  readAll(): Awaitable<StoreContents>;
  /** Replaces all resources. @throws TakenId when two of a kind have the same id */
  replaceAll(contents: StoreContents): Awaitable<void>;
}

/** What a snapshot of a session contains. */
interface SnapshotContents {
  readonly name: string;
  readonly contents: StoreContents;
  readonly settings: Settings;
}

/** What is listed about a snapshot. */
export type SnapshotInfo = components['schemas']['Snapshot'];

/**
 * Begins to send a delivery that is due, in a transaction of its session. It is called again if the process ends before
 * the returned function has.
 * @returns sends it, after the transaction; undefined if there is nothing to send
 */
export type DeliveryWorker = (
  state: SessionState,
  deliveryId: string,
) => Promise<SendDelivery | undefined>;

/** @param signal aborted when the store closes */
type SendDelivery = (signal: AbortSignal) => Promise<void>;

/** The latest requests of all sessions, and their responses. */
export interface JournalStore {
  /** Adds a record, and gives it the next id. The oldest records are removed when there are too many. */
  append(record: JournalRecord): Awaitable<void>;
  /** The entries, oldest first. */
  list(query?: JournalQuery): Awaitable<JournalEntry[]>;
  /** Removes all records, or those of one session. */
  clear(session?: string): Awaitable<void>;
  /** The id of the last record, 0 before the first. */
  readLastId(): Awaitable<number>;
  /** Calls a listener with each new record, also of other mocks. @returns a function that removes it */
  subscribe(listener: (record: JournalRecord) => void): () => void;
}

/** A request and its response, which are converted only when they are read. */
export interface JournalRecord {
  /** 0 until it was appended. */
  id: number;
  readonly session: string;
  readonly operation?: string | undefined;
  readonly status: number;
  toEntry(): JournalEntry;
  toSummary(): JournalSummary;
}

/** A site, with data that is stored but not returned. Records are immutable; an update replaces the record. */
export interface SiteRecord {
  /** In lower case. */
  readonly workspaceId: string;
  /** The locale that the site was created with, if any. */
  readonly locale?: string | undefined;
  /** As the service returns it. */
  readonly site: Site;
}

/** A route, and its site. */
export interface RouteRecord {
  /** In lower case. */
  readonly siteId: string;
  /** As the service returns it. */
  readonly route: Route;
}

/** A webhook, and its workspace. */
export interface WebhookRecord {
  /** In lower case. */
  readonly workspaceId: string;
  /** As the service returns it. */
  readonly webhook: Webhook;
}

/** The contents of a store, each kind of record in the order of creation. */
export interface StoreContents {
  /** In the order of their creation, like the others. */
  readonly sites: readonly SiteRecord[];
  /** The routes of all sites. */
  readonly routes: readonly RouteRecord[];
  /** The webhooks of all workspaces. */
  readonly webhooks: readonly WebhookRecord[];
  /** The records of another contract than the built-in one. */
  readonly records?: readonly StoredRecord[];
}

/** The record of each kind. */
export interface RecordKinds {
  /** A record of any contract but the built-in one. */
  record: StoredRecord;
  site: SiteRecord;
  route: RouteRecord;
  webhook: WebhookRecord;
  delivery: OpenDelivery;
  snapshot: SnapshotInfo;
  saved: SnapshotContents;
}

export type Kind = keyof RecordKinds;

/** The id of a record, and that of its workspace or site, both as they are matched. */
export const toKey: {
  readonly [Of in Kind]: (record: RecordKinds[Of]) => { id: string; owner: string };
} = {
  record: ({ kind, id, parent = '' }) => ({ id: `${kind} ${id}`, owner: `${kind} ${parent}` }),
  site: ({ site, workspaceId }) => ({ id: site.id.toLowerCase(), owner: workspaceId }),
  route: ({ route, siteId }) => ({ id: route.id.toLowerCase(), owner: siteId }),
  webhook: ({ webhook, workspaceId }) => ({ id: webhook.id.toLowerCase(), owner: workspaceId }),
  delivery: ({ delivery }) => ({ id: delivery.id, owner: '' }),
  snapshot: ({ name }) => ({ id: name, owner: '' }),
  saved: ({ name }) => ({ id: name, owner: '' }),
};

/** The kinds whose ids distinguish cases: names of snapshots, and keys that the caller has made comparable. */
const exactKinds: readonly Kind[] = ['record', 'snapshot', 'saved'];

/** Returns an id, or that of an owner, as it is matched. */
export function toId(kind: Kind, id: string): string {
  return exactKinds.includes(kind) ? id : id.toLowerCase();
}

/** A record was not stored, because another one has its id. */
export class TakenId extends Error {
  /** Always `TakenId`. */
  override name = 'TakenId';

  constructor(kind: string, id: string) {
    super(`a ${kind} already has the id ${id}`);
  }
}

/** A record was not replaced, because it does not exist: a bug of the caller, who has looked for it in the same transaction. */
export function refuseMissing(kind: string, id: string): Error {
  return new Error(`no ${kind} has the id ${id}`);
}

export const emptyContents: StoreContents = { sites: [], routes: [], webhooks: [] };

/** Small values of a session. Those that are missing have their initial value, as after a reset. */
export interface Settings {
  /** The state of the random numbers for ids and keys. */
  readonly random?: readonly number[] | undefined;
  /** How the clock differs from its source. Default: not at all. */
  readonly clock?: ClockState | undefined;
  /** The fault rules with their counters; only in the settings of every session. */
  readonly faults?: FaultsState | undefined;
  /** The seed of the webhook secrets. It survives a reset. */
  readonly webhookSeed?: number | undefined;
  /** Number of created delivery ids. */
  readonly deliveryIds?: number | undefined;
  /** The lower-case ids of webhooks whose receiver responded with 410. */
  readonly disabledWebhooks?: readonly string[] | undefined;
}

/** How the clock of a session differs from its source. */
export interface ClockState {
  /** Added to the time of the source, in milliseconds. */
  readonly offset: number;
  /** The time of a frozen clock. */
  readonly frozenAt?: number | undefined;
  /** The time of a seeded source, which advances by a second with each request. */
  readonly stepped?: number | undefined;
}

/** Reads and changes the settings of a session for methods in process: at once in memory, otherwise with promises. */
export interface SettingsAccess {
  read<T>(session: string, get: (settings: Settings) => T): T | Promise<T>;
  /** @param after called once the change was stored */
  change<T>(
    session: string,
    work: (settings: Settings) => { settings: Settings; result: T },
    after?: () => void,
  ): T | Promise<T>;
}

export function accessStore(store: Store): SettingsAccess {
  return {
    read: async (session, get) => {
      const { own = {}, shared } = await store.readSettings(session);
      return get(session === everySession ? shared : own);
    },
    change: async (session, work, after) => {
      const { result } = await store.transaction(session, async (state) => {
        const changed = work(state.settings);
        state.putSettings(changed.settings);
        return changed;
      });
      after?.();
      return result;
    },
  };
}

/** The same object with promises of its values, except methods that return a function; with `Own`, promises or values. */
export type Promised<T, Own extends boolean = false> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Promise<Result> | (Own extends true ? Result : never)
    : Promise<T[Key]> | (Own extends true ? T[Key] : never);
};

/** The same object with values or promises of them. */
export type Either<T> = Promised<T, true>;
