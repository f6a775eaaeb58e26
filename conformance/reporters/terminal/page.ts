import {
  countCells,
  createPaint,
  type Paint,
  type Tone,
  toVisibleLine,
  toVisibleText,
  wrapText,
} from '../../../writers/terminal-text.ts';

/** Width of the column for names. */
const labelWidth = 13;

interface TextOptions {
  indent?: number;
  tone?: Tone | undefined;
}

/** A terminal report under construction: indented lines that are wrapped at the width. */
export class Page {
  readonly paint: Paint;
  readonly width: number;
  readonly #lines: string[] = [];

  constructor(colour: boolean, width: number) {
    this.paint = createPaint(colour);
    this.width = width;
  }

  /** Adds a line unchanged. It may contain colours. */
  line(text: string): void {
    this.#lines.push(text);
  }

  /** Adds an empty line, unless the last one is empty. */
  gap(): void {
    if (this.#lines.at(-1) !== '') this.#lines.push('');
  }

  /** Adds text from any source. Wraps it and makes control characters visible. */
  text(text: string, { indent = 0, tone }: TextOptions = {}): void {
    this.#add(' '.repeat(indent), indent, text, tone);
  }

  /** Adds a name and a value, which is wrapped in a separate column. */
  field(label: string, value: string, { indent = 0, tone }: TextOptions = {}): void {
    const name = this.paint('faint', label.padEnd(labelWidth));
    this.#add(' '.repeat(indent) + name, indent + labelWidth, value, tone);
  }

  /** Adds a list item with a sign. */
  item(
    sign: string,
    text: string,
    { indent = 2, tone, strong = false }: TextOptions & { strong?: boolean } = {},
  ): void {
    const painted = tone === undefined ? sign : this.paint(tone, sign);
    this.#add(`${' '.repeat(indent)}${painted} `, indent + 2, text, strong ? 'strong' : undefined);
  }

  /** Adds a text that is cut at the end of the line, even within a word, because requests contain few spaces. */
  oneLine(text: string, { indent = 0, tone }: TextOptions = {}): void {
    const line = toVisibleLine(text);
    const width = this.width - indent - 1;
    const shown = wrapText(line, width).length === 1 ? line : `${cutCells(line, width)}…`;
    this.#add(' '.repeat(indent), indent, shown, tone);
  }

  heading(text: string): void {
    this.#lines.push('', this.paint('strong', toVisibleLine(text)));
  }

  /** Number of lines so far. */
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

/** Prevents text from outside from starting a line with `::` or `##[`, which GitHub runs as a command. */
function defuseCommand(text: string): string {
  return text.replace(
    /^(\s*)(?:(:)(?=:)|(#)(?=#\[))/,
    (_, space: string, colon?: string) => `${space}${colon === undefined ? '\\u{23}' : '\\u{3a}'}`,
  );
}

/** The start of a text, up to a number of cells. */
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
