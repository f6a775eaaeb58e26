import type { OperationId } from '../../contract/index.ts';
import type { Behaviour } from './behaviour.ts';
import { createRoute, updateRoute } from './routes.ts';
import { createSite, duplicateSite, listSites, updateSite } from './sites.ts';
import { createWebhook } from './webhooks.ts';

export type Behaviours = { readonly [Id in OperationId]: Behaviour<Id> };

/** The behaviour of each operation. A new operation in the document does not compile until it is listed here. */
export const behaviours: Behaviours = {
  listSites,
  createSite,
  updateSite,
  duplicateSite,
  createRoute,
  updateRoute,
  createWebhook,
};
