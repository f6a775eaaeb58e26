import type { AssumptionValues, Route, Site, Webhook } from '../../contract/index.ts';

/**
 * Small JSON values that features restore after a restart, such as open deliveries. They belong to one session and are
 * stored beside its resources, where behaviours cannot see them.
 */
export interface Records {
  /** Lists the values of a kind in order of creation. */
  list(kind: string): readonly { id: string; value: unknown }[];
  get(kind: string, id: string): unknown;
  /** Adds or replaces a value, which must not change afterwards. */
  put(kind: string, id: string, value: unknown): void;
  delete(kind: string, id: string): void;
}

/** Values by kind and id. */
export type RecordValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Records in the memory of this process. */
export class MemoryRecords implements Records {
  readonly #kinds = new Map<string, Map<string, unknown>>();

  constructor(values: RecordValues = {}) {
    this.replace(values);
  }

  replace(values: Readonly<Record<string, unknown>>): void {
    this.#kinds.clear();
    for (const [kind, records] of Object.entries(values))
      for (const [id, value] of Object.entries(records ?? {})) this.put(kind, id, value);
  }

  list(kind: string): readonly { id: string; value: unknown }[] {
    return Array.from(this.#kinds.get(kind) ?? [], ([id, value]) => ({ id, value }));
  }

  get(kind: string, id: string): unknown {
    return this.#kinds.get(kind)?.get(id);
  }

  put(kind: string, id: string, value: unknown): void {
    const records = this.#kinds.get(kind) ?? new Map<string, unknown>();
    this.#kinds.set(kind, records.set(id, value));
  }

  delete(kind: string, id: string): void {
    const records = this.#kinds.get(kind);
    records?.delete(id);
    if (records?.size === 0) this.#kinds.delete(kind);
  }

  /** Returns all values; undefined if none exist. */
  read(): RecordValues | undefined {
    if (this.#kinds.size === 0) return undefined;
    return Object.fromEntries(
      Array.from(this.#kinds, ([kind, records]) => [kind, Object.fromEntries(records)]),
    );
  }
}

/** A site, with data that is stored but not returned. Records are immutable; an update replaces the record. */
export interface SiteRecord {
  /** In lower case. */
  readonly workspaceId: string;
  /** The locale that the site was created with, if any. */
  readonly locale: string | undefined;
  /** The site as it is returned. */
  readonly site: Site;
}

/** A route, and its site. */
export interface RouteRecord {
  /** In lower case. */
  readonly siteId: string;
  /** The route as it is returned. */
  readonly route: Route;
}

/** A webhook, and its workspace. */
export interface WebhookRecord {
  /** In lower case. */
  readonly workspaceId: string;
  /** The webhook as it is returned. */
  readonly webhook: Webhook;
}

/** The order of a list of sites. */
export type SiteOrder = AssumptionValues['list-order'];

/** Selects the page of a list. */
export interface SiteQuery {
  /** The workspace whose sites are listed. */
  workspaceId: string;
  /** The order of the sites. */
  order: SiteOrder;
  /** The id of the site before the page. Default: the page starts with the first site. */
  after: string | undefined;
  /** The maximum number of sites. */
  limit: number;
}

/** One page of a list. */
export interface SiteSlice {
  /** The sites of the page. */
  sites: Site[];
  /** Whether more sites follow. */
  hasMore: boolean;
}

/** The contents of a store, each kind of record in the order of creation. */
export interface StoreContents {
  /** The sites of all workspaces. */
  readonly sites: readonly SiteRecord[];
  /** The routes of all sites. */
  readonly routes: readonly RouteRecord[];
  /** The webhooks of all workspaces. */
  readonly webhooks: readonly WebhookRecord[];
}

/** Returns the new contents for the current ones, or undefined to leave them unchanged. */
export type ContentsEdit = (contents: StoreContents) => StoreContents | undefined;

/** The contents before and after a single change. */
export interface ContentsChange {
  readonly before: StoreContents;
  readonly after: StoreContents;
}

/**
 * Stores the state of a mock. Ids and workspaces are matched regardless of case. Either all methods of a store return
 * values, or all return promises.
 */
export interface Store {
  /**
   * Prevents other operations that lock from writing until this one has written. Optional if operations run one after
   * the other anyway.
   */
  lock?(): Answer<void>;
  /**
   * Runs an operation in a transaction, and repeats it if another one changed what it read. Optional if operations
   * run one after the other.
   */
  transact?<T>(operation: (store: Store) => Answer<T>): Promise<T>;
  /** Finds a site by its id. */
  findSite(siteId: string): Answer<SiteRecord | undefined>;
  /** Whether a site exists; faster than `findSite`. */
  hasSite(siteId: string): Answer<boolean>;
  /** Adds a site, or replaces the one with the same id. */
  putSite(record: SiteRecord): Answer<void>;
  /** Returns a page of sites. Undefined if `after` is not the id of a site in the workspace. */
  listSites(query: SiteQuery): Answer<SiteSlice | undefined>;
  /** Finds another site of the workspace with the given host URL. */
  findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): Answer<SiteRecord | undefined>;
  /** Finds a route by its id. */
  findRoute(routeId: string): Answer<RouteRecord | undefined>;
  /** Adds a route, or replaces the one with the same id. */
  putRoute(record: RouteRecord): Answer<void>;
  /** The routes of a site, oldest first. */
  listRoutes(siteId: string): Answer<readonly RouteRecord[]>;
  /** Adds a webhook, or replaces the one with the same id. */
  putWebhook(record: WebhookRecord): Answer<void>;
  /** The webhooks of a workspace, oldest first. */
  listWebhooks(workspaceId: string): Answer<readonly WebhookRecord[]>;
  /** Returns a copy of the contents that later changes do not affect. */
  read(): Answer<StoreContents>;
  /** Replaces all contents. */
  replace(contents: StoreContents): Answer<void>;
}

export const emptyContents: StoreContents = { sites: [], routes: [], webhooks: [] };

/** A value that a store returns, or a promise of it. */
export type Answer<T> = T | Promise<T>;

/** Continues with a value: immediately, or when its promise resolves. */
export function whenAnswered<T, Next>(
  answer: Answer<T>,
  next: (value: T) => Answer<Next>,
): Answer<Next> {
  return isPromise(answer) ? answer.then(next) : next(answer);
}

/** Reads the field directly: testing whether it exists takes several times as long for objects of many shapes. */
export function isPromise<T>(answer: Answer<T>): answer is Promise<T> {
  if (typeof answer !== 'object' || answer === null) return false;
  const { then }: { then?: unknown } = answer;
  return then !== undefined;
}

/** The same object with methods that may return promises, except those that return a function. */
export type Answered<T> = {
  [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Answer<Awaited<Result>>
    : T[Key];
};

/** The same object with methods that return promises, except those that return a function. */
export type Promised<T> = {
  [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Promise<Awaited<Result>>
    : T[Key];
};
