import type { ControlContext } from './control-context.ts';
import { refuseNotImplemented } from './control-refusal.ts';
import type { ControlHandlers } from './operation-types.ts';

/** Webhooks, deliveries, and events that are triggered. */
export function createWebhookHandlers(
  _context: ControlContext,
): ControlHandlers<'listWebhooks' | 'listDeliveries' | 'replayDelivery' | 'triggerEvent'> {
  return {
    listWebhooks: refuseNotImplemented,
    listDeliveries: refuseNotImplemented,
    replayDelivery: refuseNotImplemented,
    triggerEvent: refuseNotImplemented,
  };
}
