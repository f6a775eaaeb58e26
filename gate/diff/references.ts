import { DocumentError } from '../../contract/errors.ts';
import { isObject, type JsonObject, readAt, toPointer } from './json.ts';

/** Keys of a document that contain values, and keys of maps whose keys are free names. */
const values = new Set(['example', 'default', 'enum', 'const', 'value']);
const names = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'mapping'],
  ...['paths', 'webhooks', 'pathItems', 'callbacks', 'schemas', 'responses', 'requestBodies'],
  ...['parameters', 'headers', 'examples', 'links', 'securitySchemes', 'content', 'encoding'],
]);

/** Lists the objects and lists in a part of a document, except in values such as examples, which may contain anything. */
export function listParts(
  value: object,
  isNamed: boolean,
): [key: string | number, part: object, isNamed: boolean][] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, part]): [string | number, object, boolean][] => {
    if (typeof part !== 'object' || part === null) return [];
    if (typeof key === 'number') return [[key, part, false]];
    const isValue = values.has(key) || (key === 'examples' && Array.isArray(part));
    return isValue && !isNamed ? [] : [[key, part, !isNamed && names.has(key)]];
  });
}

export interface References {
  /** The target of a reference in the schema at a pointer; undefined if it does not exist. */
  resolve(pointer: string, reference: string): string | undefined;
  /** All schemas that a `$dynamicRef` with this anchor may select. */
  listDynamicAnchors(anchor: string): readonly string[];
}

const known = new WeakMap<JsonObject, References>();

/** Resolves `$ref`, also by `$id` and `$anchor` (JSON Schema 2020-12, section 8.2). */
export function readReferences(document: JsonObject): References {
  let references = known.get(document);
  if (references === undefined) {
    references = createReferences(document);
    known.set(document, references);
  }
  return references;
}

/** The base URL for relative references. */
const nowhere = 'https://document.invalid/';

function createReferences(document: JsonObject): References {
  /** The URIs of the document and of schemas with `$id`, by their pointers, and all pointers by URI, also with an anchor. */
  const uris = new Map([['', nowhere]]);
  const targets = new Map([[nowhere, '']]);
  const dynamic = new Map<string, string[]>();
  const collect = (
    value: object,
    isNamed: boolean,
    tokens: readonly (string | number)[],
    outer: string,
  ): void => {
    let uri = outer;
    if (isObject(value) && !isNamed) {
      const { $id, $anchor, $dynamicAnchor } = value;
      const pointer = toPointer(tokens);
      if (typeof $id === 'string' && tokens.length > 0) {
        uri = toUri($id.split('#')[0] ?? '', outer);
        uris.set(pointer, uri);
        targets.set(uri, pointer);
      }
      for (const anchor of [$anchor, $dynamicAnchor])
        if (typeof anchor === 'string') targets.set(`${uri}#${anchor}`, pointer);
      if (typeof $dynamicAnchor === 'string')
        dynamic.set($dynamicAnchor, [...(dynamic.get($dynamicAnchor) ?? []), pointer]);
    }
    for (const [key, part, isNames] of listParts(value, isNamed))
      collect(part, isNames, [...tokens, key], uri);
  };
  collect(document, false, [], nowhere);
  const findBase = (pointer: string): string => {
    if (uris.size === 1) return nowhere;
    for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const uri = uris.get(place);
      if (uri !== undefined) return uri;
    }
    return nowhere;
  };
  const exists = (pointer: string): string | undefined =>
    readAt(document, pointer) === undefined ? undefined : pointer;
  return {
    resolve: (pointer, reference) => {
      const [address = '', fragment = ''] = reference.split('#', 2);
      const base = findBase(pointer);
      const uri = address === '' ? base : toUri(address, base);
      const start = targets.get(uri);
      if (start === undefined || fragment === '') return start;
      if (!fragment.startsWith('/'))
        return targets.get(`${uri}#${fragment}`) ?? targets.get(`${nowhere}#${fragment}`);
      // Most authors write pointers relative to the whole document, even inside a schema with `$id`.
      return exists(start + fragment) ?? exists(fragment);
    },
    listDynamicAnchors: (anchor) => dynamic.get(anchor) ?? [],
  };
}

function toUri(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/**
 * Follows references to a part that is not a reference. The pointer is that of this part.
 * @throws DocumentError with a reference without a target
 */
export function follow(
  document: JsonObject,
  value: unknown,
  pointer: string,
): { value: JsonObject; pointer: string } {
  let found = value;
  let at = pointer;
  for (let hops = 0; isObject(found) && typeof found['$ref'] === 'string'; hops += 1) {
    const reference = found['$ref'];
    at = readReferences(document).resolve(at, reference) ?? '/$ref';
    found = readAt(document, at);
    if (hops > 32)
      throw new DocumentError(`${pointer}: $ref "${reference}" refers to itself; correct it`);
    if (!isObject(found))
      throw new DocumentError(
        `${pointer}: $ref "${reference}" does not exist in the document; correct it`,
      );
  }
  return { value: isObject(found) ? found : {}, pointer: at };
}
