/**
 * Code that a mock loads on first use: the control surface and certificates. It is in one file because each further
 * file would split the code that it shares with the start into more chunks, and the start would load all of them.
 */
export { openCertificate } from './adapters/certificate.ts';
export { createControl } from './features/control/create-control.ts';
