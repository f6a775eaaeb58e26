import { DocumentError } from '../errors.ts';
import { type JsonObject, toPointer } from '../json.ts';
import type { Reference } from '../openapi-document.ts';
import { decodePercent } from '../parse-url.ts';
import { isRecord, isReference, readAt, splitPointer } from '../resolve-reference.ts';

/** The key under which a document contains the other files that it refers to, by name. */
export const bundleKey = 'x-bundled';

/** Keys of a document that contain values. */
const valueKeys = new Set(['example', 'default', 'enum', 'const', 'value']);

/** Keys of maps whose keys are free names. */
const mapKeys = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', bundleKey],
  ...['paths', 'webhooks', 'pathItems', 'callbacks', 'schemas', 'responses', 'requestBodies'],
  ...['parameters', 'headers', 'examples', 'links', 'securitySchemes', 'content', 'encoding'],
]);

/** Maps that may contain extensions. Other maps may have names such as `x-request-id`. */
const extensibleMap = /^\/paths$|^\/(?:paths|webhooks)\/.*\/responses$/;

const mostHops = 32;

/** A part of a document. */
export interface Part {
  value: JsonObject;
  pointer: string;
}

/** An object or a list whose references are to be listed. */
interface Unread {
  value: object;
  pointer: string;
  /** Whether its keys are free names. */
  isMap: boolean;
}

/** A reference or a mapping of a discriminator, with its place. */
export interface Referrer<Value extends JsonObject | Reference> {
  value: Value;
  pointer: string;
}

/** A reference without a target, or in a loop. */
export class BrokenReferenceError extends DocumentError {
  /** The document that contains the reference. */
  readonly document: JsonObject;
  readonly pointer: string;
  /** What is wrong, to follow the place. */
  readonly reason: string;

  constructor(document: JsonObject, pointer: string, reason: string) {
    super(`${toWrittenPlace(pointer)}: ${reason}`);
    this.document = document;
    this.pointer = pointer;
    this.reason = reason;
  }
}

const readers = new WeakMap<object, References>();

export function readReferences(document: object): References {
  const references = readers.get(document) ?? new References(document);
  readers.set(document, references);
  return references;
}

/** The references in a document, and their targets, also by `$id` and `$anchor`. */
export class References {
  /** All references. Those in values and in extensions only look like references, unless a reference leads there. */
  readonly referring: Referrer<Reference>[] = [];
  /** The mappings of discriminators, whose values are names or references. */
  readonly mappings: Referrer<JsonObject>[] = [];
  /** The pointers of the schemas that a `$dynamicRef` may select. */
  readonly dynamic: string[] = [];
  readonly #document: object;
  /** Pointers by `$id` as written, and by `#` with an anchor. */
  readonly #targets = new Map([['', '']]);
  readonly #visited = new Set<object>();

  constructor(document: object) {
    this.#document = document;
    this.#read({ value: document, pointer: '', isMap: false });
  }

