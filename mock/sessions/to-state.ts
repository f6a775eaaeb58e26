import type { Site, Webhook } from '../../contract/index.ts';
import type { components } from '../../generated/control-types.ts';
import type { RouteRecord, StoreContents } from '../store/store.ts';

/** Everything that a session holds, as people read it: workspaces, their sites, and the routes of those. */
export type State = components['schemas']['State'];
export type WorkspaceState = State['workspaces'][number];
export type SiteState = WorkspaceState['sites'][number];

export const stateFormatVersion = 1;

/** Routes by the lower-case id of their site. */
export type RoutesOfSites = Map<string, SiteState['routes']>;

/** Contents as a document, each kind in the order of creation. */
export function toState({ sites, routes, webhooks }: StoreContents): State {
  const workspaces = new Map<string, WorkspaceState>();
  const findWorkspace = (id: string): WorkspaceState => {
    const workspace = workspaces.get(id) ?? { id, sites: [], webhooks: [] };
    workspaces.set(id, workspace);
    return workspace;
  };
  const routesOfSites = groupRoutes(routes);
  for (const { workspaceId, locale, site } of sites)
    findWorkspace(workspaceId).sites.push(toSiteState(site, locale, routesOfSites));
  for (const { workspaceId, webhook } of webhooks)
    findWorkspace(workspaceId).webhooks.push(toWebhookState(webhook));
  return { formatVersion: stateFormatVersion, workspaces: [...workspaces.values()] };
}

/** Every field of a site, and what belongs to it. */
export function toSiteState(
  site: Site,
  locale: string | undefined,
  routesOfSites: RoutesOfSites,
): SiteState {
  return {
    ...site,
    ...(locale === undefined ? {} : { locale }),
    routes: routesOfSites.get(site.id.toLowerCase()) ?? [],
  };
}

/** The workspace is that around it. */
export function toWebhookState({
  workspaceId: _,
  ...fields
}: Webhook): WorkspaceState['webhooks'][number] {
  return fields;
}

/** @param groups to which the routes are added. Default: none yet */
export function groupRoutes(
  routes: readonly RouteRecord[],
  groups: RoutesOfSites = new Map(),
): RoutesOfSites {
  for (const { siteId, route } of routes) {
    const group = groups.get(siteId);
    if (group === undefined) groups.set(siteId, [route]);
    else group.push(route);
  }
  return groups;
}
