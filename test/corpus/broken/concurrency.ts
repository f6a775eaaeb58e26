import { together } from '../deviations/rules.ts';
import {
  answerWhenBusy,
  countRunning,
  loseRouteUpdate,
  loseSiteUpdate,
  loseWritesOfOthers,
  mixInputs,
  moment,
  shareIds,
  tick,
  writes,
} from '../deviations/simultaneity.ts';
import { delay, pause } from '../deviations/traffic.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import { readId } from '../probe/script/session.ts';
import type { Body } from '../service/exchange.ts';

const variant = { locale: 'en-US', pathname: '/en' };

/** Whether both of two simultaneous updates of a record are kept, ten times. */
const updateOverAndOver =
  (collection: 'sites' | 'routes', one: object, other: object): Proof =>
  async (client) => {
    const shown: boolean[] = [];
    for (let round = 1; round <= 10; round += 1) {
      const site = await makeSite(client, 0, { name: 'A' });
      const route = await client.call('POST', `/v1/sites/${site}/routes`, {
        body: { pathname: '/a' },
      });
      const path = `/v1/${collection}/${collection === 'sites' ? site : readId(route)}`;
      await Promise.all([one, other].map((body) => client.call('PATCH', path, { body })));
      const { text } = await client.call('PATCH', path, { body: {} });
      shown.push([one, other].every((body) => text.includes(JSON.stringify(body).slice(1, -1))));
    }
    return shown.every((isWhole) => isWhole);
  };

/** Whether simultaneous updates of two sites are both kept. */
const updateOthers: Proof = async (client) => {
  const sites = [
    await makeSite(client, 0, { name: 'A' }),
    await makeSite(client, 0, { name: 'A' }),
  ];
  const patch = (site: string, body: object) => client.call('PATCH', `/v1/sites/${site}`, { body });
  await Promise.all(sites.map((site) => patch(site, { name: 'B' })));
  const shown = await Promise.all(sites.map((site) => patch(site, {})));
  return shown.every(({ text }) => text.includes('"B"'));
};

