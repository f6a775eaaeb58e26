import { DocumentError } from '../../contract/errors.ts';
import { escapePointer } from '../../contract/resolve-reference.ts';

/** A JSON object in a document. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One token of a JSON Pointer in a URI fragment, unescaped (RFC 6901, section 6). */
export function readToken(token: string): string {
  // Most tokens are plain names.
  if (!/[%~]/.test(token)) return token;
  let text = token;
  try {
    text = decodeURIComponent(token);
  } catch {
    // A percent sign outside an escape is literal.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function toPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapePointer(String(token))}`).join('');
}

/** The value at a JSON Pointer, or undefined. */
export function readAt(root: unknown, pointer: string): unknown {
  let found: unknown = root;
  const [, ...tokens] = pointer.split('/');
  // Few pointers contain escapes.
  for (const token of /[%~]/.test(pointer) ? tokens.map(readToken) : tokens) {
    if (Array.isArray(found)) found = found[Number(token)];
    else if (isObject(found) && Object.hasOwn(found, token)) found = found[token];
    else return undefined;
  }
  return found;
}

/** Returns equal text for equal JSON, regardless of key order. Written by hand: `JSON.stringify` with sorting is slow. */
export function toStableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toStableText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toStableText(value[name])}`).join()}}`;
}

export function isSame(a: unknown, b: unknown): boolean {
  return toStableText(a) === toStableText(b);
}

/** Each value once, in the order of first occurrence. */
export function unique<T>(values: Iterable<T>, toKey: (value: T) => string = toStableText): T[] {
  const found = new Map<string, T>();
  for (const value of values) {
    const key = toKey(value);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** Copies a value and sets a part at a path, in which `*` selects the first item. */
export function putAt(value: unknown, tokens: readonly string[], leaf: unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return leaf;
  if (token === '*') {
    const items = Array.isArray(value) && value.length > 0 ? value : [{}];
    return items.map((item, index) => (index === 0 ? putAt(item, rest, leaf) : item));
  }
  const object = isObject(value) ? value : {};
  return { ...object, [token]: putAt(object[token], rest, leaf) };
}

/** Whether a value has a part at a path, in which `*` matches any index. */
export function holdsAt(value: unknown, path: readonly string[], at = 0): boolean {
  const token = path[at];
  if (token === undefined) return true;
  if (token === '*')
    return Array.isArray(value) && value.some((item) => holdsAt(item, path, at + 1));
  return isObject(value) && Object.hasOwn(value, token) && holdsAt(value[token], path, at + 1);
}

/** A part of the document with its own URI: the document, or a schema with `$id`. */
interface Resource {
  pointer: string;
  uri: string;
  anchors: Map<string, string>;
  dynamicAnchors: Map<string, string>;
}

const known = new WeakMap<JsonObject, ReturnType<typeof createReferences>>();
/** The base URL for relative references. */
const nowhere = 'https://document.invalid/';
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
  if (Array.isArray(value))
    return value.flatMap((part: unknown, index): [number, object, boolean][] =>
      typeof part === 'object' && part !== null ? [[index, part, false]] : [],
    );
  return Object.entries(value).flatMap(([key, part]): [string, object, boolean][] => {
    if (typeof part !== 'object' || part === null) return [];
    const isValue = values.has(key) || (key === 'examples' && Array.isArray(part));
    return isValue && !isNamed ? [] : [[key, part, !isNamed && names.has(key)]];
  });
}

/** Resolves `$ref` and `$dynamicRef` of schemas, also by `$id` and `$anchor` (JSON Schema 2020-12, sections 8.2 and 8.3). */
export function readReferences(document: JsonObject) {
  let references = known.get(document);
  if (references === undefined) {
    references = createReferences(document);
    known.set(document, references);
  }
  return references;
}

function createReferences(document: JsonObject) {
  const root: Resource = createResource('', nowhere);
  const resources: Resource[] = [root];
  collect(document, false, [], root, resources);
  const resourceOf = (pointer: string): Resource =>
    resources.length === 1
      ? root
      : resources.reduce((best, each) =>
          (pointer === each.pointer || pointer.startsWith(`${each.pointer}/`)) &&
          each.pointer.length > best.pointer.length
            ? each
            : best,
        );
  const exists = (pointer: string): string | undefined =>
    readAt(document, pointer) === undefined ? undefined : pointer;
  return {
    /** The target of a reference in the schema at a pointer; undefined if it does not exist. */
    resolve: (pointer: string, reference: string): string | undefined => {
      const own = resourceOf(pointer);
      const [address = '', fragment = ''] = reference.split('#', 2);
      const uri = address === '' ? own.uri : toUri(address, own.uri);
      const resource = resources.find((each) => each.uri === uri);
      if (resource === undefined) return undefined;
      if (fragment === '') return resource.pointer;
      if (!fragment.startsWith('/'))
        return resource.anchors.get(fragment) ?? root.anchors.get(fragment);
      // Most authors write pointers relative to the whole document, even inside a schema with `$id`.
      return exists(resource.pointer + fragment) ?? exists(fragment);
    },
    /** All schemas that a `$dynamicRef` with this anchor may select. */
    listDynamicAnchors: (anchor: string): string[] =>
      resources.flatMap(({ dynamicAnchors }) => dynamicAnchors.get(anchor) ?? []),
  };
}

function createResource(pointer: string, uri: string): Resource {
  return { pointer, uri, anchors: new Map(), dynamicAnchors: new Map() };
}

/** @param tokens the path to the value, which changes during the traversal */
function collect(
  value: object,
  isNamed: boolean,
  tokens: (string | number)[],
  outer: Resource,
  resources: Resource[],
): void {
  let resource = outer;
  if (isObject(value) && !isNamed) {
    const { $id, $anchor, $dynamicAnchor } = value;
    if (typeof $id === 'string' && tokens.length > 0) {
      resource = createResource(toPointer(tokens), toUri($id.split('#')[0] ?? '', outer.uri));
      resources.push(resource);
    }
    for (const anchor of [$anchor, $dynamicAnchor])
      if (typeof anchor === 'string') resource.anchors.set(anchor, toPointer(tokens));
    if (typeof $dynamicAnchor === 'string')
      resource.dynamicAnchors.set($dynamicAnchor, toPointer(tokens));
  }
  for (const [key, part, isNames] of listParts(value, isNamed)) {
    tokens.push(key);
    collect(part, isNames, tokens, resource, resources);
    tokens.pop();
  }
}

function toUri(address: string, base: string): string {
  try {
    return new URL(address, base).href;
  } catch {
    return address;
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
