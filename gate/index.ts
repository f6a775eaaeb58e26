/*
 * gate/: what a change of a document, or recorded traffic, means for clients. It may import contract/, writers/, the results of
 * conformance/ and the sockets of mock/. Start in diff/diff-documents.ts, traffic/judge-exchange.ts or run-gate.ts.
 */

export { readSource } from '../contract/documents/sources.ts';
export { Deadline, TimeOver } from '../contract/time-limit.ts';
export { readAcceptedBreaks } from './diff/accepted-breaks.ts';
export { diffDocuments } from './diff/diff-documents.ts';
export { type DiffFormat, toHeadline, toReport } from './diff/reports.ts';
