import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

/** Pages by the time of creation, which several sites may share. */
const goByTime =
  (toTime: () => number, isBehind: (time: number, cursor: number) => boolean): Deviation =>
  (service) => {
    const times = new Map<string, number>();
    const { insertSite } = service.store;
    service.store.insertSite = (site) => {
      times.set(site.id, toTime());
      insertSite(site);
    };
    const timeOf = ({ id }: SiteRecord): number => times.get(id) ?? 0;
    service.paginate = (sites, { after, limit }) => {
      const ordered = [...sites].sort((one, other) => timeOf(one) - timeOf(other));
      const cursor = ordered.find(({ id }) => id.toLowerCase() === after?.toLowerCase());
      if (after !== undefined && cursor === undefined)
        throw new Refusal('bad-query', 'after is not the id of a site in this workspace');
      const behind = ordered.filter(
        (site) =>
          cursor === undefined || (site !== cursor && isBehind(timeOf(site), timeOf(cursor))),
      );
      return { sites: behind.slice(0, limit), hasMore: behind.length > limit };
    };
  };

export const cursorsOfTime: readonly Entry[] = [
  {
    id: 'cursors/of-milliseconds-skip',
    title: 'A cursor represents the millisecond of its site; others of it are skipped.',
    deviate: goByTime(Date.now, (time, cursor) => time > cursor),
  },
];
