import type { Route, Site, Webhook } from '../../contract/index.ts';
import type {
  RouteRecord,
  SiteOrder,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  StoreContents,
  WebhookRecord,
} from '../store/contents.ts';
import type { Records } from '../store/store.ts';
import type { Query } from './database.ts';

/** Columns to sort by, and whether they are descending. Strings are compared by bytes. */
const orders: Record<SiteOrder, readonly [columns: string, direction: 'asc' | 'desc']> = {
  'oldest-first': ['position', 'asc'],
  'newest-first': ['position', 'desc'],
  'by-id': ['id collate "C"', 'asc'],
  'by-name': ['name collate "C", id collate "C"', 'asc'],
};

type SiteRow = { workspace: string; locale: string | null; value: Site };
type RouteRow = { site: string; value: Route };
type WebhookRow = { workspace: string; value: Webhook };

/** The resources of a session as rows. Ids and workspaces are stored in lower case. */
export class PostgresRecords implements Records {
  readonly #query: Query;
  readonly #schema: string;
  readonly #session: string;
  readonly #onWrite: () => void;

  /** @param onWrite called before each write */
  constructor(query: Query, schema: string, session: string, onWrite: () => void) {
    this.#query = query;
    this.#schema = schema;
    this.#session = session;
    this.#onWrite = onWrite;
  }

