import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { parseJson } from '../resolve-reference.ts';

/**
 * Finds the line of a value by its keys, or of its nearest parent if it is missing. Only for messages: it reads the whole
 * text.
 */
export function findLine(text: string, keys: readonly string[]): number {
  const isJson = text.trimStart().startsWith('{') && parseJson(text) !== undefined;
  return isJson ? findJsonLine(text, keys) : findYamlLine(text, keys);
}

function findYamlLine(text: string, keys: readonly string[]): number {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, merge: true, uniqueKeys: false });
  let value: unknown = document.contents;
  let nearest: unknown = value;
  for (const key of keys) {
    const pair = isMap(value)
      ? value.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined;
    value = isSeq(value) ? value.items[Number(key)] : pair?.value;
    if (!isNode(value)) break;
    // The line of the key, not of its value.
    nearest = pair?.key ?? value;
  }
  const [offset = 0] = (isNode(nearest) && nearest.range) || [];
  return lineCounter.linePos(offset).line;
}

/** Matches the next token of a JSON text: a string, a bracket, a comma, a colon or a plain word. */
const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/** The YAML parser takes a minute for the JSON of 13 MB that this reads in a second. */
function findJsonLine(text: string, keys: readonly string[]): number {
  /** The key or index of each open object and array. */
  const open: (string | number)[] = [];
  let deepest = 0;
  let nearest = 0;
  let isKey = false;
  for (const { 0: word, index } of text.matchAll(token)) {
    const isString = word.startsWith('"');
    if (isKey && isString) {
      open[open.length - 1] = String(JSON.parse(word));
      isKey = false;
    } else if (word === ',') {
      const last = open.at(-1);
      isKey = typeof last !== 'number';
      if (typeof last === 'number') open[open.length - 1] = last + 1;
      continue;
    } else if (word === '}' || word === ']') {
      open.pop();
      isKey = false;
      continue;
    } else if (word === ':') continue;
    if (
      open.length === deepest + 1 &&
      String(open[deepest]) === keys[deepest] &&
      isPrefix(open, keys)
    ) {
      deepest += 1;
      nearest = index;
      if (deepest === keys.length) break;
    }
    if (word === '{') {
      open.push('');
      isKey = true;
    } else if (word === '[') open.push(0);
  }
  return countLines(text, nearest);
}

function isPrefix(open: readonly (string | number)[], keys: readonly string[]): boolean {
  return open.every((key, depth) => String(key) === keys[depth]);
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1))
    lines += 1;
  return lines;
}
