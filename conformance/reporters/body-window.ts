import { findLine, type JsonLine, toJsonLines } from './json-lines.ts';
import { toExcerpt } from './visible-text.ts';

const wholeUpTo = 12;
const context = 3;

/** A line of a window, and whether it is the one that matters. */
export interface WindowLine extends JsonLine {
  isMarked: boolean;
}

export interface BodyWindow {
  lines: readonly WindowLine[];
  /** How many lines are left out in front and behind. */
  before: number;
  behind: number;
}

/** The lines of a JSON body around the place that a pointer names; all of a short one. Undefined for what is no JSON. */
export function toBodyWindow(
  body: string,
  pointer: string | undefined,
  { whole = wholeUpTo, around = context }: { whole?: number; around?: number } = {},
): BodyWindow | undefined {
  const lines = toJsonLines(body);
  if (lines === undefined) return undefined;
  const marked = pointer ? findLine(lines, pointer) : undefined;
  const isWhole = lines.length <= whole || marked === undefined;
  const first = isWhole ? 0 : Math.max(0, marked - around);
  const last = isWhole ? lines.length : Math.min(lines.length, marked + around + 1);
  return {
    lines: lines
      .slice(first, last)
      .map((line, offset) => ({ ...line, isMarked: first + offset === marked })),
    before: first,
    behind: lines.length - last,
  };
}

/** A body as plain text of about a length: a long one around the place that matters. */
export function toBodyText(body: string, pointer: string | undefined, length: number): string[] {
  const window = pointer ? toBodyWindow(body, pointer) : undefined;
  if (window === undefined) return [toExcerpt(body, length)];
  return [
    ...(window.before > 0 ? [`… ${window.before} lines above`] : []),
    ...window.lines.map(
      ({ depth, text, isMarked }) =>
        `${isMarked ? '> ' : '  '}${'  '.repeat(depth)}${toExcerpt(text, length)}`,
    ),
    ...(window.behind > 0 ? [`… ${window.behind} more lines`] : []),
  ];
}
