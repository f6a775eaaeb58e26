import { findLine, type JsonLine, toJsonLines } from '../json-lines.ts';
import { toExcerpt, toVisibleLine } from '../visible-text.ts';
import type { Page } from './page.ts';

const wholeUpTo = 8;
const context = { before: 3, after: 3 };
const excerptLength = 320;

/** A body below its request or answer: written out where it is JSON, with the place of the failure marked. */
export function writeBody(
  page: Page,
  body: string | undefined,
  { indent, pointer, verbose }: { indent: number; pointer: string | undefined; verbose: boolean },
): void {
  if (body === undefined || body === '') return;
  const lines = toJsonLines(body);
  const marked = lines === undefined || !pointer ? undefined : findLine(lines, pointer);
  const isWorthLines = verbose || marked !== undefined || (lines?.length ?? 0) <= wholeUpTo;
  if (lines === undefined || !isWorthLines) {
    const text = toVisibleLine(verbose ? body : toExcerpt(body, excerptLength));
    page.field('', text, { indent, tone: 'faint' });
    return;
  }
  const whole = verbose || lines.length <= wholeUpTo;
  const first = whole ? 0 : Math.max(0, (marked ?? 0) - context.before);
  const last = whole ? lines.length : Math.min(lines.length, (marked ?? 0) + context.after + 1);
  if (first > 0) page.field('', '…', { indent, tone: 'faint' });
  for (const [offset, line] of lines.slice(first, last).entries()) {
    writeLine(page, line, { indent, isMarked: first + offset === marked });
  }
  if (last < lines.length) page.field('', '…', { indent, tone: 'faint' });
}

function writeLine(
  page: Page,
  { depth, text }: JsonLine,
  { indent, isMarked }: { indent: number; isMarked: boolean },
): void {
  const start = isMarked ? '> ' : '  ';
  const shown = toVisibleLine(toExcerpt(text, excerptLength));
  page.field('', `${start}${'  '.repeat(depth)}${shown}`, {
    indent,
    tone: isMarked ? 'red' : 'faint',
  });
}
