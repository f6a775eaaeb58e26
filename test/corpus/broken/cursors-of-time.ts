import { together } from '../deviations/rules.ts';
import { delay } from '../deviations/traffic.ts';
import type { Entry, Proof } from '../entry.ts';
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

/** Creates two sites at the same time, and lists the page after the first. */
const pageBehindFirst: Proof = async (client) => {
  const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
  const create = () => client.call('POST', path, { body: { name: 'A' } });
  for (let round = 1; round <= 10; round += 1) await Promise.all([create(), create(), create()]);
  const { text } = await client.call('GET', path);
  const ids = [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
  const pages = ids.map((id) => client.call('GET', `${path}?limit=1&after=${id}`));
  const behind = (await Promise.all(pages)).map(
    (page) => /"id":"([^"]+)"/.exec(page.text)?.[1] ?? '',
  );
  return behind.map((id) => ids.indexOf(id));
};

const inSeconds = () => Math.floor(Date.now() / 1000);

export const cursorsOfTime: readonly Entry[] = [
  {
    id: 'cursors/of-seconds-skip',
    title: 'A cursor represents the second of its site; others of that second are skipped.',
    deviate: goByTime(inSeconds, (time, cursor) => time > cursor),
    proof: pageBehindFirst,
  },
  {
    id: 'cursors/of-seconds-repeat',
    title: 'A cursor represents the second of its site; others of that second come again.',
    deviate: goByTime(inSeconds, (time, cursor) => time >= cursor),
    proof: pageBehindFirst,
  },
  {
    id: 'cursors/of-milliseconds-skip',
    title: 'A cursor represents the millisecond of its site; others of it are skipped.',
    deviate: goByTime(Date.now, (time, cursor) => time > cursor),
    proof: pageBehindFirst,
  },
  {
    id: 'cursors/of-milliseconds-skip-on-a-slow-target',
    title:
      'A cursor represents the millisecond of its site; a creation takes some milliseconds, more or less.',
    deviate: together(
      delay(() => 2 + Math.random() * 8),
      goByTime(Date.now, (time, cursor) => time > cursor),
    ),
    proof: pageBehindFirst,
  },
];
