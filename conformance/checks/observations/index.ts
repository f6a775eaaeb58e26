import type { Check } from '../../engine/check.ts';
import { listObservations } from './lists.ts';
import { routeAndWebhookObservations } from './routes-and-webhooks.ts';
import { serviceObservations } from './service.ts';
import { siteObservations } from './sites.ts';

/** What a target does where the interface is silent. */
export const observationChecks: readonly Check[] = [
  ...siteObservations,
  ...listObservations,
  ...routeAndWebhookObservations,
  ...serviceObservations,
];
