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
    const { id, name, hostUrl, apiKey } = site;
    findWorkspace(workspaceId).sites.push({
      id,
      name,
      hostUrl,
      apiKey,
      ...(locale === undefined ? {} : { locale }),
      routes: routesOfSites.get(id.toLowerCase()) ?? [],
    });
  }
  for (const { workspaceId, webhook } of webhooks) {
    const { id, url, eventType } = webhook;
    findWorkspace(workspaceId).webhooks.push({ id, url, eventType });
  }
  return { formatVersion: stateFormatVersion, workspaces: [...workspaces.values()] };
}

function groupRoutes(routes: readonly RouteRecord[]): Map<string, SiteState['routes']> {
  const groups = new Map<string, SiteState['routes']>();
  for (const { siteId, route } of routes) {
    const { id, pathname, localizedVariants } = route;
    const group = groups.get(siteId);
    if (group === undefined) groups.set(siteId, [{ id, pathname, localizedVariants }]);
    else group.push({ id, pathname, localizedVariants });
  }
  return groups;
}
