import type { Check } from '../../model/scope.ts';
import { copyObservations, hostObservations } from './copies.ts';
import { listObservations } from './lists.ts';
import { routeAndWebhookObservations } from './routes-and-webhooks.ts';
import { serviceObservations } from './service.ts';
import { siteObservations } from './sites.ts';

/** What a target does where the interface is silent. */
export const observationChecks: readonly Check[] = [
  ...siteObservations,
  ...copyObservations,
  ...hostObservations,
  ...listObservations,
  ...routeAndWebhookObservations,
  ...serviceObservations,
];
