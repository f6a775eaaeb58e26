import { toVisibleText } from '../visible-text.ts';

/** The message of a workflow command: it ends at the end of its line. */
export function escapeMessage(text: string): string {
  return toVisibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** A property of a workflow command: it also ends at a comma or a colon. */
export function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Text within Markdown and HTML: every sign that could mean something is written as a character reference. */
export function escapeMarkdown(text: string): string {
  return toVisibleText(text)
    .replaceAll(/[!#$%&()*+.:<=>?@[\\\]^_`{|}~-]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/\s*\n\s*/g, '<br>')
    .replaceAll('\t', ' ');
}

/** A block of code whose fence is longer than any run of backticks in it. */
export function toFence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${toVisibleText(text)}\n${fence}`;
}
