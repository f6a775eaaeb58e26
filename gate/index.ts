export { diffDocuments, readAcceptedBreaks } from './diff/diff-documents.ts';
export { type DiffFormat, toHeadline, toReport } from './diff/reports.ts';
export { readSource } from './diff/sources.ts';
