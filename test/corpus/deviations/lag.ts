import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

type WriteKind = 'insert' | 'replace' | 'remove';

interface Change {
  readonly due: number;
  /** A late change must not undo a newer one that was applied early. */
  readonly sequence: number;
  readonly site: SiteRecord;
}

/** A replica of all sites that applies each change when it is due. */
function createReplica(isThere: (id: string) => boolean) {
  const workspaces = new Map<string, Map<string, SiteRecord>>();
  const newest = new Map<string, number>();
  let waiting: Change[] = [];
  let sequence = 0;
  const sitesOf = (workspaceId: string): Map<string, SiteRecord> => {
    const key = workspaceId.toLowerCase();
    const sites = workspaces.get(key) ?? new Map<string, SiteRecord>();
    workspaces.set(key, sites);
    return sites;
  };
  const learn = (change: Change): void => {
    const { site } = change;
    if ((newest.get(site.id) ?? 0) > change.sequence) return;
    newest.set(site.id, change.sequence);
    if (isThere(site.id)) sitesOf(site.workspaceId).set(site.id, site);
    else sitesOf(site.workspaceId).delete(site.id);
  };
  return {
    note: (site: SiteRecord, lag: number): void => {
      sequence += 1;
      waiting.push({ due: Date.now() + lag, sequence, site });
    },
    read: (workspaceId: string): readonly SiteRecord[] => {
      const now = Date.now();
      const due = waiting.filter((change) => change.due <= now);
      if (due.length > 0) waiting = waiting.filter((change) => change.due > now);
      for (const change of due) learn(change);
      return [...sitesOf(workspaceId).values()];
    },
  };
}

/** Lists from a replica that applies changes with a delay. */
export const lagList =
  (lag: (kind: WriteKind) => number): Deviation =>
  (service) => {
    const { insertSite, replaceSite, removeSite, findSite } = service.store;
    const replica = createReplica((id) => findSite(id) !== undefined);
    service.store.insertSite = (site) => {
      insertSite(site);
      replica.note(site, lag('insert'));
    };
    service.store.replaceSite = (site) => {
      replaceSite(site);
      replica.note(site, lag('replace'));
    };
    service.store.removeSite = (id) => {
      const site = findSite(id);
      removeSite(id);
      if (site) replica.note(site, lag('remove'));
    };
    service.listedSites = replica.read;
  };
