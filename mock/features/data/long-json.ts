import {
  closeList,
  closeObject,
  colon,
  comma,
  findQuote,
  isClosing,
  isOpening,
  openList,
  openObject,
  visitStructure,
} from '../../../contract/json-structure.ts';

/** A text of about this many characters is made at once. Larger ones could exceed the longest string of V8, or block the mock. */
const longestPiece = 65_536;

/** The largest text that is parsed at once, in bytes. V8 has strings of 512 MiB at most. */
export const longestText = 2 ** 28;

/** A line break with the spaces after it, or nothing for a text without white space. */
type Indent = '' | `\n${string}`;

/**
 * Writes a JSON value of any size.
 * @param indent `\n` for the text of `JSON.stringify(value, null, 2)`, and an empty string for that of `JSON.stringify(value)`
 * @returns the text in pieces
 */
export function* writeJson(value: unknown, indent: Indent = ''): Generator<string> {
  if (typeof value !== 'object' || value === null || measure(value) < longestPiece) {
    yield writeWhole(value, indent);
    return;
  }
  if (Array.isArray(value)) yield* writeItems(value, indent);
  else yield* writeFields(value, indent);
}

function* writeFields(value: object, indent: Indent): Generator<string> {
  const inner = toInner(indent);
  const colon = indent === '' ? ':' : ': ';
  let separator = '{';
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    yield `${separator}${inner}${JSON.stringify(name)}${colon}`;
    yield* writeJson(item, inner);
    separator = ',';
  }
  yield `${indent}}`;
}

/** Writes the items of a list, as many short ones at once as a piece has space for. */
function* writeItems(list: readonly unknown[], indent: Indent): Generator<string> {
  const inner = toInner(indent);
  const short: unknown[] = [];
  let length = 0;
  let separator = '[';
  for (const item of list) {
    const itemLength = measure(item);
    if (short.length > 0 && length + itemLength >= longestPiece) {
      yield `${separator}${writeContent(short.splice(0), indent)}`;
      separator = ',';
      length = 0;
    }
    if (itemLength < longestPiece) {
      short.push(item);
      length += itemLength;
    } else {
      yield `${separator}${inner}`;
      yield* writeJson(item, inner);
      separator = ',';
    }
  }
  if (short.length > 0) yield `${separator}${writeContent(short, indent)}`;
  yield `${indent}]`;
}

/** Returns the text of a list without its brackets. */
function writeContent(list: readonly unknown[], indent: Indent): string {
  return writeWhole(list, indent).slice(1, -1 - indent.length);
}

function toInner(indent: Indent): Indent {
  return indent === '' ? '' : `${indent}  `;
}

/** The texts of strings contain no line break, so each one is between two lines. */
function writeWhole(value: unknown, indent: Indent): string {
  if (indent === '') return JSON.stringify(value);
  return JSON.stringify(value, null, 2).replaceAll('\n', indent);
}

/** Returns the length of the text of a value, about, or of its beginning if that is too long for one piece. */
function measure(value: unknown, before = 0): number {
  if (typeof value === 'string') return before + value.length;
  if (typeof value !== 'object' || value === null) return before + 8;
  let length = before;
  for (const name in value) {
    length = measure(Reflect.get(value, name), length + name.length);
    if (length >= longestPiece) break;
  }
  return length;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON of any size: parts of a list or object that is too long for a string are parsed one after the other.
 * @throws SyntaxError, and TypeError when it is not UTF-8
 */
export function parseLongJson(bytes: Uint8Array, longest = longestText): unknown {
  if (bytes.length <= longest) return JSON.parse(decoder.decode(bytes));
  const text = trim(bytes);
  const first = text[0];
  const last = text.at(-1);
  const content = text.subarray(1, -1);
  if (first === openList && last === closeList) return parseItems(content, longest);
  if (first === openObject && last === closeObject) return parseFields(content, longest);
  return JSON.parse(decoder.decode(text));
}

/** Parses the items of a list, as many at once as a text may have. */
function parseItems(text: Uint8Array, longest: number): unknown[] {
  if (trim(text).length === 0) return [];
  const items: unknown[] = [];
  let start = 0;
  const parseUntil = (end: number): void => {
    const part = text.subarray(start, end);
    start = end + 1;
    if (part.length > longest) items.push(parseLongJson(part, longest));
    else for (const item of parseShort(part)) items.push(item);
  };
  let end = 0;
  for (const next of [...findCommas(text), text.length]) {
    if (next - start > longest && end > start) parseUntil(end);
    end = next;
  }
  parseUntil(end);
  return items;
}

function parseShort(part: Uint8Array): unknown[] {
  const items: unknown[] = JSON.parse(`[${decoder.decode(part)}]`);
  if (items.length === 0) throw new SyntaxError('an item is missing between two commas');
  return items;
}

function parseFields(text: Uint8Array, longest: number): object {
  if (trim(text).length === 0) return {};
  const entries: [string, unknown][] = [];
  let start = 0;
  for (const end of [...findCommas(text), text.length]) {
    const field = trim(text.subarray(start, end));
    const nameEnd = findQuote(field, 1) + 1;
    const name = JSON.parse(decoder.decode(field.subarray(0, nameEnd)));
    const colonAndValue = trim(field.subarray(nameEnd));
    if (colonAndValue[0] !== colon) throw new SyntaxError(`a colon is missing after ${name}`);
    entries.push([name, parseLongJson(colonAndValue.subarray(1), longest)]);
    start = end + 1;
  }
  return Object.fromEntries(entries);
}

/** Finds the commas that are not inside a string, a list or an object. */
function findCommas(text: Uint8Array): number[] {
  const commas: number[] = [];
  let depth = 0;
  visitStructure(text, (character, at) => {
    if (isOpening(character)) depth += 1;
    else if (isClosing(character)) depth -= 1;
    else if (character === comma && depth === 0) commas.push(at);
  });
  return commas;
}

/** Removes the white space around a text. */
function trim(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start += 1;
  while (start < end && isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(start, end);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
