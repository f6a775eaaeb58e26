import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { DocumentError } from '../../contract/errors.ts';
import { parseDocumentText } from '../../contract/read-document-file.ts';
import { isRecord, splitPointer } from '../../contract/resolve-reference.ts';
import type { JsonObject } from './json.ts';
import { openSource } from './origins.ts';
import { listParts, readReferences } from './references.ts';

/** A document to compare, bundled with every file that it refers to. */
export interface SourceDocument {
  /** The name as given by the user, for reports. */
  name: string;
  document: JsonObject;
  /** Finds the origin of a place: the file, relative to the working folder if it is a local file, and the line. */
  locate(pointer: string): Place;
}

export interface Place {
  pointer: string;
  /** Undefined if the document does not come from a local file. */
  file?: string;
  line?: number;
}

interface ReadFile {
  location: string;
  text: string;
  value: unknown;
  findLine?: LineFinder;
}

/** The key for the files that a document refers to. */
const bundleKey = 'x-bundled';
const defaultTimeoutMs = 20_000;

/**
 * Reads one side of a comparison.
 * @param name a file, a URL, `git:<ref>[:path]`, or `installed`
 * @param defaultPath the path for `git:<ref>` without one, relative to the working folder
 * @param timeoutMs the timeout of a server or git for one file
 * @throws DocumentError with the source and what is wrong with it
 */
export async function readSource(
  name: string,
  defaultPath: string,
  timeoutMs = defaultTimeoutMs,
): Promise<SourceDocument> {
  const origin = openSource(name, defaultPath, timeoutMs);
  const files: ReadFile[] = [];
  const readOnce = async (location: string): Promise<number> => {
    const index = files.findIndex((file) => file.location === location);
    if (index !== -1) return index;
    const text = await origin.read(location);
    const shown = origin.toFile(location) ?? location;
    const value = await parseDocumentText(text, shown);
    assertShape(value, shown);
    return files.push({ location, text, value }) - 1;
  };
  await readOnce(origin.start);
  // The list grows during the loop, because a file may refer to others.
  for (const [index, { value, location }] of files.entries()) {
    const own = isRecord(value) ? readReferences(value) : undefined;
    for (const part of listReferring(value)) {
      const [target = '', fragment = ''] = part.$ref.split('#', 2);
      // Targets that the file itself defines with `$id` or `$anchor` are not read from elsewhere.
      const inside = own?.resolve(part.$ref, '');
      const isOwn = target === '' || inside !== undefined;
      if (isOwn && index === 0) continue;
      const at = isOwn ? index : await readOnce(origin.resolve(target, location));
      const file = files[at]?.value;
      const place =
        inside ?? (isRecord(file) ? readReferences(file).resolve(`#${fragment}`, '') : undefined);
      part.$ref = `#${at === 0 ? '' : `/${bundleKey}/${at}`}${place ?? fragment}`;
    }
  }
  const [root, ...others] = files.map(({ value }) => value);
  assertOpenApi(root, name);
  const document =
    others.length === 0 ? root : { ...root, [bundleKey]: { ...[undefined, ...others] } };
  return {
    name,
    document,
    locate: (pointer) => {
      const keys = splitPointer(pointer);
      const isBundled = keys[0] === bundleKey;
      const found = files[isBundled ? Number(keys[1]) : 0];
      const file = found && origin.toFile(found.location);
      if (found !== undefined) found.findLine ??= createLineFinder(found.text);
      const line = found?.findLine?.(isBundled ? keys.slice(2) : keys);
      return {
        pointer,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
      };
    },
  };
}

/** Maximum nesting depth of a document. Real documents stay below 100. */
const deepest = 500;

/** @throws DocumentError if the document is nested too deeply or contains itself */
function assertShape(value: unknown, shown: string, outer = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null) return;
  if (outer.has(value))
    throw new DocumentError(`${shown}: a YAML anchor contains itself; write it out`);
  if (outer.size === deepest)
    throw new DocumentError(`${shown}: is nested too deeply; use a flatter document`);
  outer.add(value);
  for (const inner of Object.values(value)) assertShape(inner, shown, outer);
  outer.delete(value);
}

type Referring = JsonObject & { $ref: string };

/** Lists the references in a file, except for URIs that cannot be read. A YAML alias is listed once. */
function listReferring(root: unknown): ReadonlySet<Referring> {
  const found = new Set<Referring>();
  const done = new Set<object>();
  const visit = (value: object, isNamed: boolean): void => {
    if (done.has(value)) return;
    done.add(value);
    const isReadable =
      isReferring(value) && /^(?:https?:|(?![a-z][a-z0-9+.-]*:))/i.test(value.$ref);
    if (isReadable && !isNamed) found.add(value);
    for (const [, part, isNames] of listParts(value, isNamed)) visit(part, isNames);
  };
  if (typeof root === 'object' && root !== null) visit(root, false);
  return found;
}

function isReferring(value: object): value is Referring {
  return isRecord(value) && typeof value['$ref'] === 'string';
}

function assertOpenApi(document: unknown, name: string): asserts document is JsonObject {
  const refuse = (reason: string): DocumentError => new DocumentError(`${name}: ${reason}`);
  if (!isRecord(document)) throw refuse('not an OpenAPI document');
  const { openapi, swagger, paths, webhooks, info } = document;
  if (swagger !== undefined)
    throw refuse(`Swagger ${String(swagger)} is not supported; convert it to OpenAPI 3 first`);
  if (typeof openapi === 'number')
    throw refuse('"openapi" is a number; write the whole version in quotes, such as "3.1.0"');
  if (typeof openapi !== 'string')
    throw refuse('not an OpenAPI document: the field "openapi" is missing');
  if (!/^3\.[012]\./.test(openapi))
    throw refuse(`OpenAPI ${openapi} is not supported; use 3.0, 3.1 or 3.2`);
  if (!isRecord(paths) && !isRecord(webhooks)) throw refuse('the document has no "paths"');
  if (info !== undefined && !isRecord(info)) throw refuse('"info" is not an object');
}

/** Finds the line of a place in a file by its keys. If the place is missing, returns the line of its nearest parent. */
type LineFinder = (keys: readonly string[]) => number | undefined;

function createLineFinder(text: string): LineFinder {
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter, merge: true, uniqueKeys: false });
  return (keys) => {
    for (let length = keys.length; length > 0; length -= 1) {
      const path = keys.slice(0, length);
      const parent: unknown = parsed.getIn(path.slice(0, -1), true);
      // The line of the key, not of its value.
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
        : undefined;
      const node: unknown = pair?.key ?? parsed.getIn(path, true);
      if (isNode(node) && node.range != null) return lineCounter.linePos(node.range[0]).line;
    }
    return keys.length === 0 ? 1 : undefined;
  };
}
