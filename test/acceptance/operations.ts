import { randomUUID } from 'node:crypto';
import { type Answer, type Sending, send } from './client.ts';
import type { AcceptanceTarget } from './question.ts';
import {
  expectPage,
  expectRoute,
  expectSite,
  type Page,
  type Route,
  type Site,
} from './resource-shapes.ts';

type Extra = Pick<Sending, 'headers' | 'agent'>;

export const sitesOf = (workspace: string): string => `/v1/workspaces/${workspace}/sites`;
export const webhooksOf = (workspace: string): string => `/v1/workspaces/${workspace}/webhooks`;
export const routesOf = (siteId: string): string => `/v1/sites/${siteId}/routes`;

export const createSite = (
  target: AcceptanceTarget,
  workspace: string,
  json: unknown,
  extra: Extra = {},
): Promise<Answer> => send(target, { method: 'POST', path: sitesOf(workspace), json, ...extra });

export const listSites = (
  target: AcceptanceTarget,
  workspace: string,
  query = '',
): Promise<Answer> => send(target, { path: sitesOf(workspace) + query });

export const updateSite = (
  target: AcceptanceTarget,
  siteId: string,
  json: unknown,
  extra: Extra = {},
): Promise<Answer> =>
  send(target, { method: 'PATCH', path: `/v1/sites/${siteId}`, json, ...extra });

export const duplicateSite = (
  target: AcceptanceTarget,
  siteId: string,
  json: unknown,
): Promise<Answer> => send(target, { method: 'POST', path: `/v1/sites/${siteId}/duplicate`, json });

export const createRoute = (
  target: AcceptanceTarget,
  siteId: string,
  json: unknown,
  query = '',
): Promise<Answer> => send(target, { method: 'POST', path: routesOf(siteId) + query, json });

export const updateRoute = (
  target: AcceptanceTarget,
  routeId: string,
  json: unknown,
  query = '',
): Promise<Answer> =>
  send(target, { method: 'PATCH', path: `/v1/routes/${routeId}${query}`, json });

export const createWebhook = (
  target: AcceptanceTarget,
  workspace: string,
  json: unknown,
): Promise<Answer> => send(target, { method: 'POST', path: webhooksOf(workspace), json });

/** A name that no other question uses. */
export const uniqueName = (): string => `acceptance ${randomUUID()}`;

/** A separate workspace for a question: any UUID is a workspace. */
export const freshWorkspace = (): string => randomUUID();

export async function givenSite(
  target: AcceptanceTarget,
  body: Record<string, unknown> = {},
  workspace: string = target.workspace,
): Promise<Site> {
  return expectSite(await createSite(target, workspace, { name: uniqueName(), ...body }), 201);
}

/** Creates sites sequentially, so that their order is known. */
export async function givenSites(
  target: AcceptanceTarget,
  workspace: string,
  count: number,
): Promise<Site[]> {
  const sites: Site[] = [];
  for (let index = 0; index < count; index += 1) {
    sites.push(await givenSite(target, { name: `site ${index}` }, workspace));
  }
  return sites;
}

export async function givenRoute(
  target: AcceptanceTarget,
  body: Record<string, unknown> = {},
): Promise<Route> {
  const site = await givenSite(target);
  return expectRoute(await createRoute(target, site.id, { pathname: '/start', ...body }), 201);
}

export async function pageOf(
  target: AcceptanceTarget,
  workspace: string,
  query = '',
): Promise<Page> {
  return expectPage(await listSites(target, workspace, query));
}

/** Reads all sites of a workspace page by page. */
export async function walk(
  target: AcceptanceTarget,
  workspace: string,
  limit: number,
): Promise<Site[]> {
  const sites: Site[] = [];
  let query = `?limit=${limit}`;
  for (let pages = 0; pages < 1000; pages += 1) {
    const page = await pageOf(target, workspace, query);
    sites.push(...page.data);
    if (!page.hasMore) return sites;
    query = `?limit=${limit}&after=${page.data.at(-1)?.id}`;
  }
  throw new Error(`the walk of ${workspace} by ${limit} has no end`);
}

/** Returns the current site: an update without changes returns the record. */
export async function currentSite(target: AcceptanceTarget, siteId: string): Promise<Site> {
  return expectSite(await updateSite(target, siteId, {}), 200);
}

export async function currentRoute(target: AcceptanceTarget, routeId: string): Promise<Route> {
  return expectRoute(await updateRoute(target, routeId, {}), 200);
}
