import {
  countCells,
  createPaint,
  type Paint,
  type Tone,
  toVisibleLine,
  toVisibleText,
  wrapText,
} from '../text.ts';

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

  /** A text from any source, with control characters made visible, wrapped. */
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
