import type { Site } from '../../contract/index.ts';
import { isOpen, type OpenDelivery } from '../features/webhooks/delivery.ts';
import {
  type Kind,
  type RecordKey,
  type RecordKinds,
  type RouteRecord,
  type SiteOrder,
  type SiteQuery,
  type SiteRecord,
  type SiteSlice,
  type StoreContents,
  toKey,
  type WebhookRecord,
} from './contents.ts';
import type { Settings } from './settings.ts';
import {
  type Deliveries,
  mostFinished,
  type Records,
  type SessionState,
  type Snapshots,
  type StoredSnapshot,
} from './store.ts';

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

/** Takes a change back, if it was the last one. */
type Undo = () => void;

interface Place<Stored> {
  record: Stored;
  /** Among the records of its owner. */
  readonly position: number;
}

/** The records of one kind, in order of creation. Ids are in lower case. */
class Table<Stored> {
  readonly #toKey: (record: Stored) => RecordKey;
  readonly #places = new Map<string, Place<Stored>>();
  readonly #owners = new Map<string, Place<Stored>[]>();

  constructor(toRecordKey: (record: Stored) => RecordKey, records: readonly Stored[]) {
    this.#toKey = toRecordKey;
    for (const record of records) this.put(record);
  }

  put(record: Stored): Undo {
    const { id, owner } = this.#toKey(record);
    const known = this.#places.get(id);
    if (known !== undefined) {
      const before = known.record;
      known.record = record;
      return () => {
        known.record = before;
      };
    }
    const owned = this.#owners.get(owner) ?? [];
    if (owned.length === 0) this.#owners.set(owner, owned);
    const place = { record, position: owned.length };
    owned.push(place);
    this.#places.set(id, place);
    return () => {
      owned.pop();
      this.#places.delete(id);
    };
  }

  /** Almost all ids are in lower case and need no conversion. */
  find(id: string): Place<Stored> | undefined {
    return this.#places.get(id) ?? this.#places.get(id.toLowerCase());
  }

  list(owner: string): readonly Place<Stored>[] {
    return this.#owners.get(owner) ?? this.#owners.get(owner.toLowerCase()) ?? [];
  }

  readAll(): Stored[] {
    return Array.from(this.#places.values(), toRecord);
  }
}

function toRecord<Stored>({ record }: Place<Stored>): Stored {
  return record;
}

type Tables = { readonly [Of in Kind]: Table<RecordKinds[Of]> };

function createTables({ sites, routes, webhooks }: StoreContents): Tables {
  return {
    site: new Table(toKey.site, sites),
    route: new Table(toKey.route, routes),
    webhook: new Table(toKey.webhook, webhooks),
  };
}

/** The state of a session in memory. */
export class MemorySession {
  readonly name: string;
  readonly createdAt = Date.now();
  tables: Tables;
  settings: Settings = {};
  snapshots: ReadonlyMap<string, StoredSnapshot> = new Map();
  deliveries: ReadonlyMap<string, OpenDelivery> = new Map();
  /** The timers of deliveries that will be due. */
  readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The number of its last use, to find the least recently used session. */
  lastUse = 0;
  /** The transaction that runs at the moment. */
  running: Promise<unknown> | undefined;

  constructor(name: string, contents: StoreContents) {
    this.name = name;
    this.tables = createTables(contents);
  }

  readAll(): StoreContents {
    const { site, route, webhook } = this.tables;
    return { sites: site.readAll(), routes: route.readAll(), webhooks: webhook.readAll() };
  }

  /** Applies a change, and returns the function that takes it back. */
  apply(write: Write): Undo {
    switch (write.kind) {
      case 'site':
        return this.tables.site.put(write.record);
      case 'route':
        return this.tables.route.put(write.record);
      case 'webhook':
        return this.tables.webhook.put(write.record);
      case 'contents':
        return replace(this, 'tables', createTables(write.contents));
      case 'settings':
        return replace(this, 'settings', write.settings);
      case 'delivery':
        return replace(this, 'deliveries', addDelivery(this.deliveries, write.delivery));
      case 'deliveries':
        return replace(
          this,
          'deliveries',
          new Map(write.deliveries.map((each) => [each.delivery.id, each])),
        );
    }
  }

  stopTimers(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  putSnapshots(snapshots: ReadonlyMap<string, StoredSnapshot>): Undo {
    return replace(this, 'snapshots', snapshots);
  }
}

/** Replaces a part of a session. */
function replace<Name extends 'tables' | 'settings' | 'snapshots' | 'deliveries'>(
  session: MemorySession,
  name: Name,
  value: MemorySession[Name],
): Undo {
  const before = session[name];
  session[name] = value;
  return () => {
    session[name] = before;
  };
}

/** Adds a delivery, and removes the oldest finished ones if there are too many. */
function addDelivery(
  deliveries: ReadonlyMap<string, OpenDelivery>,
  added: OpenDelivery,
): ReadonlyMap<string, OpenDelivery> {
  const next = new Map(deliveries).set(added.delivery.id, added);
  const finished = [...next.values()].filter(({ delivery }) => !isOpen(delivery));
  for (const { delivery } of finished.slice(0, -mostFinished)) next.delete(delivery.id);
  return next;
}

/** Passes a delivery to the worker in so many milliseconds. */
type Arrange = (session: MemorySession, id: string, dueIn: number) => void;

/** The writes of a transaction, which are applied at once and taken back if it fails. */
export class MemoryTransaction implements SessionState, Records {
  readonly #writes: Write[] = [];
  readonly #undo: Undo[] = [];
  /** What happens once the writes are final. */
  readonly #after: (() => void)[] = [];
  readonly #session: MemorySession;
  readonly #arrange: Arrange;

