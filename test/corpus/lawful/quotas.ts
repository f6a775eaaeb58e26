import type { Entry } from '../entry.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';
import type { Store } from '../service/store.ts';

type Kind = 'Site' | 'Route' | 'Webhook';

/** Limits the number of records of a kind for each owner. */
const atMost =
  (kind: Kind, most: number, countOf: (store: Store, ownerId: string) => number): Deviation =>
  ({ store }) => {
    const demandRoom = (ownerId: string): void => {
      if (countOf(store, ownerId) >= most) throw new Refusal('conflict', 'no more of these');
    };
    const { insertSite, insertRoute, insertWebhook } = store;
    if (kind === 'Site')
      store.insertSite = (site) => {
        demandRoom(site.workspaceId);
        insertSite(site);
      };
    else if (kind === 'Route')
      store.insertRoute = (route) => {
        demandRoom(route.siteId);
        insertRoute(route);
      };
    else
      store.insertWebhook = (webhook) => {
        demandRoom(webhook.workspaceId);
        insertWebhook(webhook);
      };
  };

const countSites = (store: Store, id: string): number => store.sitesOf(id).length;
const countRoutes = (store: Store, id: string): number => store.routesOf(id).length;
const countWebhooks = (store: Store, id: string): number => store.webhooksOf(id).length;

export const quotas: readonly Entry[] = [
  {
    id: 'quotas/sites-5',
    title: 'A workspace accepts at most five sites.',
    deviate: atMost('Site', 5, countSites),
  },
  {
    id: 'quotas/sites-20',
    title: 'A workspace takes twenty sites.',
    deviate: atMost('Site', 20, countSites),
  },
  {
    id: 'quotas/routes-5',
    title: 'A site accepts at most five routes.',
    deviate: atMost('Route', 5, countRoutes),
  },
  {
    id: 'quotas/routes-20',
    title: 'A site takes twenty routes.',
    deviate: atMost('Route', 20, countRoutes),
  },
  {
    id: 'quotas/webhooks-3',
    title: 'A workspace accepts at most three webhooks.',
    deviate: atMost('Webhook', 3, countWebhooks),
  },
  {
    id: 'quotas/webhooks-10',
    title: 'A workspace takes ten webhooks.',
    deviate: atMost('Webhook', 10, countWebhooks),
  },
];
