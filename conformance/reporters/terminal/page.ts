import { toVisibleLine, toVisibleText } from '../text.ts';

/** Width of the column of names in front of values. */
const labelWidth = 13;

interface TextOptions {
  indent?: number;
  tone?: Tone | undefined;
}

/** A terminal report while it is written: lines with an indent, each within the width. */
export class Page {
  readonly paint: Paint;
  readonly width: number;
  readonly #lines: string[] = [];

  constructor(colour: boolean, width: number) {
    this.paint = createPaint(colour);
    this.width = width;
  }

  /** One line as it is, already painted. */
  line(text: string): void {
    this.#lines.push(text);
  }

  /** An empty line, unless there is one. */
  gap(): void {
    if (this.#lines.at(-1) !== '') this.#lines.push('');
  }

  /** A text of any origin, made visible and wrapped. */
  text(text: string, { indent = 0, tone }: TextOptions = {}): void {
    this.#add(' '.repeat(indent), indent, text, tone);
  }

  /** A name and a value beside it, wrapped in its own column. */
  field(label: string, value: string, { indent = 0, tone }: TextOptions = {}): void {
    const name = this.paint('faint', label.padEnd(labelWidth));
    this.#add(' '.repeat(indent) + name, indent + labelWidth, value, tone);
  }

  /** An entry of a list: a sign and a text beside it. */
  item(
    sign: string,
    text: string,
    { indent = 2, tone, strong = false }: TextOptions & { strong?: boolean } = {},
  ): void {
    const painted = tone === undefined ? sign : this.paint(tone, sign);
    this.#add(`${' '.repeat(indent)}${painted} `, indent + 2, text, strong ? 'strong' : undefined);
  }

  /** A text that is cut where its line ends. The cut may be within a word, because a request has few spaces. */
  oneLine(text: string, { indent = 0, tone }: TextOptions = {}): void {
    const line = toVisibleLine(text);
    const width = this.width - indent - 1;
    const shown = wrapText(line, width).length === 1 ? line : `${cutCells(line, width)}…`;
    this.#add(' '.repeat(indent), indent, shown, tone);
  }

  heading(text: string): void {
    this.#lines.push('', this.paint('strong', toVisibleLine(text)));
  }

  /** How many lines there are. */
  count(): number {
    return this.#lines.length;
  }

  append(other: Page): void {
    this.#lines.push(...other.#lines);
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #add(first: string, firstCells: number, value: string, tone: Tone | undefined): void {
    const rest = ' '.repeat(firstCells);
    const texts = wrapText(toVisibleText(value).replaceAll('\t', '  '), this.width - firstCells);
    for (const [index, text] of texts.entries()) {
      const start = index === 0 ? first : rest;
      const safe = start.trim() === '' ? defuseCommand(text) : text;
      this.line(`${start}${tone === undefined ? safe : this.paint(tone, safe)}`.trimEnd());
    }
  }
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