  /** Runs a statement, in which $1 is the session, and `{}` the schema. */
  async #read<Columns>(text: string, ...values: readonly unknown[]): Promise<Columns[]> {
    const { rows } = await this.#query(text.replaceAll('{}', this.#schema), [
      this.#session,
      ...values,
    ]);
    return rows as Columns[];
  }

  async findSite(siteId: string): Promise<SiteRecord | undefined> {
    const rows = await this.#read<SiteRow>(
      'select workspace, locale, value from {}.site where session = $1 and id = $2',
      siteId.toLowerCase(),
    );
    return rows.map(toSiteRecord)[0];
  }

  putSite(record: SiteRecord): Promise<void> {
    return this.#insertSites([record]);
  }

  async listSites({ workspaceId, order, after, limit }: SiteQuery): Promise<SiteSlice | undefined> {
    const [columns, direction] = orders[order];
    const workspace = workspaceId.toLowerCase();
    const cursor = after?.toLowerCase();
    const place = `from {}.site where session = $1 and workspace = $2`;
    if (cursor !== undefined) {
      const rows = await this.#read(`select 1 ${place} and id = $3`, workspace, cursor);
      if (rows.length === 0) return undefined;
    }
    const compare = direction === 'asc' ? '>' : '<';
    const rows = await this.#read<SiteRow>(
      `select value ${place} and ($4::text is null or (${columns}) ${compare}
        (select ${columns} ${place} and id = $4)) order by ${columns.replaceAll(',', ` ${direction},`)} ${direction} limit $3`,
      workspace,
      limit + 1,
      cursor ?? null,
    );
    return { sites: rows.slice(0, limit).map(({ value }) => value), hasMore: rows.length > limit };
  }

  async findHostUrl(
    workspaceId: string,
    hostUrl: string,
    exceptSiteId: string | undefined,
  ): Promise<SiteRecord | undefined> {
    const rows = await this.#read<SiteRow>(
      `select workspace, locale, value from {}.site where session = $1 and workspace = $2 and host_url = $3 and id <> $4
        order by position limit 1`,
      workspaceId.toLowerCase(),
      hostUrl,
      exceptSiteId?.toLowerCase() ?? '',
    );
    return rows.map(toSiteRecord)[0];
  }

  async findRoute(routeId: string): Promise<RouteRecord | undefined> {
    const rows = await this.#read<RouteRow>(
      'select site, value from {}.route where session = $1 and id = $2',
      routeId.toLowerCase(),
    );
    return rows.map(toRouteRecord)[0];
  }

  putRoute(record: RouteRecord): Promise<void> {
    return this.#insertRoutes([record]);
  }

  async listRoutes(siteId: string): Promise<readonly RouteRecord[]> {
    const rows = await this.#read<RouteRow>(
      'select site, value from {}.route where session = $1 and site = $2 order by position',
      siteId.toLowerCase(),
    );
    return rows.map(toRouteRecord);
  }

  putWebhook(record: WebhookRecord): Promise<void> {
    return this.#insertWebhooks([record]);
  }

  async listWebhooks(workspaceId: string): Promise<readonly WebhookRecord[]> {
    const rows = await this.#read<WebhookRow>(
      'select workspace, value from {}.webhook where session = $1 and workspace = $2 order by position',
      workspaceId.toLowerCase(),
    );
    return rows.map(toWebhookRecord);
  }

  async readAll(): Promise<StoreContents> {
    const sites = await this.#read<SiteRow>(
      'select workspace, locale, value from {}.site where session = $1 order by position',
    );
    const routes = await this.#read<RouteRow>(
      'select site, value from {}.route where session = $1 order by position',
    );
    const webhooks = await this.#read<WebhookRow>(
      'select workspace, value from {}.webhook where session = $1 order by position',
    );
    return {
      sites: sites.map(toSiteRecord),
      routes: routes.map(toRouteRecord),
      webhooks: webhooks.map(toWebhookRecord),
    };
  }

  async replaceAll({ sites, routes, webhooks }: StoreContents): Promise<void> {
    for (const table of ['site', 'route', 'webhook'])
      await this.#read(`delete from {}.${table} where session = $1`);
    await this.#insertSites(sites);
    await this.#insertRoutes(routes);
    await this.#insertWebhooks(webhooks);
  }

  #insertSites(records: readonly SiteRecord[]): Promise<void> {
    return this.#insert('site', 'id, workspace, name, host_url, locale, value', records, [
      ({ site }) => site.id.toLowerCase(),
      ({ workspaceId }) => workspaceId,
      // PostgreSQL cannot store this character in a text.
      ({ site }) => site.name.replaceAll('\0', ''),
      ({ site }) => site.hostUrl?.replaceAll('\0', ''),
      ({ locale }) => locale?.replaceAll('\0', ''),
      ({ site }) => JSON.stringify(site),
    ]);
  }

  #insertRoutes(records: readonly RouteRecord[]): Promise<void> {
    return this.#insert('route', 'id, site, value', records, [
      ({ route }) => route.id.toLowerCase(),
      ({ siteId }) => siteId,
      ({ route }) => JSON.stringify(route),
    ]);
  }

  #insertWebhooks(records: readonly WebhookRecord[]): Promise<void> {
    return this.#insert('webhook', 'id, workspace, value', records, [
      ({ webhook }) => webhook.id.toLowerCase(),
      ({ workspaceId }) => workspaceId,
      ({ webhook }) => JSON.stringify(webhook),
    ]);
  }

  /**
   * Adds records, or replaces those with the same ids.
   * @param toTexts one function for each column. Undefined becomes null
   */
  async #insert<Stored>(
    table: string,
    columns: string,
    records: readonly Stored[],
    toTexts: readonly ((record: Stored) => string | null | undefined)[],
  ): Promise<void> {
    this.#onWrite();
    if (records.length === 0) return;
    const names = columns.split(', ');
    const updates = names.slice(1).map((name) => `${name} = excluded.${name}`);
    const selected = names.map((name) => (name === 'value' ? 'value::json' : name));
    const lists = names.map((_, at) => `$${at + 2}::text[]`);
    await this.#read(
      `insert into {}.${table} (session, ${columns}) select $1, ${selected.join(', ')}
        from unnest(${lists.join(', ')}) with ordinality as given(${columns}, place) order by place
        on conflict (session, id) do update set ${updates.join(', ')}`,
      ...toTexts.map((toText) => records.map((record) => toText(record) ?? null)),
    );
  }
}

function toSiteRecord({ workspace, locale, value }: SiteRow): SiteRecord {
  return { workspaceId: workspace, locale: locale ?? undefined, site: value };
}

function toRouteRecord({ site, value }: RouteRow): RouteRecord {
  return { siteId: site, route: value };
}

function toWebhookRecord({ workspace, value }: WebhookRow): WebhookRecord {
  return { workspaceId: workspace, webhook: value };
}
