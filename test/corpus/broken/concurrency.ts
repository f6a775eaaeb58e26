import {
  answerWhenBusy,
  loseRouteUpdate,
  loseSiteUpdate,
  mixInputs,
  moment,
  shareIds,
  tick,
  writes,
} from '../deviations/simultaneity.ts';
import { pause } from '../deviations/traffic.ts';
import type { Entry } from '../entry.ts';

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
  },
  {
    id: 'concurrency/route-update-lost-in-a-tick',
    title: 'An update of a route is lost that comes within one turn of the event loop.',
    deviate: loseRouteUpdate(tick),
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
