/*
 * service/page/: what the page of the mock shows for the built-in service. It imports page/ and writers/, and runs in browsers.
 * Start in data.ts.
 */

import type { ServicePage } from '../../page/service-page.ts';
import { drawData } from './data.ts';

export const servicePage: ServicePage = {
  drawData,
  countData: ({ state }) => state.workspaces.reduce((sum, { sites }) => sum + sites.length, 0),
  // Workspaces with webhooks come first, because events of other workspaces have no receivers.
  listEventChoices: ({ webhooks, state, info }) => ({
    workspaceId: [
      ...webhooks.map(({ workspaceId }) => workspaceId),
      ...state.workspaces.map(({ id }) => id),
      ...info.workspaces,
    ],
  }),
};
