/** What is read of an output stream to decide about colour, progress and width. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  /** The file descriptor of a stream of the process. */
  fd?: number;
  /** Bytes that wait to be read. */
  writableLength?: number;
}

/**
 * Whether a stream takes colour: on a terminal that is not dumb. `NO_COLOR` (no-color.org) and `CI` say no, and
 * `FORCE_COLOR` has the last word (`0` and `false` say no).
 */
export function usesColour(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if (isSet(environment['NO_COLOR']) || isSet(environment['CI'])) return false;
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Whether a line on a stream may be rewritten, as progress does. */
export function usesProgress(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && !isSet(environment['CI']) && environment['TERM'] !== 'dumb';
}

/** Puts text into the colours that a terminal knows. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Without colour, every text stays as it is. */
export function createPaint(colour: boolean): Paint {
  const paint = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}

/** An empty variable counts as one that is not set. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** Breaks a text into lines of at most `width` columns, `indent` of them blank. A longer word has a line of its own. */
export function wrapText(text: string, width = 80, indent = 0): string[] {
  const wrapped: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      wrapped.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...wrapped, line].map((content) => ' '.repeat(indent) + content);
}

/** The columns that a report may fill. A terminal of unknown width reports 0. */
export function toWidth({ columns }: Pick<Output, 'columns'>): number {
  return Math.max(40, Math.min(columns || 80, 120));
}

/** Quotes a word for a POSIX shell where necessary. */
export function quoteWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
