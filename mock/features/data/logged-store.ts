import { DocumentError } from '../../../contract/errors.ts';
import type { Contract, Fault } from '../../../contract/index.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import type { MemoryStore } from '../../store/memory-store.ts';
import type {
  MemoryRecords,
  Records,
  RecordValues,
  RouteRecord,
  SiteRecord,
  Store,
  StoreContents,
  WebhookRecord,
} from '../../store/store.ts';
import type { LoggedChange } from './change-log.ts';
import { toSentence } from './to-contents.ts';

/** Logs one change as one line of JSON before it is made. If it throws, the change is not made. */
type Log = (json: string) => void;

/** A store whose changes are logged before they are made. */
export function createLoggedStore(store: MemoryStore, log: Log): Store {
  return {
    findSite: (id) => store.findSite(id),
    hasSite: (id) => store.hasSite(id),
    putSite: (record) => {
      log(JSON.stringify(record));
      store.putSite(record);
    },
    listSites: (query) => store.listSites(query),
    findHostUrl: (workspaceId, hostUrl, except) => store.findHostUrl(workspaceId, hostUrl, except),
    findRoute: (id) => store.findRoute(id),
    putRoute: (record) => {
      log(JSON.stringify(record));
      store.putRoute(record);
    },
    listRoutes: (siteId) => store.listRoutes(siteId),
    putWebhook: (record) => {
      log(JSON.stringify(record));
      store.putWebhook(record);
    },
    listWebhooks: (workspaceId) => store.listWebhooks(workspaceId),
    read: () => store.read(),
    replace: (contents) => {
      log(toReplacement(contents));
      store.replace(contents);
    },
  };
}

/** @param records replaces all existing records. Default: they are kept */
export function toReplacement(
  { sites, routes, webhooks }: StoreContents,
  records?: RecordValues,
): string {
  return JSON.stringify({ replace: { sites, routes, webhooks }, records });
}

/** Records whose changes are logged. Changes that cannot be logged last until the end of the process. */
export function createLoggedRecords(records: MemoryRecords, log: Log): Records {
  const attempt = (change: unknown): void => {
    try {
      log(JSON.stringify(change));
    } catch {
      // The log has reported the error. The delivery continues regardless.
    }
  };
  return {
    list: (kind) => records.list(kind),
    get: (kind, id) => records.get(kind, id),
    put: (kind, id, value) => {
      attempt({ record: kind, id, value });
      records.put(kind, id, value);
    },
    delete: (kind, id) => {
      if (records.get(kind, id) === undefined) return;
      attempt({ record: kind, id });
      records.delete(kind, id);
    },
  };
}

/**
 * Applies logged changes again. Changes that the contents already include have no effect.
 * @param name of the log in messages
 * @throws DocumentError naming the line of a change that violates the contract
 */
export function replay(
  changes: readonly LoggedChange[],
  store: MemoryStore,
  records: MemoryRecords,
  { contract, name }: { contract: Contract; name: string },
): void {
  const reader = createReader(contract);
  for (const { line, change } of changes) {
    const faults = apply(change);
    if (faults.length > 0) throw refuseChange(`${name}:${line}`, faults);
  }

  function apply(change: Record<string, unknown>): readonly Fault[] {
    const { record, id, value, replace, records: others } = change;
    if (typeof record === 'string' && typeof id === 'string') {
      if (value === undefined) records.delete(record, id);
      else records.put(record, id, value);
      return [];
    }
    if (replace !== undefined) {
      if (isRecord(others)) records.replace(others);
      return reader.readContents(replace, (next) => store.replace(next));
    }
    return reader.readChange(change, store);
  }
}

function refuseChange(place: string, faults: readonly Fault[]): DocumentError {
  return new DocumentError(
    `${place}: ${toSentence(faults)}; start with the contract and the version of site-contract that wrote the log, or delete this line to continue without its change`,
  );
}

/** Creates the function that parses a line, and finds all violations of the contract in it. */
function createReader({ validators }: Contract) {
  const unknown: readonly Fault[] = [{ detail: 'is not a change that this version supports' }];
  const isSite = (value: unknown): value is SiteRecord =>
    isRecord(value) && 'site' in value && typeof value['workspaceId'] === 'string';
  const isRoute = (value: unknown): value is RouteRecord =>
    isRecord(value) && 'route' in value && typeof value['siteId'] === 'string';
  const isWebhook = (value: unknown): value is WebhookRecord =>
    isRecord(value) && 'webhook' in value && typeof value['workspaceId'] === 'string';

  function readChange(change: unknown, store: Pick<MemoryStore, Puts>): readonly Fault[] {
    let faults = unknown;
    if (isSite(change)) {
      faults = validators.schema('Site', change.site);
      if (faults.length === 0) store.putSite({ ...change, locale: change.locale });
    } else if (isRoute(change)) {
      faults = validators.schema('Route', change.route);
      if (faults.length === 0) store.putRoute(change);
    } else if (isWebhook(change)) {
      faults = validators.schema('Webhook', change.webhook);
      if (faults.length === 0) store.putWebhook(change);
    }
    return faults;
  }

  function readContents(value: unknown, use: (contents: StoreContents) => void): readonly Fault[] {
    const sites: SiteRecord[] = [];
    const routes: RouteRecord[] = [];
    const webhooks: WebhookRecord[] = [];
    const collector = {
      putSite: (record: SiteRecord) => void sites.push(record),
      putRoute: (record: RouteRecord) => void routes.push(record),
      putWebhook: (record: WebhookRecord) => void webhooks.push(record),
    };
    if (!isRecord(value)) return unknown;
    const all = ['sites', 'routes', 'webhooks'].flatMap((kind) => value[kind] ?? []);
    const faults = all.flatMap((change) => readChange(change, collector));
    if (faults.length === 0) use({ sites, routes, webhooks });
    return faults;
  }

  return { readChange, readContents };
}

type Puts = 'putSite' | 'putRoute' | 'putWebhook';
