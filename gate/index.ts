export { readSource } from '../contract/documents/sources.ts';
export { diffDocuments, readAcceptedBreaks } from './diff/diff-documents.ts';
export { type DiffFormat, toHeadline, toReport } from './diff/reports.ts';
