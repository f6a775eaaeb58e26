import type { Sending } from './client.ts';
import {
  createRoute,
  currentRoute,
  currentSite,
  freshWorkspace,
  givenSite,
  pageOf,
  routesOf,
  sitesOf,
  webhooksOf,
} from './operations.ts';
import type { AcceptanceTarget } from './question.ts';
import { expectRoute } from './resource-shapes.ts';

/** One valid request of an operation. */
export interface Operation {
  operation: string;
  method: string;
  path: string;
  json?: Record<string, unknown>;
  status: number;
}

interface Surroundings {
  operations: Operation[];
  /** Returns all readable data: if it is equal before and after, a request had no effect. */
  snapshot(): Promise<unknown>;
}

/** Creates a workspace with a site and a route, and a valid request of each operation for them. */
export async function givenSurroundings(target: AcceptanceTarget): Promise<Surroundings> {
  const workspace = freshWorkspace();
  const { id } = await givenSite(target, { hostUrl: 'https://before.example' }, workspace);
  const variants = [{ locale: 'en-US', pathname: '/before' }];
  const body = { pathname: '/before', localizedVariants: variants };
  const route = expectRoute(await createRoute(target, id, body), 201);
  const webhook = { url: 'https://example.com/hook', eventType: 'page.created' };
  const change = { pathname: '/after', localizedVariants: [] };
  const good = (
    operation: string,
    method: string,
    path: string,
    status: number,
    json?: Record<string, unknown>,
  ): Operation => ({ operation, method, path, status, ...(json === undefined ? {} : { json }) });
  return {
    operations: [
      good('listSites', 'GET', sitesOf(workspace), 201),
      good('createSite', 'POST', sitesOf(workspace), 201, { name: 'after' }),
      good('updateSite', 'PATCH', `/v1/sites/${id}`, 200, { name: 'after' }),
      good('duplicateSite', 'POST', `/v1/sites/${id}/duplicate`, 201, { name: 'after' }),
      good('createRoute', 'POST', routesOf(id), 201, change),
      good('updateRoute', 'PATCH', `/v1/routes/${route.id}`, 200, change),
      good('createWebhook', 'POST', webhooksOf(workspace), 201, webhook),
    ],
    snapshot: async () => ({
      page: await pageOf(target, workspace, '?limit=100'),
      site: await currentSite(target, id),
      route: await currentRoute(target, route.id),
    }),
  };
}

/** Returns the request of an operation, with some parts replaced. */
export const toSending = (
  { method, path, json }: Operation,
  extra: Partial<Sending> = {},
): Sending => ({ method, path, ...(json === undefined ? {} : { json }), ...extra });
