import { createClockHandlers } from './clock.ts';
import type { ControlContext } from './control-context.ts';
import { createFaultHandlers } from './faults.ts';
import { createInformationHandlers } from './information.ts';
import type { ControlHandlers } from './operation-types.ts';
import { createPageHandlers } from './page.ts';
import { createRequestHandlers } from './requests.ts';
import { createSessionHandlers } from './sessions.ts';
import { createSnapshotHandlers } from './snapshots.ts';
import { createStateHandlers } from './state.ts';
import { createWebhookHandlers } from './webhooks.ts';

/** What every operation of the control surface does. */
export function createHandlers(context: ControlContext): ControlHandlers {
  return {
    ...createInformationHandlers(context),
    ...createStateHandlers(context),
    ...createSnapshotHandlers(),
    ...createSessionHandlers(context),
    ...createClockHandlers(),
    ...createRequestHandlers(context),
    ...createFaultHandlers(context),
    ...createWebhookHandlers(context),
    ...createPageHandlers(context),
  };
}
