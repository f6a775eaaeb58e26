import { toVisibleLine, toVisibleText } from '../text.ts';

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
  field(label: string, value: string, options?: { indent?: number; tone?: Tone | undefined }): void;
  /** An entry of a list: a sign and a text beside it. */
  item(
    sign: string,
    text: string,
    options?: { indent?: number; tone?: Tone; strong?: boolean },
  ): void;
  /** A text that is cut where its line ends. */
  oneLine(text: string, options?: { indent?: number; tone?: Tone }): void;
  /** How many lines there are. */
  count(): number;
  append(other: Page): void;
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
    item(sign, text, { indent = 2, tone, strong = false } = {}) {
      const start = `${' '.repeat(indent)}${tone === undefined ? sign : paint(tone, sign)} `;
      add(start, indent + 2, text, strong ? 'strong' : undefined);
    },
    oneLine(text, { indent = 0, tone } = {}) {
      const line = toVisibleLine(text);
      const [first = '', ...rest] = wrapText(line, width - indent - 1);
      // A cut may be within a word, because a request has few spaces.
      const shown = rest.length === 0 ? line : `${cutCells(line, width - indent - 1)}…`;
      add(' '.repeat(indent), indent, first === line ? line : shown, tone);
    },
    count: () => lines.length,
    append: (other) => lines.push(...other.toString().split('\n').slice(0, -1)),
    heading(text) {
      lines.push('', paint('strong', toVisibleLine(text)));
    },
    toString: () => lines.map((line) => `${line}\n`).join(''),
  };
}

/** GitHub runs a line of a log that starts with `::` or `##[` as a command, so no text from outside may start one. */
function defuseCommand(text: string): string {
  return text.replace(
    /^(\s*)(?:(:)(?=:)|(#)(?=#\[))/,
    (_, space: string, colon?: string) => `${space}${colon === undefined ? '\\u{23}' : '\\u{3a}'}`,
  );
}

const codes = {
  strong: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Tone = keyof typeof codes;

/** Gives text a tone; the text itself holds no control characters any more. */
export type Paint = (tone: Tone, text: string) => string;

export function createPaint(colour: boolean): Paint {
  if (!colour) return (_, text) => text;
  return (tone, text) => {
    const [on, off] = codes[tone];
    return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const withoutWidth = /[\p{M}\u200d]/u;

/** How many cells of a terminal a text takes. */
export function countCells(text: string): number {
  let cells = 0;
  for (const character of text) {
    if (withoutWidth.test(character)) continue;
    cells += wide.test(character) ? 2 : 1;
  }
  return cells;
}

/** Lines of at most `width` cells; a word is cut only where it is longer than a line. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(width, 10)));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/(?<=\S)(?= )/).flatMap((word) => splitAddress(word, width));
  for (const word of words) {
    if (countCells(line) + countCells(word) <= width) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cutWord(line === '' ? word : word.trimStart(), width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** A long word without spaces may break behind what separates its parts: in JSON the members, in an address the segments. */
function splitAddress(word: string, width: number): string[] {
  if (countCells(word) * 4 <= width * 3) return [word];
  return word.split(/["{[]/.test(word) ? /(?<=,)(?=\S)/ : /(?<=[/?&])(?=\S)/);
}

/** The beginning of a text, as far as it takes so many cells. */
function cutCells(text: string, most: number): string {
  let cells = 0;
  let cut = '';
  for (const character of text) {
    cells += countCells(character);
    if (cells > most) break;
    cut += character;
  }
  return cut;
}

function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let cells = 0;
  for (const character of word) {
    const size = countCells(character);
    if (cells + size > width) {
      pieces.push(piece);
      piece = '';
      cells = 0;
    }
    piece += character;
    cells += size;
  }
  return [...pieces, piece];
}
