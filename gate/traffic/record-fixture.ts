import type { Contract, Schema } from '../../contract/index.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import type { JudgedExchange } from './judge-exchange.ts';

type JsonObject = Record<string, unknown>;

interface RecordedWorkspace {
  sites: Map<string, JsonObject & { routes: Map<string, JsonObject> }>;
  webhooks: Map<string, JsonObject>;
}

/** Collects recorded exchanges into a fixture for the mock. */
export function createFixtureRecorder({ document }: Contract) {
  const workspaces = new Map<string, RecordedWorkspace>();
  /** The workspace of each site, and the site of each route. */
  const owners = new Map<string, string>();
  const leftOut = new Map<string, number>();
  const leave = (reason: string): void => {
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  };

  const open = (id: string): RecordedWorkspace => {
    const found = workspaces.get(id) ?? { sites: new Map(), webhooks: new Map() };
    workspaces.set(id, found);
    return found;
  };
  const putSite = (workspace: string, id: string, record: JsonObject): void => {
    const { apiKey: _, ...fields } = record;
    const { sites } = open(workspace);
    if (!sites.has(id)) leave('a key of a site, because keys are secret; the mock creates another');
    owners.set(id, workspace);
    sites.set(id, { ...sites.get(id), id, ...fields, routes: sites.get(id)?.routes ?? new Map() });
  };
  const putRoute = (site: string, id: string, record: JsonObject): void => {
    owners.set(id, site);
    const workspace = owners.get(site);
    const kept = workspace === undefined ? undefined : workspaces.get(workspace)?.sites.get(site);
    if (kept === undefined) leave('a route, because its site did not occur in the traffic');
    kept?.routes.set(id, record);
  };
  const putWebhook = (id: string, record: JsonObject): void => {
    const { workspaceId, ...webhook } = record;
    open(String(workspaceId)).webhooks.set(id, webhook);
  };
  /**
   * Stores a record. Its fields determine its kind, so new operations do not need changes here.
   * @param parameter the path parameter of the operation, which contains the id of the owner or of the record itself
   */
  const put = (parameter: string, value: string, record: JsonObject): void => {
    const { id } = record;
    if (typeof id !== 'string') return;
    const isRoute = 'pathname' in record;
    const owner = parameter === (isRoute ? 'siteId' : 'workspaceId') ? value : owners.get(value);
    if ('eventType' in record) putWebhook(id, record);
    else if (owner === undefined)
      leave(`a ${isRoute ? 'route' : 'site'}, because its owner did not occur in the traffic`);
    else (isRoute ? putRoute : putSite)(owner, id, record);
  };

  /** Removes additional fields, which a fixture must not contain. */
  const keepDocumented = (schema: Schema, value: unknown): unknown => {
    const { properties, items } = resolveReference(document, schema);
    if (Array.isArray(value))
      return items === undefined ? value : value.map((item) => keepDocumented(items, item));
    if (properties === undefined || !isRecord(value)) return value;
    for (const name of Object.keys(value))
      if (!Object.hasOwn(properties, name)) leave(`a field "${name}", which is not documented`);
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, inner]) =>
        Object.hasOwn(value, name) ? [[name, keepDocumented(inner, value[name])]] : [],
      ),
    );
  };

  return {
    add: ({ operation, exchange, documented, responseBody, violations }: JudgedExchange): void => {
      if (operation === undefined || !documented?.status.startsWith('2')) return;
      if (violations.some(({ side }) => side === 'response')) {
        leave('a response that violates the contract');
        return;
      }
      const { pathname } = new URL(exchange.url);
      const ids = pathname
        .split('/')
        .filter((segment) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment));
      // The last id belongs to the path; a base path may contain others.
      const id = ids.at(-1);
      const parameter = operation.parameters.findLast(({ in: place }) => place === 'path');
      if (id === undefined || parameter === undefined) return;
      const body = keepDocumented(documented.schema, responseBody);
      const records = isRecord(body) && body['data'];
      for (const record of Array.isArray(records) ? records : [body])
        if (isRecord(record)) put(parameter.name, id, record);
    },
    /** What the fixture does not contain, and why, one line for each reason. */
    listLeftOut: () =>
      [...leftOut].map(([reason, count]) => (count === 1 ? reason : `${reason} (${count} times)`)),
    /**
     * Returns the fixture in the format of `spec/state.schema.json`. It keeps the ids of the service, but no keys, so the mock
     * generates new ones.
     */
    toFixture: () => ({
      formatVersion: 1,
      workspaces: [...workspaces].map(([id, { sites, webhooks }]) => ({
        id,
        sites: [...sites.values()].map((site) => ({ ...site, routes: [...site.routes.values()] })),
        webhooks: [...webhooks.values()],
      })),
    }),
  };
}
