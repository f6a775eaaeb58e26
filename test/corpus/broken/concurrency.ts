import {
  answerWhenBusy,
  loseRouteUpdate,
  loseSiteUpdate,
  mixInputs,
  moment,
  pause,
  shareIds,
  tick,
  writes,
} from '../deviations/traffic.ts';
import { type Entry, entries } from '../entry.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Service } from '../service/service.ts';

export const concurrency: readonly Entry[] = entries({
  'concurrency/site-update-lost: Of two updates of a site at the same moment, one of the name and one of the host, one is lost.':
    loseSiteUpdate(() => pause(moment)),
  'concurrency/route-update-lost: Of two updates of a route at the same moment, one of the pathname and one of the variants, one is lost.':
    loseRouteUpdate(() => pause(moment)),
  'concurrency/site-update-lost-in-a-tick: An update of a site is lost that comes within one turn of the event loop.':
    loseSiteUpdate(tick),
  'concurrency/route-update-lost-in-a-tick: An update of a route is lost that comes within one turn of the event loop.':
    loseRouteUpdate(tick),
  'concurrency/routes-share-id: Routes that are created at the same moment get the same id.':
    shareIds('createRoute', 'route'),
  'concurrency/webhooks-share-id: Webhooks that are created at the same moment get the same id.':
    shareIds('createWebhook', 'webhook'),
  'concurrency/copies-mixed-up: Copies that are made at the same moment all get the name that came last.':
    mixInputs('duplicateSite'),
  'concurrency/routes-mixed-up: Routes that are created at the same moment all get the pathname that came last.':
    mixInputs('createRoute'),
  'concurrency/route-updates-mixed-up: Updates of different routes at the same moment all store what came last.':
    mixInputs('updateRoute'),
  'concurrency/webhooks-mixed-up: Webhooks that are created at the same moment all get the address that came last.':
    mixInputs('createWebhook'),
  'concurrency/writes-crash: Two writes at the same moment get status 500, as in a deadlock.':
    answerWhenBusy(writes, async () => {
      throw new Error('deadlock detected');
    }),
  'concurrency/site-updates-crash: Two updates of sites at the same moment get status 500.':
    answerWhenBusy(['updateSite'], async () => {
      throw new Error('database is locked');
    }),
});

export const concurrentReads: readonly Entry[] = entries({
  'concurrency/list-torn-while-writing: A list that is read while a site is created is empty.': (
    service,
  ) => {
    const { listSites } = service.operations;
    const isWriting = watchCreations(service);
    service.operations.listSites = (exchange) =>
      isWriting() ? { data: [], hasMore: false } : listSites(exchange);
  },
  'concurrency/list-crashes-while-writing: A list that is read while a site is created gets status 500.':
    (service) => {
      const { listSites } = service.operations;
      const isWriting = watchCreations(service);
      service.operations.listSites = (exchange) => {
        if (isWriting()) throw new Error('collection was modified');
        return listSites(exchange);
      };
    },
  'concurrency/lists-mixed-up: Lists that are read at the same moment all get the page that was requested last.':
    (service) => {
      const plain = service.operations.listSites;
      let current: { resourceId: string; query: Exchange['query'] } | undefined;
      service.operations.listSites = async (exchange) => {
        const asked = { resourceId: exchange.resourceId, query: exchange.query };
        current = asked;
        await pause(5);
        exchange.resourceId = current.resourceId;
        exchange.query = current.query;
        return plain(exchange);
      };
    },
  'concurrency/key-shared: A request with a wrong key passes while one with the right key runs.': (
    service,
  ) => {
    const { isAuthorised, admit } = service;
    let good = 0;
    service.admit = async (exchange) => {
      await admit(exchange);
      const isGood = isAuthorised(exchange);
      if (isGood) good += 1;
      await pause(8);
      if (isGood) setTimeout(() => (good -= 1), 8);
    };
    service.isAuthorised = (exchange) => isAuthorised(exchange) || good > 0;
  },
});

/** Slows creations down. Returns whether one is in progress. */
function watchCreations({ operations }: Service): () => boolean {
  const plain = operations.createSite;
  let writing = 0;
  operations.createSite = async (exchange) => {
    writing += 1;
    await pause(moment);
    try {
      return await plain(exchange);
    } finally {
      writing -= 1;
    }
  };
  return () => writing > 0;
}
