import { DocumentError } from '../../contract/errors.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { escapePointer, isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { JsonObject } from './json.ts';

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
): [key: string, part: object, isNamed: boolean][] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, part]): [string, object, boolean][] => {
    if (typeof part !== 'object' || part === null) return [];
    if (isList) return [[key, part, false]];
    const isValue = values.has(key) || (key === 'examples' && Array.isArray(part));
    return isValue && !isNamed ? [] : [[key, part, !isNamed && names.has(key)]];
  });
}

export interface References {
  /** The target of a reference in the schema at a pointer; undefined if it does not exist. */
  resolve(reference: string, pointer: string): string | undefined;
  /** The pointers of all schemas that a `$dynamicRef` with an anchor may select. */
  dynamicAnchors: ReadonlyMap<string, readonly string[]>;
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
  /** The URIs of schemas with `$id` by their pointers, and all pointers by URI, also with an anchor. */
  const uris = new Map<string, string>();
  const targets = new Map([[nowhere, '']]);
  const dynamicAnchors = new Map<string, string[]>();
  const collect = (value: object, isNamed: boolean, pointer: string, outer: string): void => {
    let uri = outer;
    if (isRecord(value) && !isNamed) {
      const { $id, $anchor, $dynamicAnchor } = value;
      if (typeof $id === 'string' && pointer !== '') {
        uri = toUri($id.split('#')[0] ?? '', outer);
        uris.set(pointer, uri);
        targets.set(uri, pointer);
      }
      for (const anchor of [$anchor, $dynamicAnchor])
        if (typeof anchor === 'string')
          for (const base of [nowhere, uri]) targets.set(`${base}#${anchor}`, pointer);
      if (typeof $dynamicAnchor === 'string')
        dynamicAnchors.set($dynamicAnchor, [
          ...(dynamicAnchors.get($dynamicAnchor) ?? []),
          pointer,
        ]);
    }
    for (const [key, part, isNames] of listParts(value, isNamed))
      collect(part, isNames, `${pointer}/${escapePointer(key)}`, uri);
  };
  collect(document, false, '', nowhere);
  const findBase = (pointer: string): string => {
    if (uris.size === 0 || pointer === '') return nowhere;
    return uris.get(pointer) ?? findBase(pointer.slice(0, pointer.lastIndexOf('/')));
  };
  return {
    dynamicAnchors,
    resolve: (reference, from) => {
      const [address = '', fragment = ''] = reference.split('#', 2);
      // Most authors write pointers relative to the whole document, even inside a schema with `$id`.
      const uri = address === '' ? nowhere : toUri(address, findBase(from));
      const start = targets.get(uri);
      if (start === undefined || fragment === '') return start;
      if (!fragment.startsWith('/')) return targets.get(`${uri}#${fragment}`);
      const pointer = start + decode(fragment);
      return readAt(document, pointer) === undefined ? undefined : pointer;
    },
  };
}

function toUri(address: string, base: string): string {
  return parseUrl(address, base)?.href ?? address;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A percent sign outside an escape is literal.
    return fragment;
  }
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
  for (let hops = 0; isRecord(found) && typeof found['$ref'] === 'string'; hops += 1) {
    const reference = found['$ref'];
    at = readReferences(document).resolve(reference, at) ?? '/$ref';
    found = readAt(document, at);
    if (!isRecord(found) || hops > 32)
      throw new DocumentError(
        `${pointer}: $ref "${reference}" ${hops > 32 ? 'refers to itself' : 'does not exist in the document'}; correct it`,
      );
  }
  return { value: isRecord(found) ? found : {}, pointer: at };
}
