import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';

/** The line of a place of a file, by the keys that lead there. One that a rule names may be missing; then it is the nearest one above. */
export type LineFinder = (tokens: readonly string[]) => number | undefined;

/** @param isJson whether the text is JSON and not only YAML */
export function createLineFinder(text: string, isJson: boolean): LineFinder {
  return isJson ? createJsonLineFinder(text) : createYamlLineFinder(text);
}

function createYamlLineFinder(text: string): LineFinder {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, merge: true });
  return (tokens) => {
    for (let length = tokens.length; length > 0; length -= 1) {
      const path = tokens.slice(0, length);
      const parent: unknown =
        length === 1 ? parsed.contents : parsed.getIn(path.slice(0, -1), true);
      const key = path[length - 1];
      // The line of the key, not of its value.
      const pair = isMap(parent)
        ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        : undefined;
      const node: unknown = pair?.key ?? parsed.getIn(path, true);
      if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
    }
    return tokens.length === 0 ? 1 : undefined;
  };
}

/** Where a part begins: its key, or the part itself in a list, and its value. */
interface Part {
  start: number;
  value: number;
}

/** A parser of YAML takes seconds and hundreds of megabytes for a large document in JSON; this reads only what is asked for. */
function createJsonLineFinder(text: string): LineFinder {
  const known = new Map<number, ReadonlyMap<string, Part>>();
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    lineStarts.push(at + 1);
  return (tokens) => {
    let found: Part = { start: 0, value: text.search(/\S/) };
    for (const token of tokens) {
      const parts = known.get(found.value) ?? readParts(text, found.value);
      known.set(found.value, parts);
      const part = parts.get(token);
      if (part === undefined) break;
      found = part;
    }
    return countLines(lineStarts, found.start);
  };
}

/** The number of lines that begin at or before a place. */
function countLines(lineStarts: readonly number[], place: number): number {
  let [low, high] = [0, lineStarts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The parts of the object or list that begins at a place of valid JSON. */
function readParts(text: string, begin: number): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const isObject = text[begin] === '{';
  if (!isObject && text[begin] !== '[') return parts;
  const space = /[\s,:]*/y;
  const skipSpace = (at: number): number => {
    space.lastIndex = at;
    space.test(text);
    return space.lastIndex;
  };
  let at = skipSpace(begin + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const start = at;
    if (isObject) at = skipSpace(skipText(text, at));
    const name: unknown = isObject
      ? JSON.parse(text.slice(start, skipText(text, start)))
      : parts.size;
    parts.set(String(name), { start, value: at });
    at = skipSpace(skipValue(text, at));
  }
  return parts;
}

/** The place behind the text in quotes that begins at a place. */
function skipText(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  for (;;) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (end === -1 || escapes % 2 === 0) return end === -1 ? text.length : end + 1;
    end = text.indexOf('"', end + 1);
  }
}

function skipValue(text: string, begin: number): number {
  if (text[begin] === '"') return skipText(text, begin);
  if (text[begin] !== '{' && text[begin] !== '[') {
    const end = /[\s,}\]]/g;
    end.lastIndex = begin;
    return end.exec(text)?.index ?? text.length;
  }
  const marks = /["{}[\]]/g;
  marks.lastIndex = begin;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '"') marks.lastIndex = skipText(text, mark.index);
    else depth += mark[0] === '{' || mark[0] === '[' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
