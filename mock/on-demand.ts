/**
 * What a mock loads when it is first asked for it: the control surface, and what sends events. It is one file, since each
 * further one would take what the start shares with it into more pieces, and the start would load them all.
 */
export { createControl } from './features/control/create-control.ts';
export { createWebhooks } from './features/webhooks/create-webhooks.ts';