export const concurrency: readonly Entry[] = [
  {
    id: 'concurrency/site-update-lost',
    title:
      'Of two updates of a site at the same moment, one of the name and one of the host, one is lost.',
    deviate: loseSiteUpdate(() => pause(moment)),
  },
  {
    id: 'concurrency/route-update-lost',
    title:
      'Of two updates of a route at the same moment, one of the pathname and one of the variants, one is lost.',
    deviate: loseRouteUpdate(() => pause(moment)),
  },
  {
    id: 'concurrency/site-update-lost-in-a-tick',
    title: 'An update of a site is lost that comes within one turn of the event loop.',
    deviate: loseSiteUpdate(tick),
    proof: updateOverAndOver('sites', { name: 'B' }, { hostUrl: 'https://b.example.com' }),
  },
  {
    id: 'concurrency/route-update-lost-in-a-tick',
    title: 'An update of a route is lost that comes within one turn of the event loop.',
    deviate: loseRouteUpdate(tick),
    proof: updateOverAndOver('routes', { pathname: '/b' }, { localizedVariants: [variant] }),
  },
  {
    id: 'concurrency/site-update-lost-sometimes',
    title: 'An update of a site is lost that comes within 2 ms, on a target that takes up to 5.',
    deviate: together(
      delay(() => Math.random() * 5),
      loseSiteUpdate(() => pause(2)),
    ),
    proof: updateOverAndOver('sites', { name: 'B' }, { hostUrl: 'https://b.example.com' }),
  },
  {
    id: 'concurrency/route-update-lost-sometimes',
    title: 'An update of a route is lost that comes within 2 ms, on a target that takes up to 5.',
    deviate: together(
      delay(() => Math.random() * 5),
      loseRouteUpdate(() => pause(2)),
    ),
    proof: updateOverAndOver('routes', { pathname: '/b' }, { localizedVariants: [variant] }),
  },
  {
    id: 'concurrency/updates-of-other-sites-lost',
    title: 'An update writes all sites back as they were when it began.',
    deviate: loseWritesOfOthers(() => pause(2)),
    proof: updateOthers,
  },
  {
    id: 'concurrency/creations-share-id',
    title: 'Sites that are created at the same moment get the same id.',
    deviate: shareIds('createSite', 'site'),
  },
  {
    id: 'concurrency/copies-share-id',
    title: 'Copies that are made at the same moment get the same id.',
    deviate: shareIds('duplicateSite', 'site'),
  },
  {
    id: 'concurrency/routes-share-id',
    title: 'Routes that are created at the same moment get the same id.',
    deviate: shareIds('createRoute', 'route'),
  },
  {
    id: 'concurrency/webhooks-share-id',
    title: 'Webhooks that are created at the same moment get the same id.',
    deviate: shareIds('createWebhook', 'webhook'),
  },
  {
    id: 'concurrency/creations-mixed-up',
    title: 'Sites that are created at the same moment all get the name that came last.',
    deviate: mixInputs('createSite'),
  },
  {
    id: 'concurrency/updates-mixed-up',
    title: 'Updates of different sites at the same moment all store what came last.',
    deviate: mixInputs('updateSite'),
  },
  {
    id: 'concurrency/copies-mixed-up',
    title: 'Copies that are made at the same moment all get the name that came last.',
    deviate: mixInputs('duplicateSite'),
  },
  {
    id: 'concurrency/routes-mixed-up',
    title: 'Routes that are created at the same moment all get the pathname that came last.',
    deviate: mixInputs('createRoute'),
  },
  {
    id: 'concurrency/route-updates-mixed-up',
    title: 'Updates of different routes at the same moment all store what came last.',
    deviate: mixInputs('updateRoute'),
  },
  {
    id: 'concurrency/webhooks-mixed-up',
    title: 'Webhooks that are created at the same moment all get the address that came last.',
    deviate: mixInputs('createWebhook'),
  },
  {
    id: 'concurrency/creation-lost',
    title: 'Of two sites that are created at the same moment, one is returned and not stored.',
    deviate: countRunning(['createSite'], async (plain, { position, service }) => {
      const body = await plain();
      if (position > 1) service.store.removeSite(String(body['id']));
      return body;
    }),
  },
  {
    id: 'concurrency/copy-lost',
    title: 'Of two copies that are made at the same moment, one is returned and not stored.',
    deviate: countRunning(['duplicateSite'], async (plain, { position, service }) => {
      const body = await plain();
      if (position > 1) service.store.removeSite(String(body['id']));
      return body;
    }),
  },
  {
    id: 'concurrency/answers-swapped',
    title: 'Two sites that are created at the same moment are returned to each other’s client.',
    deviate: (service) => {
      const plain = service.operations.createSite;
      let held: { body: Body; give: (body: Body) => void } | undefined;
      service.operations.createSite = async (exchange) => {
        const body = await plain(exchange);
        if (held) {
          const { body: other, give } = held;
          held = undefined;
          give(body);
          return other;
        }
        return new Promise<Body>((resolve) => {
          const mine = { body, give: resolve };
          held = mine;
          setTimeout(() => {
            if (held !== mine) return;
            held = undefined;
            resolve(body);
          }, moment);
        });
      };
    },
  },
  {
    id: 'concurrency/writes-crash',
    title: 'Two writes at the same moment get status 500, as in a deadlock.',
    deviate: answerWhenBusy(writes, async () => {
      throw new Error('deadlock detected');
    }),
  },
  {
    id: 'concurrency/site-updates-crash',
    title: 'Two updates of sites at the same moment get status 500.',
    deviate: answerWhenBusy(['updateSite'], async () => {
      throw new Error('database is locked');
    }),
  },
  {
    id: 'concurrency/writes-hang',
    title: 'Two creations at the same moment never get a response.',
    deviate: answerWhenBusy(['createSite'], () => new Promise(() => undefined)),
  },
];