  constructor(session: MemorySession, arrange: Arrange) {
    this.#session = session;
    this.#arrange = arrange;
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

  putSettings(settings: Settings): void {
    this.#write({ kind: 'settings', settings });
  }

  find<Of extends Kind>(kind: Of, id: string): RecordKinds[Of] | undefined {
    return this.#session.tables[kind].find(id)?.record;
  }

  list<Of extends Kind>(kind: Of, owner: string): readonly RecordKinds[Of][] {
    return this.#session.tables[kind].list(owner).map(toRecord);
  }

  put<Of extends Kind>(kind: Of, record: RecordKinds[Of]): void {
    this.#write(toWrite[kind](record));
  }

  /** In order of creation, a page takes the same time however many sites exist and wherever it starts. */
  listSites({ workspaceId, order, after, limit }: SiteQuery): SiteSlice | undefined {
    const { site: table } = this.#session.tables;
    const sites = table.list(workspaceId);
    const last = after === undefined ? undefined : table.find(after);
    if (after !== undefined && (last === undefined || sites[last.position] !== last))
      return undefined;
    if (order === 'newest-first') {
      const end = last?.position ?? sites.length;
      const page = sites.slice(Math.max(0, end - limit), end).reverse();
      return { sites: page.map(toSite), hasMore: end > limit };
    }
    const sorted = order === 'oldest-first' ? sites : sortSites(sites, order);
    const from = order === 'oldest-first' ? last?.position : 0;
    const start = last === undefined ? 0 : sorted.indexOf(last, from) + 1;
    const page = sorted.slice(start, start + limit);
    return { sites: page.map(toSite), hasMore: start + limit < sorted.length };
  }

  readAll(): StoreContents {
    return this.#session.readAll();
  }

  replaceAll(contents: StoreContents): void {
    this.#write({ kind: 'contents', contents });
  }

  get snapshots(): Snapshots {
    const session = this.#session;
    const change = (act: (next: Map<string, StoredSnapshot>) => void): void => {
      const next = new Map(session.snapshots);
      act(next);
      this.#undo.push(session.putSnapshots(next));
    };
    return {
      list: () => Array.from(session.snapshots.values(), ({ info }) => info),
      find: (name) => session.snapshots.get(name),
      put: (snapshot) =>
        change((next) => {
          next.delete(snapshot.info.name);
          next.set(snapshot.info.name, snapshot);
        }),
      delete: (name) => {
        const existed = session.snapshots.has(name);
        change((next) => next.delete(name));
        return existed;
      },
    };
  }

  get deliveries(): Deliveries {
    const session = this.#session;
    return {
      list: () => [...session.deliveries.values()],
      find: (id) => session.deliveries.get(id),
      put: (delivery, dueIn) => {
        this.#write({ kind: 'delivery', delivery });
        if (dueIn !== undefined)
          this.#after.push(() => this.#arrange(session, delivery.delivery.id, dueIn));
      },
      clear: () => {
        this.#write({ kind: 'deliveries', deliveries: [] });
        this.#after.push(() => session.stopTimers());
      },
    };
  }

  #write(write: Write): void {
    this.#undo.push(this.#session.apply(write));
    this.#writes.push(write);
  }

  /** @throws the error of the listener */
  commit(onWrite: WriteListener): void {
    if (this.#writes.length > 0) onWrite(this.#session, this.#writes);
    for (const act of this.#after) act();
  }

  rollback(): void {
    for (const undo of this.#undo.toReversed()) undo();
  }
}

const toWrite: { readonly [Of in Kind]: (record: RecordKinds[Of]) => Write } = {
  site: (record) => ({ kind: 'site', record }),
  route: (record) => ({ kind: 'route', record }),
  webhook: (record) => ({ kind: 'webhook', record }),
};

function toSite({ record }: Place<SiteRecord>): Site {
  return record.site;
}

function sortSites(sites: readonly Place<SiteRecord>[], order: SiteOrder) {
  const toText = ({ record: { site } }: Place<SiteRecord>): string =>
    order === 'by-name' ? `${site.name}\0${site.id}` : site.id;
  return (
    sites
      .map((site) => ({ site, text: toText(site) }))
      // By code units, like comparisons of strings in JavaScript.
      .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
      .map(({ site }) => site)
  );
}