  /** Reads the target of a reference, in case it is in an extension. */
  readTarget(pointer: string): void {
    const value = readAt(this.#document, pointer);
    if (pointer.includes('/x-') && typeof value === 'object' && value !== null)
      this.#read({ value, pointer, isMap: false });
  }

  /** The pointer of the target; undefined if it does not exist. */
  resolve(reference: string, hops = 0): string | undefined {
    const [address = '', fragment = ''] = reference.split('#', 2);
    const start = this.#targets.get(address);
    if (start === undefined || fragment === '') return start;
    if (!fragment.startsWith('/')) return this.#targets.get(`#${fragment}`);
    return this.#findPointer(start + decodePercent(fragment), hops);
  }

  /** Follows references on the way to a part: a map such as `schemas` may be in another file. */
  #findPointer(pointer: string, hops: number): string | undefined {
    // A schema may be a boolean.
    const isPart = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';
    if (isPart(readAt(this.#document, pointer))) return pointer;
    if (hops > mostHops) return undefined;
    let current = '';
    let value: unknown = this.#document;
    for (const key of splitPointer(pointer)) {
      if (isRecord(value) && isReference(value) && !Object.hasOwn(value, key)) {
        const target = this.resolve(value.$ref, hops + 1);
        if (target === undefined) return undefined;
        current = target;
        value = readAt(this.#document, target);
      }
      current += toPointer(key);
      value = readAt(value, [key]);
    }
    return isPart(value) ? current : undefined;
  }

  #read(start: Unread): void {
    const unread = [start];
    for (let part = unread.pop(); part !== undefined; part = unread.pop()) {
      const { value, pointer, isMap } = part;
      if (this.#visited.has(value)) continue;
      this.#visited.add(value);
      if (isReference(value)) this.#addReference(value, pointer);
      if (isRecord(value) && !isMap) this.#addNames(value, pointer);
      unread.push(...listInnerParts(part));
    }
  }

  #addReference(value: Reference, pointer: string): void {
    this.referring.push({ value, pointer });
    const [address, fragment = ''] = value.$ref.split('#', 2);
    if (address === '') this.readTarget(decodePercent(fragment));
  }

  #addNames(value: JsonObject, pointer: string): void {
    const { $id, $anchor, $dynamicAnchor, mapping, propertyName } = value;
    if (typeof $id === 'string') this.#targets.set($id, pointer);
    if (typeof $dynamicAnchor === 'string') this.dynamic.push(pointer);
    for (const anchor of [$anchor, $dynamicAnchor])
      if (typeof anchor === 'string') this.#targets.set(`#${anchor}`, pointer);
    if (typeof propertyName === 'string' && isRecord(mapping))
      this.mappings.push({ value: mapping, pointer: `${pointer}/mapping` });
  }
}

function listInnerParts({ value, pointer, isMap }: Unread): Unread[] {
  const parts: Unread[] = [];
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue;
    if (isMap ? isExtension(key, pointer) : isFree(key, inner)) continue;
    parts.push({
      value: inner,
      pointer: pointer + toPointer(key),
      isMap: !isMap && mapKeys.has(key),
    });
  }
  return parts;
}

/** Whether an entry of a map is an extension. */
function isExtension(key: string, pointer: string): boolean {
  return key.startsWith('x-') && extensibleMap.test(pointer);
}

/** Whether the value of a key may contain anything: an example, or an extension. */
function isFree(key: string, value: object): boolean {
  if (key.startsWith('x-')) return key !== bundleKey;
  return valueKeys.has(key) || (key === 'examples' && Array.isArray(value));
}

/** The references that were changed, as they were written. */
const written = new WeakMap<object, string>();

/** Makes a reference lead to a pointer of a larger document. */
export function rewriteReference(part: Reference, pointer: string): void {
  written.set(part, part.$ref);
  part.$ref = toReference(pointer);
}

/** A local reference to a pointer. In a URI, `%` and `#` have a meaning. */
export function toReference(pointer: string): string {
  return `#${pointer.replaceAll('%', '%25').replaceAll('#', '%23')}`;
}

/** The place of a pointer as files have it: `pets.yaml#/Pet` in another file than the document itself. */
export function toWrittenPlace(pointer: string): string {
  if (!pointer.startsWith(`/${bundleKey}/`)) return pointer;
  const [, name, ...keys] = splitPointer(pointer);
  return `${name}#${toPointer(...keys)}`;
}

/**
 * Returns the pointer of the target of a reference.
 * @throws BrokenReferenceError if it does not exist
 */
export function findTarget(document: JsonObject, reference: string, from: string): string {
  const target = readReferences(document).resolve(reference);
  if (target !== undefined) return target;
  throw createReferenceError(document, from, reference, 'does not exist');
}

/** An error that shows a reference as it was written. */
export function createReferenceError(
  document: JsonObject,
  from: string,
  reference: string,
  reason: string,
): BrokenReferenceError {
  const part = readAt(document, from);
  const original = isRecord(part) ? written.get(part) : undefined;
  const text = `$ref "${original ?? reference}" ${reason}; correct it`;
  return new BrokenReferenceError(document, from, text);
}

/**
 * Follows references to a part that is not a reference.
 * @throws BrokenReferenceError with a reference without a target
 */
export function follow(document: JsonObject, value: unknown, pointer: string, hops = 0): Part {
  if (!(isRecord(value) && isReference(value)))
    return { value: isRecord(value) ? value : {}, pointer };
  const { $ref } = value;
  if (hops > mostHops) throw createReferenceError(document, pointer, $ref, 'refers to itself');
  const target = findTarget(document, $ref, pointer);
  return follow(document, readAt(document, target), target, hops + 1);
}
