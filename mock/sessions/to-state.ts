import type { components } from '../../generated/control-types.ts';
import type { RouteRecord, StoreContents } from '../store/store.ts';

/** Everything that a session holds, as people read it: workspaces, their sites, and the routes of those. */
export type State = components['schemas']['State'];
export type WorkspaceState = State['workspaces'][number];
export type SiteState = WorkspaceState['sites'][number];

export const stateFormatVersion = 1;

/** Contents as a document, each kind in the order of creation. */
export function toState({ sites, routes, webhooks }: StoreContents): State {
  const workspaces = new Map<string, WorkspaceState>();
  const findWorkspace = (id: string): WorkspaceState => {
    const workspace = workspaces.get(id) ?? { id, sites: [], webhooks: [] };
    workspaces.set(id, workspace);
    return workspace;
  };
  const routesOfSites = groupRoutes(routes);
  for (const { workspaceId, locale, site } of sites) {
    findWorkspace(workspaceId).sites.push({
      ...site,
      ...(locale === undefined ? {} : { locale }),
      routes: routesOfSites.get(site.id.toLowerCase()) ?? [],
    });
  }
  for (const { workspaceId, webhook } of webhooks) {
    const { workspaceId: _, ...fields } = webhook;
    findWorkspace(workspaceId).webhooks.push(fields);
  }
  return { formatVersion: stateFormatVersion, workspaces: [...workspaces.values()] };
}

function groupRoutes(routes: readonly RouteRecord[]): Map<string, SiteState['routes']> {
  const groups = new Map<string, SiteState['routes']>();
  for (const { siteId, route } of routes) {
    const group = groups.get(siteId);
    if (group === undefined) groups.set(siteId, [route]);
    else group.push(route);
  }
  return groups;
}
