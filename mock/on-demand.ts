/**
 * What a mock loads when it is first asked for it: the control surface, what sends events, and HTTPS. It is one file, since each
 * further one would take what the start shares with it into more pieces, and the start would load them all.
 */
export { openCertificate } from './adapters/certificate.ts';
export { createSecureServer } from './adapters/secure-server.ts';
export { createControl } from './features/control/create-control.ts';
export { createWebhooks } from './features/webhooks/create-webhooks.ts';
