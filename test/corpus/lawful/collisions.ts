import { refuseWhen } from '../deviations/choosing.ts';
import { together } from '../deviations/rules.ts';
import { pause } from '../deviations/traffic.ts';
import { addSite } from '../deviations/writers.ts';
import type { Entry } from '../entry.ts';
import type { OperationId } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

/** Refuses some operations on a record while another one of them is in progress. */
const oneAtATime =
  (status: number, operations: readonly OperationId[]): Deviation =>
  (service) => {
    const busy = new Set<string>();
    for (const operationId of operations) {
      const plain = service.operations[operationId];
      service.operations[operationId] = async (exchange) => {
        const id = exchange.resourceId.toLowerCase();
        if (busy.has(id)) throw new Refusal('conflict', 'somebody else is at it');
        busy.add(id);
        try {
          await pause(8);
          return await plain(exchange);
        } finally {
          busy.delete(id);
        }
      };
    }
    const { refuse } = service;
    service.refuse = (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return refusal.reason === 'conflict' ? { ...reply, status } : reply;
    };
  };

/** Another client copies the newest site from time to time. */
const othersCopy =
  (everyMs: number, write: (name: string) => string): Deviation =>
  (service) => {
    service.background.push(() => {
      const timer = setInterval(() => {
        const [workspaceId] = service.workspaceIds;
        const newest = service.store.sitesOf(workspaceId).at(-1);
        if (newest !== undefined)
          addSite(service, workspaceId, { name: write(newest.name), hostUrl: null });
      }, everyMs);
      timer.unref();
      return () => clearInterval(timer);
    });
  };

export const collisions: readonly Entry[] = [
  {
    id: 'traffic/updates-that-meet-409',
    title: 'Of two updates of one record at the same moment, one gets status 409.',
    deviate: together(oneAtATime(409, ['updateSite']), oneAtATime(409, ['updateRoute'])),
  },
  {
    id: 'traffic/locked-while-copied-423',
    title: 'A site that is being duplicated takes neither another duplication nor an update.',
    deviate: oneAtATime(423, ['duplicateSite', 'updateSite']),
  },
  {
    id: 'traffic/others-copy',
    title: 'Others copy the newest site every 200 ms, be it whose it may.',
    deviate: othersCopy(200, (name) => `${name} 2`),
  },
  {
    id: 'traffic/others-copy-under-the-same-name',
    title: 'Others copy the newest site every 100 ms, under its own name.',
    deviate: othersCopy(100, (name) => name),
  },
  {
    id: 'choices/unchanged-site-refused',
    title: 'An update of a site that changes nothing gets status 409.',
    deviate: (service) =>
      refuseWhen(
        'conflict',
        ({ operationId, resourceId, body }) => {
          const site = service.store.findSite(resourceId);
          return (
            operationId === 'updateSite' &&
            site !== undefined &&
            typeof body === 'object' &&
            body !== null &&
            Object.entries(body).every(([field, value]) => Reflect.get(site, field) === value)
          );
        },
        409,
      )(service),
  },
  {
    id: 'choices/unchanged-route-refused',
    title: 'An update of a route that changes nothing gets status 422.',
    deviate: (service) =>
      refuseWhen(
        'invalid',
        ({ operationId, resourceId, body }) => {
          const route = service.store.findRoute(resourceId);
          return (
            operationId === 'updateRoute' &&
            route !== undefined &&
            typeof body === 'object' &&
            body !== null &&
            Object.entries(body).every(
              ([field, value]) =>
                field in route &&
                JSON.stringify(Reflect.get(route, field)) === JSON.stringify(value),
            )
          );
        },
        422,
      )(service),
  },
  {
    id: 'choices/webhook-registered-once',
    title: 'The same registration of a webhook returns the one that exists.',
    deviate: (service) => {
      const plain = service.represent.webhook;
      service.represent.webhook = (webhook, exchange) => {
        const same = service.store
          .webhooksOf(webhook.workspaceId)
          .find(({ url, eventType }) => url === webhook.url && eventType === webhook.eventType);
        return plain(same ?? webhook, exchange);
      };
    },
  },
];
