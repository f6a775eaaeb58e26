import type { DiffResult } from './diff/change.ts';
import { type TerminalLooks, toGithub, toMarkdown, toTerminal } from './diff/reports.ts';

export { readAcceptedBreaks } from './diff/change.ts';
export { diffDocuments } from './diff/diff-documents.ts';
export { toHeadline } from './diff/reports.ts';
export { readSource } from './diff/sources.ts';

export type DiffFormat = 'text' | 'markdown' | 'json' | 'github';

const writers: Record<DiffFormat, (result: DiffResult, looks: TerminalLooks) => string> = {
  text: toTerminal,
  markdown: toMarkdown,
  json: (result) => `${JSON.stringify(result, null, 2)}\n`,
  github: toGithub,
};

/** Formats the result of a comparison. */
export function toReport(result: DiffResult, format: DiffFormat, looks: TerminalLooks): string {
  return writers[format](result, looks);
}
