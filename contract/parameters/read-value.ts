import { parseJson } from '../resolve-reference.ts';
import { define } from '../values-at.ts';
import type { ValueForm } from './value-form.ts';

/** The grammar of a JSON number (RFC 8259, section 6): no leading plus, no hexadecimal digits, no spaces. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a text as the schema says. A text that cannot have that meaning stays a text, which the schema then refuses. */
export function readText(text: string, { types, words }: ValueForm): unknown {
  const isWord = words === undefined || words.has(text);
  if (types.size === 0 || (types.has('string') && isWord)) return text;
  const isNumeric = types.has('number') || types.has('integer');
  if (isNumeric && jsonNumber.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('null') && (text === 'null' || text === '')) return null;
  // No style of OpenAPI writes objects inside arrays, so clients send them as JSON.
  const isNested = types.has('object') || types.has('array');
  if (isNested && /^[[{]/.test(text)) return parseJson(text) ?? text;
  return text;
}

export function readList(texts: readonly string[], form: ValueForm): unknown[] {
  const items = form.items();
  return texts.map((text) => readText(text, items));
}

/** Names and texts of the fields of an object, one after the other. */
export type FieldTexts = readonly (readonly [name: string, text: string])[];

export function readFields(fields: FieldTexts, form: ValueForm): Record<string, unknown> {
  const value = {};
  for (const [name, text] of fields) define(value, name, readField(text, form.field(name)));
  return value;
}

/** A list inside an object is separated by commas. */
function readField(text: string, form: ValueForm): unknown {
  return isList(form) ? readList(text.split(','), form) : readText(text, form);
}

/** Whether a value is a list, also if a single text is allowed as well. */
export function isList({ types }: ValueForm): boolean {
  return types.has('array');
}

/** Whether a value is an object rather than a text. */
export function isObject({ types }: ValueForm): boolean {
  return types.has('object') && !types.has('string');
}

/** What names with brackets contain: `filter[status]`, `filter[tags][]`, `filter[size][from]`. */
interface TextTree {
  texts: string[];
  readonly inner: Map<string, TextTree>;
}

export function createTextTree(): TextTree {
  return { texts: [], inner: new Map() };
}

/** Adds a text at the keys of a name: `[size][from]`. */
export function addToTree(tree: TextTree, keys: string, text: string): void {
  let node = tree;
  for (const [, key = ''] of keys.matchAll(/\[([^\]]*)\]/g)) {
    const next = node.inner.get(key) ?? createTextTree();
    node.inner.set(key, next);
    node = next;
  }
  node.texts.push(text);
}

/** Whether a single text is one that the schema lists beside an array: an empty text that removes the list. */
function isListedWord(texts: readonly string[], { types, words }: ValueForm): boolean {
  const [text = ''] = texts;
  return texts.length === 1 && types.has('string') && words?.has(text) === true;
}

/** Reads a tree of texts. Keys that are numbers or empty are those of items. */
export function readTree({ texts, inner }: TextTree, form: ValueForm): unknown {
  const isItem = (key: string): boolean => /^\d*$/.test(key);
  if (inner.size === 0 && isListedWord(texts, form)) return texts[0];
  if (isList(form) && [...inner.keys()].every(isItem)) {
    const items = form.items();
    const nested = [...inner.values()].flatMap((node) => readItems(node, items));
    return [...readList(texts, form), ...nested];
  }
  if (inner.size === 0) return readText(texts[0] ?? '', form);
  const value = {};
  for (const [key, node] of inner) define(value, key, readTree(node, form.field(key)));
  return value;
}

/** Several texts at one key are several items: `tags[]=red&tags[]=blue`. */
function readItems(node: TextTree, items: ValueForm): unknown[] {
  if (node.inner.size > 0) return [readTree(node, items)];
  return node.texts.map((text) => readText(text, items));
}
