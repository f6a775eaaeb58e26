import { moment } from '../deviations/simultaneity.ts';
import { pause } from '../deviations/traffic.ts';
import type { Entry } from '../entry.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Service } from '../service/service.ts';

export const concurrentReads: readonly Entry[] = [
  {
    id: 'concurrency/list-torn-while-writing',
    title: 'A list that is read while a site is created is empty.',
    deviate: (service) => {
      const { listSites } = service.operations;
      const isWriting = watchCreations(service);
      service.operations.listSites = (exchange) =>
        isWriting() ? { data: [], hasMore: false } : listSites(exchange);
    },
  },
  {
    id: 'concurrency/list-crashes-while-writing',
    title: 'A list that is read while a site is created gets status 500.',
    deviate: (service) => {
      const { listSites } = service.operations;
      const isWriting = watchCreations(service);
      service.operations.listSites = (exchange) => {
        if (isWriting()) throw new Error('collection was modified');
        return listSites(exchange);
      };
    },
  },
  {
    id: 'concurrency/lists-mixed-up',
    title: 'Lists that are read at the same moment all get the page that was requested last.',
    deviate: (service) => {
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
  },
  {
    id: 'concurrency/key-shared',
    title: 'A request with a wrong key passes while one with the right key runs.',
    deviate: (service) => {
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
  },
];

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
