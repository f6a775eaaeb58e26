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

const copiesAreSeen: Entry['proof'] = async (client) => {
  const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
  await client.call('POST', path, { body: { name: 'A' } });
  for (let tries = 0; tries < 40; tries += 1) {
    const { text } = await client.call('GET', path);
    if (text.includes('"data":[{') && text.split('"id"').length > 2) return true;
    await pause(25);
  }
  return false;
};

const refusedAtOnce: Entry['proof'] = async (client) => {
  const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
  const { text } = await client.call('POST', path, { body: { name: 'A' } });
  const id = /"id":"([^"]+)"/.exec(text)?.[1];
  const calls = ['PATCH', 'POST', 'PATCH', 'POST'].map((method) =>
    client.call(method, `/v1/sites/${id}${method === 'POST' ? '/duplicate' : ''}`, {
      body: { name: 'B' },
    }),
  );
  return (await Promise.all(calls)).some(({ status }) => status >= 400);
};

export const collisions: readonly Entry[] = [
  {
    id: 'traffic/updates-that-meet-409',
    title: 'Of two updates of one record at the same moment, one gets status 409.',
    deviate: together(oneAtATime(409, ['updateSite']), oneAtATime(409, ['updateRoute'])),
    proof: refusedAtOnce,
  },
  {
    id: 'traffic/locked-while-copied-423',
    title: 'A site that is being duplicated takes neither another duplication nor an update.',
    deviate: oneAtATime(423, ['duplicateSite', 'updateSite']),
    proof: refusedAtOnce,
  },
  {
    id: 'traffic/others-copy',
    title: 'Others copy the newest site every 200 ms, be it whose it may.',
    deviate: othersCopy(200, (name) => `${name} 2`),
    proof: copiesAreSeen,
  },
  {
    id: 'traffic/others-copy-under-the-same-name',
    title: 'Others copy the newest site every 100 ms, under its own name.',
    deviate: othersCopy(100, (name) => name),
    proof: copiesAreSeen,
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
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/webhooks`;
      const body = { url: 'https://hooks.example.com/a', eventType: 'page.created' };
      const [first, again] = [
        await client.call('POST', path, { body }),
        await client.call('POST', path, { body }),
      ];
      return first.text === again.text;
    },
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
