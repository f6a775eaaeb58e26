import { toVisibleLine, toVisibleText } from '../visible-text.ts';
import { createPaint, type Paint, type Tone } from './palette.ts';
import { wrapText } from './wrap-text.ts';

/** Width of the column of names in front of values. */
const labelWidth = 13;

/** A terminal report while it is written: lines with an indent, each within the width. */
export interface Page {
  paint: Paint;
  width: number;
  /** One line as it is, already painted. */
  line(text: string): void;
  /** An empty line, unless there is one. */
  gap(): void;
  /** A text of any origin, made visible and wrapped. */
  text(text: string, options?: { indent?: number; tone?: Tone }): void;
  /** A name and a value beside it, wrapped in its own column. */
  field(label: string, value: string, options?: { indent?: number; tone?: Tone }): void;
  /** An entry of a list: a sign and a text beside it. */
  item(sign: string, text: string, options?: { indent?: number; tone?: Tone }): void;
  heading(text: string): void;
  toString(): string;
}

export function createPage({ colour, width }: { colour: boolean; width: number }): Page {
  const paint = createPaint(colour);
  const lines: string[] = [];

  function add(first: string, firstCells: number, value: string, tone: Tone | undefined) {
    const rest = ' '.repeat(firstCells);
    const texts = wrapText(toVisibleText(value).replaceAll('\t', '  '), width - firstCells);
    for (const [index, text] of texts.entries()) {
      const start = index === 0 ? first : rest;
      const safe = start.trim() === '' ? defuseCommand(text) : text;
      lines.push(`${start}${tone === undefined ? safe : paint(tone, safe)}`.trimEnd());
    }
  }

  return {
    paint,
    width,
    line: (text) => lines.push(text),
    gap: () => {
      if (lines.at(-1) !== '') lines.push('');
    },
    text: (text, { indent = 0, tone } = {}) => add(' '.repeat(indent), indent, text, tone),
    field(label, value, { indent = 0, tone } = {}) {
      const name = paint('faint', label.padEnd(labelWidth));
      add(' '.repeat(indent) + name, indent + labelWidth, value, tone);
    },
    item(sign, text, { indent = 2, tone } = {}) {
      const start = `${' '.repeat(indent)}${tone === undefined ? sign : paint(tone, sign)} `;
      add(start, indent + 2, text, undefined);
    },
    heading(text) {
      lines.push('', paint('strong', toVisibleLine(text)));
    },
    toString: () => `${lines.join('\n')}\n`,
  };
}

/** GitHub runs a line of a log that starts with `::` or `##[` as a command, so no text from outside may start one. */
function defuseCommand(text: string): string {
  return text.replace(
    /^(\s*)(?:(:)(?=:)|(#)(?=#\[))/,
    (_, space: string, colon?: string) => `${space}${colon === undefined ? '\\u{23}' : '\\u{3a}'}`,
  );
}
