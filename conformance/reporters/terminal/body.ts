import { toBodyWindow, type WindowLine } from '../body-window.ts';
import { toExcerpt, toVisibleLine } from '../visible-text.ts';
import type { Page } from './page.ts';

const wholeUpTo = 8;
const excerptLength = 320;
/** How much of a long line stands in front of where it goes wrong. */
const lead = 24;

export interface BodyOptions {
  indent: number;
  pointer: string | undefined;
  /** The text at the pointer from the place on where it is not as expected, if that is known. */
  from?: { text: string; offset: number } | undefined;
  verbose: boolean;
}

/** A body below its request or answer: written out where it is JSON, with the place of the failure marked. */
export function writeBody(page: Page, body: string | undefined, options: BodyOptions): void {
  if (body === undefined || body === '') return;
  const { indent, pointer, verbose } = options;
  const whole = verbose ? Number.MAX_SAFE_INTEGER : wholeUpTo;
  const window = toBodyWindow(body, pointer, { whole });
  const isWorthLines = verbose || Boolean(pointer) || (window?.lines.length ?? 0) <= wholeUpTo;
  if (window === undefined || !isWorthLines) {
    const text = toVisibleLine(verbose ? body : toExcerpt(body, excerptLength));
    page.field('', text, { indent, tone: 'faint' });
    return;
  }
  if (window.before > 0)
    page.field('', `… ${window.before} lines before`, { indent, tone: 'faint' });
  for (const line of window.lines) writeLine(page, line, options);
  if (window.behind > 0) page.field('', `… ${window.behind} lines more`, { indent, tone: 'faint' });
}

function writeLine(
  page: Page,
  { depth, text, isMarked }: WindowLine,
  { indent, from }: BodyOptions,
): void {
  const at = from === undefined || !isMarked ? -1 : text.indexOf(from.text);
  const start = at === -1 ? 0 : Math.max(0, at + (from?.offset ?? 0) - lead);
  const isLate = text.length > excerptLength && start > excerptLength / 2;
  const shown = toVisibleLine(toExcerpt(text, excerptLength, isLate ? start : 0));
  page.field('', `${isMarked ? '> ' : '  '}${'  '.repeat(depth)}${shown}`, {
    indent,
    tone: isMarked ? 'red' : 'faint',
  });
}
