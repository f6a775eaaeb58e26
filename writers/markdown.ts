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

/** A code block. */
export function toFence(text: string, language: string): string {
  const fence = createFence(text);
  return `${fence}${language}\n${toVisibleText(text)}\n${fence}`;
}

/** Longer than any run of backticks in the text. */
function createFence(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const lengths = runs.map((run) => run.length + 1);
  return '`'.repeat(Math.max(3, ...lengths));
}
