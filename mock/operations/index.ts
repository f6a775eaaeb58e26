import type { OperationId } from '../../contract/index.ts';
import type { Behaviour } from './behaviour.ts';
import { createRoute } from './create-route.ts';
import { createSite } from './create-site.ts';
import { createWebhook } from './create-webhook.ts';
import { duplicateSite } from './duplicate-site.ts';
import { listSites } from './list-sites.ts';
import { updateRoute } from './update-route.ts';
import { updateSite } from './update-site.ts';

export type Behaviours = { readonly [Id in OperationId]: Behaviour<Id> };

/** One behaviour for each operation: a new operation in the contract does not compile until it has one here. */
export const behaviours: Behaviours = {
  listSites,
  createSite,
  updateSite,
  duplicateSite,
  createRoute,
  updateRoute,
  createWebhook,
};
