import { DocumentError } from '../errors.ts';
import { type JsonObject, toPointer } from '../json.ts';
import type { Reference } from '../openapi-document.ts';
import { decodePercent } from '../parse-url.ts';
import { isRecord, isReference, readAt } from '../resolve-reference.ts';

/** Keys of a document that contain values, and keys of maps whose keys are free names. */
const values = new Set(['example', 'default', 'enum', 'const', 'value']);
const names = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'mapping'],
  ...['paths', 'webhooks', 'pathItems', 'callbacks', 'schemas', 'responses', 'requestBodies'],
  ...['parameters', 'headers', 'examples', 'links', 'securitySchemes', 'content', 'encoding'],
]);

/** A part of a document. */
export interface Part {
  value: JsonObject;
  pointer: string;
}

/** The references in a document, and their targets, also by `$id` and `$anchor`. */
export type References = ReturnType<typeof createReferences>;

const known = new WeakMap<object, References>();

export function readReferences(document: object): References {
  const references = known.get(document) ?? createReferences(document);
  known.set(document, references);
  return references;
}

function createReferences(document: object) {
  /** Pointers by `$id` as written, and by `#` with an anchor. */
  const targets = new Map([['', '']]);
  const referring = new Set<Reference>();
  const dynamic: string[] = [];
  const queue = [{ value: document, isNamed: false, pointer: '' }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, isNamed, pointer } = next;
    if (isRecord(value) && !isNamed) {
      const { $id, $anchor, $dynamicAnchor } = value;
      if (isReference(value)) referring.add(value);
      if (typeof $id === 'string') targets.set($id, pointer);
      if (typeof $dynamicAnchor === 'string') dynamic.push(pointer);
      for (const anchor of [$anchor, $dynamicAnchor])
        if (typeof anchor === 'string') targets.set(`#${anchor}`, pointer);
    }
    for (const [key, part] of Object.entries(value)) {
      // Values such as examples may contain anything.
      const isValue = values.has(key) || (key === 'examples' && Array.isArray(part));
      if (typeof part !== 'object' || part === null || (isValue && !isNamed)) continue;
      const isMap = !isNamed && names.has(key);
      queue.push({ value: part, isNamed: isMap, pointer: pointer + toPointer(key) });
    }
  }
  return {
    /** All references. A YAML alias is listed once. */
    referring,
    /** The pointers of the schemas that a `$dynamicRef` may select. */
    dynamic,
    /** The pointer of the target; undefined if it does not exist. */
    resolve: (reference: string): string | undefined => {
      const [address = '', fragment = ''] = reference.split('#', 2);
      const start = targets.get(address);
      if (start === undefined || fragment === '') return start;
      if (!fragment.startsWith('/')) return targets.get(`#${fragment}`);
      const pointer = start + decodePercent(fragment);
      const found = readAt(document, pointer);
      // A schema may be a boolean.
      return isRecord(found) || typeof found === 'boolean' ? pointer : undefined;
    },
  };
}

/**
 * Returns the pointer of the target of a reference.
 * @throws DocumentError if it does not exist
 */
export function findTarget(document: JsonObject, reference: string, from: string): string {
  const target = readReferences(document).resolve(reference);
  if (target !== undefined) return target;
  throw new DocumentError(
    `${from}: $ref "${reference}" does not exist in the document; correct it`,
  );
}

/**
 * Follows references to a part that is not a reference.
 * @throws DocumentError with a reference without a target
 */
export function follow(document: JsonObject, value: unknown, pointer: string, hops = 0): Part {
  if (!(isRecord(value) && isReference(value)))
    return { value: isRecord(value) ? value : {}, pointer };
  const { $ref } = value;
  if (hops > 32) throw new DocumentError(`${pointer}: $ref "${$ref}" refers to itself; correct it`);
  const target = findTarget(document, $ref, pointer);
  return follow(document, readAt(document, target), target, hops + 1);
}
