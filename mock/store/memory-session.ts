import { isOpen, type OpenDelivery } from '../features/webhooks/delivery.ts';
import type {
  RouteRecord,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  StoreContents,
  WebhookRecord,
} from './contents.ts';
import { MemoryRecords, type Undo } from './memory-records.ts';
import type { Settings } from './settings.ts';
import type { Deliveries, Records, SessionState, Snapshots, StoredSnapshot } from './store.ts';

/** One change of a session, as data. */
export type Write =
  | { kind: 'site'; record: SiteRecord }
  | { kind: 'route'; record: RouteRecord }
  | { kind: 'webhook'; record: WebhookRecord }
  | { kind: 'contents'; contents: StoreContents }
  | { kind: 'settings'; settings: Settings }
  | { kind: 'delivery'; delivery: OpenDelivery }
  | { kind: 'deliveries'; deliveries: readonly OpenDelivery[] };

/** Called with the writes of a session before they are acknowledged. An error takes them back. */
export type WriteListener = (session: MemorySession, writes: readonly Write[]) => void;

/** Maximum number of finished deliveries that a session keeps. */
export const mostFinished = 200;

/** The longest delay of a timer. */
const longestDelay = 2 ** 31 - 1;

/** Returns the worker, once there is one. */
type ReadWorker = () => ((session: string, id: string) => void) | undefined;

/** A session in memory, whose methods never wait. */
export class MemorySession {
  readonly name: string;
  readonly createdAt = Date.now();
  readonly records: MemoryRecords;
  readonly snapshots = new Map<string, StoredSnapshot>();
  readonly deliveries = new Map<string, OpenDelivery>();
  /** The number of its last use, to find the least recently used session. */
  lastUse = 0;
  /** The transaction that runs at the moment. */
  running: Promise<unknown> | undefined;
  #settings: Settings = {};
  readonly #onWrite: WriteListener;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #readWorker: ReadWorker;

  constructor(
    name: string,
    contents: StoreContents,
    onWrite: WriteListener = () => {},
    readWorker: ReadWorker = () => undefined,
  ) {
    this.name = name;
    this.records = new MemoryRecords(contents);
    this.#onWrite = onWrite;
    this.#readWorker = readWorker;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Replaces the settings outside of a transaction. */
  putSettings(settings: Settings): void {
    const write: Write = { kind: 'settings', settings };
    this.commit([write], [this.apply(write)]);
  }

  /** Reports writes that were applied. @throws the error of the listener, after taking them back */
  commit(writes: readonly Write[], undo: readonly Undo[]): void {
    if (writes.length === 0) return;
    try {
      this.#onWrite(this, writes);
    } catch (error) {
      for (const take of undo.toReversed()) take();
      throw error;
    }
  }

  apply(write: Write): Undo {
    switch (write.kind) {
      case 'site':
        return this.records.putSite(write.record);
      case 'route':
        return this.records.putRoute(write.record);
      case 'webhook':
        return this.records.putWebhook(write.record);
      case 'contents':
        return this.records.replaceAll(write.contents);
      case 'settings':
        return this.#replaceSettings(write.settings);
      case 'delivery':
        return this.#putDelivery(write.delivery);
      case 'deliveries':
        return this.#replaceDeliveries(write.deliveries);
    }
  }

  #replaceSettings(settings: Settings): Undo {
    const before = this.#settings;
    this.#settings = settings;
    return () => {
      this.#settings = before;
    };
  }

  #putDelivery(stored: OpenDelivery): Undo {
    const { id } = stored.delivery;
    const before = this.deliveries.get(id);
    this.deliveries.set(id, stored);
    const finished = [...this.deliveries.values()].filter(({ delivery }) => !isOpen(delivery));
    for (const { delivery } of finished.slice(0, -mostFinished))
      this.deliveries.delete(delivery.id);
    return () => {
      if (before === undefined) this.deliveries.delete(id);
      else this.deliveries.set(id, before);
    };
  }

  #replaceDeliveries(deliveries: readonly OpenDelivery[]): Undo {
    const before = [...this.deliveries.values()];
    this.deliveries.clear();
    for (const stored of deliveries) this.deliveries.set(stored.delivery.id, stored);
    return () => {
      this.#replaceDeliveries(before);
    };
  }

  /** Passes a delivery to the worker later, instead of at an earlier arranged time. */
  arrange(id: string, dueIn: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (dueIn === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        if (this.deliveries.has(id)) this.#readWorker()?.(this.name, id);
      },
      Math.min(dueIn, longestDelay),
    );
    // Waiting deliveries do not keep the process running. In a browser, a timer is a number.
    if (typeof timer === 'object') timer.unref();
    this.#timers.set(id, timer);
  }

  /** Passes no more deliveries to the worker. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** The writes of a transaction, which are applied at once and taken back if it fails. */
