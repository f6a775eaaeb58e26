import { version } from '../generated/version.js';
import type { DiffResult } from './diff/change.ts';
import {
  type TerminalLooks,
  toGithub,
  toHtml,
  toMarkdown,
  toSarif,
  toTerminal,
} from './diff/reports.ts';

export { readAcceptedBreaks } from './diff/change.ts';
export { diffDocuments } from './diff/diff-documents.ts';
export { toHeadline } from './diff/reports.ts';
export { readSource } from './diff/sources.ts';

export type DiffFormat = 'text' | 'markdown' | 'json' | 'html' | 'github' | 'sarif';

/** Formats the result of a comparison. */
export function toReport(result: DiffResult, format: DiffFormat, looks: TerminalLooks): string {
  switch (format) {
    case 'text':
      return toTerminal(result, looks);
    case 'markdown':
      return toMarkdown(result);
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'html':
      return toHtml(result);
    case 'github':
      return toGithub(result);
    case 'sarif':
      return toSarif(result, version);
  }
}
