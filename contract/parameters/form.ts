import type { OpenApiDocument } from '../openapi-document.ts';
import type { DocumentedContent, Parameter } from '../operation.ts';
import { encodeText } from '../parse-url.ts';
import { isRecord } from '../resolve-reference.ts';
import { define } from '../values-at.ts';
import { addEmptyParts } from './empty-parts.ts';
import { Query, type ReadableParameter } from './read-query.ts';
import { isObject, readText } from './read-value.ts';
import { readValueForm, type ValueForm } from './value-form.ts';
import { type WrittenPairs, writePairs } from './write-value.ts';

/** The media type of forms without files. */
export const formType = 'application/x-www-form-urlencoded';

/** What a form is read and written by. */
type FormContent = Pick<DocumentedContent, 'schema' | 'encoding'>;

/** Reads a form (`a=1&b=2`) into the object that its schema describes. Unknown names stay texts. */
export function readForm(
  document: OpenApiDocument,
  content: FormContent,
  text: string,
): Record<string, unknown> {
  const form = readValueForm(document, content.schema);
  const query = new Query(text);
  const names = form.fieldNames();
  const value = {};
  for (const name of names) {
    const field = toFieldParameter(name, content, form.field(name));
    const read = readFormField(query, field, new Set(names));
    if (read !== undefined) define(value, name, read);
  }
  for (const name of new Set(query.listUnread().map(toBaseName))) {
    const unknown = query.read(toFieldParameter(name, bracketed, form.field(name)), new Set(names));
    if (unknown !== undefined && 'value' in unknown) define(value, name, unknown.value);
  }
  addEmptyParts(document, content.schema, value);
  return value;
}

/** Names that the schema lacks may still have brackets. */
const bracketed: FormContent = { schema: {}, encoding: {} };

const toBaseName = (name: string): string => name.replace(/\[.*$/, '');

/** Fields are written like query parameters (OpenAPI 3.1, "Encoding Object"). */
function toFieldParameter(
  name: string,
  { encoding }: FormContent,
  form: ValueForm,
): ReadableParameter {
  const { style, explode } = Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
  // Without a style, brackets are usual, and plain names are read as well.
  const usual = style ?? 'deepObject';
  return { ...blank, name, form, style: usual, explode: explode ?? usual === 'form' };
}

const blank: Parameter = {
  name: '',
  in: 'query',
  required: false,
  description: '',
  deprecated: false,
  style: 'form',
  explode: true,
  allowReserved: false,
  allowEmptyValue: false,
  mediaType: undefined,
  schema: {},
  pointer: '',
  example: undefined,
  examples: [],
};

function readFormField(
  query: Query,
  parameter: ReadableParameter,
  names: ReadonlySet<string>,
): unknown {
  const read = query.read(parameter, names);
  return read !== undefined && 'value' in read ? read.value : undefined;
}

/** Writes an object as a form. Undefined if a field cannot be written. */
export function writeForm(content: FormContent, value: unknown): string | undefined {
  const pairs: WrittenPairs = [];
  for (const [name, field] of Object.entries(isRecord(value) ? value : {})) {
    const { style, explode, ...parameter } = toFieldParameter(name, content, plainForm);
    const isNested = typeof field === 'object' && field !== null && !isPlainList(field);
    const isUsual = content.encoding[name]?.style === undefined && !isNested;
    const rule = isUsual ? { style: 'form' as const, explode: true } : { style, explode };
    const written = writePairs(field, { ...parameter, ...rule, encode: encodeText });
    if (written === undefined) return undefined;
    pairs.push(...written);
  }
  return pairs.map((pair) => pair.join('=')).join('&');
}

const plainForm: ValueForm = {
  types: new Set(),
  words: undefined,
  items: () => plainForm,
  field: () => plainForm,
  fieldNames: () => [],
  isOpen: () => true,
};

function isPlainList(value: object): boolean {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}

/** Writes an object as the parts of a multipart form: a list as several parts, other values as JSON. */
export function writeParts(value: unknown): FormData {
  const form = new FormData();
  for (const [name, field] of Object.entries(isRecord(value) ? value : {}))
    for (const part of [field].flat())
      form.append(name, typeof part === 'string' ? part : JSON.stringify(part));
  return form;
}

/** Reads the parts of a multipart form: texts by name, several with one name as a list. Files are their text. */
export function readParts(
  document: OpenApiDocument,
  content: FormContent,
  parts: readonly (readonly [name: string, text: string])[],
): Record<string, unknown> {
  const form = readValueForm(document, content.schema);
  const texts = new Map<string, string[]>();
  for (const [name, text] of parts) {
    const base = name.replace(/\[\d*\]$/, '');
    texts.set(base, [...(texts.get(base) ?? []), text]);
  }
  const value = {};
  for (const [name, sent] of texts) define(value, name, readPart(form.field(name), sent));
  return value;
}

/** Objects in parts are JSON (OpenAPI 3.1, "Special Considerations for multipart Content"). */
function readPart(form: ValueForm, texts: readonly string[]): unknown {
  const [text = ''] = texts;
  if (!form.types.has('array')) return readText(text, form);
  const isJson = texts.length === 1 && text.startsWith('[');
  const items = form.items();
  if (isJson || isObject(form)) return readText(text, form);
  return texts.map((item) => readText(item, items));
}
