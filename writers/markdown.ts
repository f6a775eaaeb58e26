import { toVisibleText } from './terminal-text.ts';

/**
 * Escapes text for Markdown, so that it stays readable as it is: only characters that would be markup get a backslash. A
 * person is not mentioned, and a text cannot add HTML.
 */
export function escapeMarkdown(text: string): string {
  return toVisibleText(text)
    .replaceAll(/[\\`*[\]<>|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll(/(?<!\w)@(?=\w)/g, '&#64;')
    .replaceAll(/\s*\n\s*/g, '<br>')
    .replaceAll('\t', ' ');
}

/** A code span whose fence is longer than any run of backticks in the text. */
export function toCode(text: string): string {
  const line = toVisibleText(text).replaceAll(/\s*\n\s*/g, ' ');
  const fence = createFence(line, 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A code block. */
export function toFence(text: string, language: string): string {
  const fence = createFence(text, 3);
  return `${fence}${language}\n${toVisibleText(text)}\n${fence}`;
}

function createFence(text: string, shortest: number): string {
  const runs = text.match(/`+/g) ?? [];
  return '`'.repeat(Math.max(shortest, ...runs.map((run) => run.length + 1)));
}