export class MemoryTransaction implements SessionState, Records {
  readonly #session: MemorySession;
  readonly #writes: Write[] = [];
  readonly #undo: Undo[] = [];
  /** What happens once the writes are final. */
  readonly #after: (() => void)[] = [];

  constructor(session: MemorySession) {
    this.#session = session;
  }

  get name(): string {
    return this.#session.name;
  }

  get createdAt(): number {
    return this.#session.createdAt;
  }

  get settings(): Settings {
    return this.#session.settings;
  }

  /** The resources. Creating an object for each transaction would take as long as most of them. */
  get records(): Records {
    return this;
  }

  get snapshots(): Snapshots {
    return toSnapshots(this.#session, this.#undo);
  }

  get deliveries(): Deliveries {
    const session = this.#session;
    return {
      list: async () => [...session.deliveries.values()],
      find: async (id) => session.deliveries.get(id),
      put: async (delivery, dueIn) => {
        this.#write({ kind: 'delivery', delivery });
        if (dueIn !== undefined)
          this.#after.push(() => session.arrange(delivery.delivery.id, dueIn));
      },
      clear: async () => {
        this.#write({ kind: 'deliveries', deliveries: [] });
        this.#after.push(() => session.stop());
      },
    };
  }

  putSettings(settings: Settings): void {
    this.#write({ kind: 'settings', settings });
  }

  async findSite(id: string): Promise<SiteRecord | undefined> {
    return this.#session.records.findSite(id);
  }

  async putSite(record: SiteRecord): Promise<void> {
    this.#write({ kind: 'site', record });
  }

  async listSites(query: SiteQuery): Promise<SiteSlice | undefined> {
    return this.#session.records.listSites(query);
  }

  async findHostUrl(
    workspaceId: string,
    hostUrl: string,
    except: string | undefined,
  ): Promise<SiteRecord | undefined> {
    return this.#session.records.findHostUrl(workspaceId, hostUrl, except);
  }

  async findRoute(id: string): Promise<RouteRecord | undefined> {
    return this.#session.records.findRoute(id);
  }

  async putRoute(record: RouteRecord): Promise<void> {
    this.#write({ kind: 'route', record });
  }

  async listRoutes(siteId: string): Promise<readonly RouteRecord[]> {
    return this.#session.records.listRoutes(siteId);
  }

  async putWebhook(record: WebhookRecord): Promise<void> {
    this.#write({ kind: 'webhook', record });
  }

  async listWebhooks(workspaceId: string): Promise<readonly WebhookRecord[]> {
    return this.#session.records.listWebhooks(workspaceId);
  }

  async readAll(): Promise<StoreContents> {
    return this.#session.records.readAll();
  }

  async replaceAll(contents: StoreContents): Promise<void> {
    this.#write({ kind: 'contents', contents });
  }

  #write(change: Write): void {
    this.#undo.push(this.#session.apply(change));
    this.#writes.push(change);
  }

  commit(): void {
    this.#session.commit(this.#writes, this.#undo);
    for (const act of this.#after) act();
  }

  rollback(): void {
    for (const take of this.#undo.toReversed()) take();
  }
}

function toSnapshots({ snapshots }: MemorySession, undo: Undo[]): Snapshots {
  const change = (act: () => void): void => {
    const before = [...snapshots];
    act();
    undo.push(() => {
      snapshots.clear();
      for (const [name, snapshot] of before) snapshots.set(name, snapshot);
    });
  };
  return {
    list: async () => Array.from(snapshots.values(), ({ info }) => info),
    find: async (name) => snapshots.get(name),
    put: async (snapshot) =>
      change(() => {
        snapshots.delete(snapshot.info.name);
        snapshots.set(snapshot.info.name, snapshot);
      }),
    delete: async (name) => {
      if (!snapshots.has(name)) return false;
      change(() => snapshots.delete(name));
      return true;
    },
  };
}
