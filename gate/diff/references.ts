import { DocumentError } from '../../contract/errors.ts';
import type { Reference } from '../../contract/openapi-document.ts';
import { decodePercent, parseUrl } from '../../contract/parse-url.ts';
import { escapePointer, isRecord, isReference, readAt } from '../../contract/resolve-reference.ts';
import type { JsonObject } from './json.ts';

/** Keys of a document that contain values, and keys of maps whose keys are free names. */
const values = new Set(['example', 'default', 'enum', 'const', 'value']);
const names = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'mapping'],
  ...['paths', 'webhooks', 'pathItems', 'callbacks', 'schemas', 'responses', 'requestBodies'],
  ...['parameters', 'headers', 'examples', 'links', 'securitySchemes', 'content', 'encoding'],
]);

/** The references in a document, and their targets, also by `$id` and `$anchor` (JSON Schema 2020-12, section 8.2). */
export type References = ReturnType<typeof createReferences>;

const known = new WeakMap<object, References>();

export function readReferences(document: object): References {
  const references = known.get(document) ?? createReferences(document);
  known.set(document, references);
  return references;
}

/** The base URL for relative references. */
const nowhere = 'https://document.invalid/';

function createReferences(document: object) {
  /** The URIs of schemas with `$id` by their pointers, and all pointers by URI, also with an anchor. */
  const uris = new Map<string, string>();
  const targets = new Map([[nowhere, '']]);
  const referring = new Set<Reference>();
  const dynamic: string[] = [];
  const queue = [{ value: document, isNamed: false, pointer: '', base: nowhere }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, isNamed, pointer } = next;
    let { base } = next;
    if (isRecord(value) && !isNamed) {
      const { $id, $anchor, $dynamicAnchor } = value;
      if (isReference(value)) referring.add(value);
      if (typeof $dynamicAnchor === 'string') dynamic.push(pointer);
      if (typeof $id === 'string' && pointer !== '') {
        base = toUri($id.split('#')[0] ?? '', base);
        uris.set(pointer, base);
        targets.set(base, pointer);
      }
      for (const anchor of [$anchor, $dynamicAnchor])
        for (const uri of typeof anchor === 'string' ? [nowhere, base] : [])
          targets.set(`${uri}#${anchor}`, pointer);
    }
    for (const [key, part] of Object.entries(value)) {
      // Values such as examples may contain anything.
      const isValue = values.has(key) || (key === 'examples' && Array.isArray(part));
      if (typeof part !== 'object' || part === null || (isValue && !isNamed)) continue;
      const isMap = !isNamed && names.has(key);
      const at = `${pointer}/${escapePointer(key)}`;
      queue.push({ value: part, isNamed: isMap, pointer: at, base });
    }
  }
  const findBase = (pointer: string): string => {
    if (uris.size === 0 || pointer === '') return nowhere;
    return uris.get(pointer) ?? findBase(pointer.slice(0, pointer.lastIndexOf('/')));
  };
  return {
    /** All references. A YAML alias is listed once. */
    referring,
    /** The pointers of the schemas that a `$dynamicRef` may select. */
    dynamic,
    /** The target of a reference in the schema at a pointer; undefined if it does not exist. */
    resolve: (reference: string, from: string): string | undefined => {
      const [address = '', fragment = ''] = reference.split('#', 2);
      // Most authors write pointers relative to the whole document, even inside a schema with `$id`.
      const uri = address === '' ? nowhere : toUri(address, findBase(from));
      const start = targets.get(uri);
      if (start === undefined || fragment === '') return start;
      if (!fragment.startsWith('/')) return targets.get(`${uri}#${fragment}`);
      const pointer = start + decodePercent(fragment);
      return readAt(document, pointer) === undefined ? undefined : pointer;
    },
  };
}

function toUri(address: string, base: string): string {
  return parseUrl(address, base)?.href ?? address;
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
  for (let hops = 0; isRecord(found) && isReference(found); hops += 1) {
    const { $ref } = found;
    at = readReferences(document).resolve($ref, at) ?? '/$ref';
    found = readAt(document, at);
    const fault = hops > 32 ? 'refers to itself' : 'does not exist in the document';
    // A schema may be a boolean.
    if (!(isRecord(found) || typeof found === 'boolean') || hops > 32)
      throw new DocumentError(`${pointer}: $ref "${$ref}" ${fault}; correct it`);
  }
  return { value: isRecord(found) ? found : {}, pointer: at };
}
