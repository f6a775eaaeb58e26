import type { OpenApiDocument, Reference, Schema } from './openapi-document.ts';
import { decodePercent } from './parse-url.ts';

// The only resolver of references in a bundled document, which are all local: `#/components/schemas/Site`. Before that,
// `documents/references.ts` resolves those between files, with base URIs and anchors, and `documents/upgrade-swagger.ts`
// moves those of Swagger 2. The generator of values follows them as JSON Schema does (`values/keywords.ts`).

/** Longer chains of references lead back to themselves. */
const mostHops = 100;

/** A value in a document, and its pointer there. */
export interface Located {
  value: unknown;
  pointer: string;
}

/** Follows references as far as they lead. A broken one ends at undefined, and one that leads back to itself at a reference. */
export function followReferences(document: unknown, start: Located): Located {
  let located = start;
  for (let hops = 0; hops < mostHops; hops += 1) {
    const pointer = readReference(located.value);
    if (pointer === undefined) return located;
    located = { value: readAt(document, pointer), pointer };
  }
  return located;
}

/** The pointer in a local reference. Undefined for everything else. */
export function readReference(value: unknown): string | undefined {
  const reference = isRecord(value) ? value['$ref'] : undefined;
  const isLocal = typeof reference === 'string' && reference.startsWith('#');
  return isLocal ? toPointer(reference) : undefined;
}

/**
 * Follows references from a place to their target. Keywords beside a reference are ignored.
 * @throws Error if the reference has no target
 */
export function locate<T extends object>(
  document: OpenApiDocument,
  value: T | Reference,
  pointer: string,
): { target: T; pointer: string } {
  let target = value;
  let at = pointer;
  for (let hops = 0; isReference(target); hops += 1) {
    if (hops === mostHops) throw new Error(`#${pointer} refers to itself; correct the $ref`);
    at = toPointer(target.$ref);
    target = readPointer<T>(document, at);
  }
  return { target, pointer: at };
}

/**
 * Replaces a reference to a schema by its target, completed with the keywords beside the reference.
 * @throws Error if the reference has no target
 */
export function inlineReference(document: OpenApiDocument, schema: Schema = {}, hops = 0): Schema {
  if (!isReference(schema)) return schema;
  const { $ref, ...beside }: Schema & Reference = schema;
  if (hops === mostHops) throw new Error(`${$ref} refers to itself; correct the $ref`);
  const target = inlineReference(
    document,
    readPointer<Schema>(document, toPointer($ref)),
    hops + 1,
  );
  const keywords = Object.keys(beside);
  if (keywords.length === 0) return target;
  const isExtended = keywords.some((keyword) => Object.hasOwn(target, keyword));
  if (!isExtended) return { ...target, ...beside };
  return { ...beside, allOf: [...(beside.allOf ?? []), target] };
}

/**
 * Replaces a local reference (`#/components/...`) by its target.
 * @throws Error if the reference has no target
 */
export function resolveReference<T extends object>(
  document: OpenApiDocument,
  value: T | Reference,
): T {
  return locate(document, value, '').target;
}

/**
 * The object at a JSON Pointer. What it is follows from where the pointer comes from.
 * @throws Error if it does not exist
 */
export function readPointer<T extends object = object>(
  document: OpenApiDocument,
  pointer: string,
): T | Reference {
  const target = readAt(document, pointer);
  if (typeof target !== 'object' || target === null)
    throw new Error(`#${pointer} does not exist in the document; correct the $ref`);
  return target as T | Reference;
}

/** The JSON Pointer in a local reference. In the fragment of a URI it is percent-encoded (RFC 6901, section 6). */
export function toPointer(reference: string): string {
  return decodePercent(reference.slice(1));
}

/** The local reference to a JSON Pointer. */
export function toReference(pointer: string): string {
  return `#${pointer.replaceAll('%', '%25')}`;
}

/** Booleans are schemas too, but not references. */
export function isReference(value: object): value is Reference {
  return isRecord(value) && typeof value['$ref'] === 'string';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a JSON Pointer (RFC 6901), or at a list of keys; undefined where there is none. */
export function readAt(json: unknown, path: string | readonly (string | number)[]): unknown {
  let value = json;
  for (const key of typeof path === 'string' ? splitPointer(path) : path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Escapes one key for a JSON Pointer (RFC 6901, section 3). */
export function escapePointer(key: string): string {
  if (!key.includes('/') && !key.includes('~')) return key;
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The keys in a JSON Pointer. */
export function splitPointer(pointer: string): string[] {
  const [, ...keys] = pointer.split('/');
  if (!pointer.includes('~')) return keys;
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
