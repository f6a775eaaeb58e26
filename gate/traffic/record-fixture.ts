import type { OperationId } from '../../contract/index.ts';
import { isObject, type JsonObject } from '../diff/json.ts';
import type { JudgedExchange } from './judge-exchange.ts';

interface RecordedWorkspace {
  sites: Map<string, JsonObject & { routes: Map<string, JsonObject> }>;
  webhooks: Map<string, JsonObject>;
}

/** Gathers what passed into a fixture for the mock. */
export interface FixtureRecorder {
  add(judged: JudgedExchange): void;
  /** The form of `spec/state.schema.json`: ids are those of the service, keys are left out, so the mock makes new ones. */
  toFixture(): object;
}

export function createFixtureRecorder(): FixtureRecorder {
  const workspaces = new Map<string, RecordedWorkspace>();
  /** Which workspace a site belongs to, and which site a route. */
  const owners = new Map<string, string>();

  const open = (id: string): RecordedWorkspace => {
    const found = workspaces.get(id) ?? { sites: new Map(), webhooks: new Map() };
    workspaces.set(id, found);
    return found;
  };
  const putSite = (workspace: string | undefined, value: unknown): void => {
    if (workspace === undefined || !isObject(value) || typeof value['id'] !== 'string') return;
    const { id, apiKey: _, ...fields } = value;
    const { sites } = open(workspace);
    owners.set(id, workspace);
    sites.set(id, { ...sites.get(id), id, ...fields, routes: sites.get(id)?.routes ?? new Map() });
  };
  const putRoute = (site: string | undefined, value: unknown): void => {
    if (site === undefined || !isObject(value) || typeof value['id'] !== 'string') return;
    owners.set(value['id'], site);
    const workspace = owners.get(site);
    const kept = workspace === undefined ? undefined : workspaces.get(workspace)?.sites.get(site);
    kept?.routes.set(value['id'], value);
  };
  /** What the response of each operation says of the state. */
  const readers: Readonly<Record<OperationId, (ids: readonly string[], body: unknown) => void>> = {
    listSites: ([workspace], body) => {
      if (isObject(body) && Array.isArray(body['data']))
        for (const site of body['data']) putSite(workspace, site);
    },
    createSite: ([workspace], body) => putSite(workspace, body),
    updateSite: ([site = ''], body) => putSite(owners.get(site), body),
    duplicateSite: ([original = ''], body) => putSite(owners.get(original), body),
    createRoute: ([site], body) => putRoute(site, body),
    updateRoute: ([route = ''], body) => putRoute(owners.get(route), body),
    createWebhook: ([workspace], body) => {
      if (workspace === undefined || !isObject(body)) return;
      const { workspaceId: _, ...webhook } = body;
      open(workspace).webhooks.set(String(body['id']), webhook);
    },
  };

  return {
    add: ({ operation, exchange, documented, responseBody, violations }) => {
      if (operation === undefined || !documented?.status.startsWith('2')) return;
      if (violations.some(({ side }) => side === 'response')) return;
      const { pathname } = new URL(exchange.url);
      const ids = pathname
        .split('/')
        .filter((segment) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment));
      // The last ids are those of the path; a base path may hold others.
      const count = operation.parameters.filter((parameter) => parameter.in === 'path').length;
      readers[operation.id](ids.slice(-count), responseBody);
    },
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
