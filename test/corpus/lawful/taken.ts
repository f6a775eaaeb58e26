import { refuseWhen } from '../deviations/lists.ts';
import { addSite } from '../deviations/records.ts';
import { alsoServe, spellings, together } from '../deviations/requests.ts';
import { pause } from '../deviations/traffic.ts';
import { type Entry, entries } from '../entry.ts';
import { type Body, type OperationId, Refusal, type RefusalReason } from '../service/exchange.ts';
import { aroundStore, type Deviation, type Service } from '../service/service.ts';

const demandRoom = (count: number, most: number): void => {
  if (count >= most) throw new Refusal('conflict', 'no more of these');
};

const atMostSites = (most: number): Deviation =>
  aroundStore('insertSite', (insert, { store }) => (site) => {
    demandRoom(store.sitesOf(site.workspaceId).length, most);
    insert(site);
  });

const atMostRoutes = (most: number): Deviation =>
  aroundStore('insertRoute', (insert, { store }) => (route) => {
    demandRoom(store.routesOf(route.siteId).length, most);
    insert(route);
  });

const atMostWebhooks = (most: number): Deviation =>
  aroundStore('insertWebhook', (insert, { store }) => (webhook) => {
    demandRoom(store.webhooksOf(webhook.workspaceId).length, most);
    insert(webhook);
  });

export const quotas: readonly Entry[] = entries({
  'quotas/sites-5: A workspace accepts at most five sites.': atMostSites(5),
  'quotas/sites-20: A workspace takes twenty sites.': atMostSites(20),
  'quotas/routes-5: A site accepts at most five routes.': atMostRoutes(5),
  'quotas/routes-20: A site takes twenty routes.': atMostRoutes(20),
  'quotas/webhooks-3: A workspace accepts at most three webhooks.': atMostWebhooks(3),
  'quotas/webhooks-10: A workspace takes ten webhooks.': atMostWebhooks(10),
});

/** Once a record no longer has a value, no record may have it again, including the same one. */
function createUsed(): (value: string | null, before: string | null) => void {
  const used = new Set<string>();
  return (value, before) => {
    if (value === before) return;
    if (value !== null && used.has(value)) throw new Refusal('conflict', 'was in use before');
    if (before !== null) used.add(before);
  };
}

const siteField = (field: 'name' | 'hostUrl'): Deviation =>
  aroundStore('replaceSite', (replace, { store }) => {
    const use = createUsed();
    return (site) => {
      use(site[field], store.findSite(site.id)?.[field] ?? null);
      replace(site);
    };
  });

export const neverAgain: readonly Entry[] = entries({
  'host-rules/never-again: A host that a site has given up cannot be had again.':
    siteField('hostUrl'),
  'name-rules/never-again: A name that a site has given up cannot be had again.': siteField('name'),
  'route-rules/never-again: A pathname that a route has given up cannot be had again.': aroundStore(
    'replaceRoute',
    (replace, { store }) => {
      const use = createUsed();
      return (route) => {
        use(route.pathname, store.findRoute(route.id)?.pathname ?? null);
        replace(route);
      };
    },
  ),
});

/** Refuses some operations on a record while another one of them is in progress. */
const oneAtATime =
  (status: number, operations: readonly OperationId[]): Deviation =>
  (service) => {
    const busy = new Set<string>();
    for (const operationId of operations) {
      const plain = service.operations[operationId];
      service.operations[operationId] = async (exchange) => {
        const id = exchange.resourceId.toLowerCase();
        if (busy.has(id)) throw new Refusal('conflict', 'another request is changing it');
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

/** Refuses updates whose fields all have the values of the record. */
const refuseUnchanged =
  (
    updating: OperationId,
    reason: RefusalReason,
    find: (service: Service, id: string) => object | undefined,
  ): Deviation =>
  (service) =>
    refuseWhen(reason, ({ operationId, resourceId, body }) => {
      const record = operationId === updating ? find(service, resourceId) : undefined;
      return (
        record !== undefined &&
        Object.entries(Object(body)).every(
          ([field, value]) => JSON.stringify(Reflect.get(record, field)) === JSON.stringify(value),
        )
      );
    })(service);

export const collisions: readonly Entry[] = entries({
  'traffic/updates-that-meet-409: Of two updates of one record at the same moment, one gets status 409.':
    together(oneAtATime(409, ['updateSite']), oneAtATime(409, ['updateRoute'])),
  'traffic/locked-while-copied-423: A site that is being duplicated takes neither another duplication nor an update.':
    oneAtATime(423, ['duplicateSite', 'updateSite']),
  'traffic/others-copy: Others copy the newest site every 200 ms, be it whose it may.': othersCopy(
    200,
    (name) => `${name} 2`,
  ),
  'traffic/others-copy-under-the-same-name: Others copy the newest site every 100 ms, under its own name.':
    othersCopy(100, (name) => name),
  'choices/unchanged-site-refused: An update of a site that changes nothing gets status 409.':
    refuseUnchanged('updateSite', 'conflict', ({ store }, id) => store.findSite(id)),
  'choices/unchanged-route-refused: An update of a route that changes nothing gets status 422.':
    refuseUnchanged('updateRoute', 'invalid', ({ store }, id) => store.findRoute(id)),
  'choices/webhook-registered-once: The same registration of a webhook returns the one that exists.':
    (service) => {
      const plain = service.represent.webhook;
      service.represent.webhook = (webhook, exchange) => {
        const same = service.store
          .webhooksOf(webhook.workspaceId)
          .find(({ url, eventType }) => url === webhook.url && eventType === webhook.eventType);
        return plain(same ?? webhook, exchange);
      };
    },
});

/** Updates of one record are slow, and run one after the other. */
const updateInTurn =
  (operationId: 'updateSite' | 'updateRoute', milliseconds: number): Deviation =>
  (service) => {
    const turns = new Map<string, Promise<unknown>>();
    const plain = service.operations[operationId];
    service.operations[operationId] = (exchange) => {
      const id = exchange.resourceId.toLowerCase();
      const before = turns.get(id) ?? Promise.resolve();
      const act = async () => {
        await pause(milliseconds);
        return plain(exchange);
      };
      const turn = before.then(act, act);
      turns.set(id, turn);
      return turn;
    };
  };

/** A list response is cached for a moment, even if there are writes. */
const keepLists =
  (milliseconds: number): Deviation =>
  (service) => {
    const kept = new Map<string, { body: Body; until: number }>();
    const plain = service.operations.listSites;
    service.operations.listSites = async (exchange) => {
      const key = JSON.stringify([exchange.resourceId.toLowerCase(), exchange.query]);
      const held = kept.get(key);
      if (held !== undefined && Date.now() < held.until) return held.body;
      const body = await plain(exchange);
      kept.set(key, { body, until: Date.now() + milliseconds });
      return body;
    };
  };

/** Lawful targets that are similar to faults that are hard to detect. */
export const neighbours: readonly Entry[] = entries({
  'choices/any-spelling-served: Paths are served with escapes, doubled and trailing slashes and capitals, with the key.':
    alsoServe(...Object.values(spellings)),
  'choices/trailing-slash-served: Paths are served with a slash at their end, with the key.':
    alsoServe(spellings.trailingSlash),
  'traffic/updates-in-turn: Updates of one record are carried out one after the other, 5 ms each.':
    together(updateInTurn('updateSite', 5), updateInTurn('updateRoute', 5)),
  'traffic/list-kept-for-half-a-second: A list that was answered is returned again for half a second, whatever is written.':
    keepLists(500),
});
