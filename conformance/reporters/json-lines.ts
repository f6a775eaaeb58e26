import { escapePointer, parseJson } from '../../contract/resolve-reference.ts';
import { toExcerpt } from '../../writers/terminal-text.ts';

export interface JsonLine {
  depth: number;
  text: string;
  /** JSON Pointer of the value that starts on this line; undefined on closing lines. */
  pointer: string | undefined;
}

interface Container {
  closing: string;
  pointer: string;
  /** Position of the next element; undefined in an object. */
  index: number | undefined;
}

const closings: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);
const deepest = 60;
const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Splits JSON into formatted lines and keeps each token unchanged, such as the digits of numbers and escapes in strings.
 * Undefined if the text is not JSON, or nested too deeply to be readable.
 */
export function toJsonLines(text: string): JsonLine[] | undefined {
  if (parseJson(text) === undefined) return undefined;
  const lines: JsonLine[] = [];
  const containers: Container[] = [];
  let key: string | undefined;
  const tokens = text.match(tokenPattern) ?? [];
  const append = (token: string): void => {
    const last = lines.at(-1);
    if (last !== undefined) last.text += token;
  };
  const close = (token: string, before = ''): void => {
    containers.pop();
    if (closings.has(before)) append(token);
    else lines.push({ depth: containers.length, text: token, pointer: undefined });
  };
  const start = (token: string): void => {
    const pointer = toPointer(containers.at(-1), key);
    const written = key === undefined ? token : `${key}: ${token}`;
    lines.push({ depth: containers.length, text: written, pointer });
    const closing = closings.get(token);
    if (closing !== undefined)
      containers.push({ closing, pointer, index: closing === ']' ? 0 : undefined });
    key = undefined;
  };

  for (const [position, token] of tokens.entries()) {
    const closing = containers.at(-1)?.closing;
    if (token === ',') append(token);
    else if (token === closing) close(token, tokens[position - 1]);
    else if (closing === '}' && key === undefined) key = token;
    else if (token !== ':') start(token);
    if (containers.length > deepest) return undefined;
  }
  return lines;
}

function toPointer(container: Container | undefined, key: string | undefined): string {
  if (container === undefined) return '';
  if (container.index !== undefined) {
    container.index += 1;
    return `${container.pointer}/${container.index - 1}`;
  }
  const name: unknown = JSON.parse(key ?? '""');
  return `${container.pointer}/${escapePointer(String(name))}`;
}

/** Finds the line of a pointer. If the value is missing, finds the line of its nearest ancestor. */
export function findLine(lines: readonly JsonLine[], pointer: string): number {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const index = lines.findIndex((line) => line.pointer === place);
    if (index >= 0 || !place.includes('/')) return Math.max(index, 0);
  }
}

const wholeUpTo = 12;
const context = 3;

export interface WindowLine extends JsonLine {
  isMarked: boolean;
}

interface BodyWindow {
  lines: readonly WindowLine[];
  /** Number of lines left out before and after the excerpt. */
  before: number;
  behind: number;
}

/** Minimum size of a cached body, in characters. */
const large = 4000;
/** The last large body. */
let latest: { body: string; lines: readonly JsonLine[] | undefined } | undefined;

/** Formats a body, and caches a large one, because targets often return the same response repeatedly. */
function readLines(body: string): readonly JsonLine[] | undefined {
  if (body.length < large) return toJsonLines(body);
  if (latest?.body !== body) latest = { body, lines: toJsonLines(body) };
  return latest.lines;
}

/** The lines of a JSON body around a pointer, or all lines of a short body. Undefined if the body is not JSON. */
export function toBodyWindow(
  body: string,
  pointer: string | undefined,
  {
    whole = wholeUpTo,
    before = context,
    behind = context,
  }: { whole?: number; before?: number; behind?: number } = {},
): BodyWindow | undefined {
  const lines = readLines(body);
  if (lines === undefined) return undefined;
  const marked = pointer ? findLine(lines, pointer) : undefined;
  const isWhole = lines.length <= whole || marked === undefined;
  const first = isWhole ? 0 : Math.max(0, marked - before);
  const last = isWhole ? lines.length : Math.min(lines.length, marked + behind + 1);
  return {
    lines: lines
      .slice(first, last)
      .map((line, offset) => ({ ...line, isMarked: first + offset === marked })),
    before: first,
    behind: lines.length - last,
  };
}

/** Formats a body as plain text of limited length: an excerpt around the pointer if it is long. */
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
