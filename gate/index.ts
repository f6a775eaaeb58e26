export { readSource } from '../contract/documents/sources.ts';
export { Deadline, TimeOver } from '../contract/time-limit.ts';
export { readAcceptedBreaks } from './diff/accepted-breaks.ts';
export { diffDocuments } from './diff/diff-documents.ts';
export { type DiffFormat, toHeadline, toReport } from './diff/reports.ts';
