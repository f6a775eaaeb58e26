import { LineCounter, parseDocument, visit } from 'yaml';
import { DocumentError } from '../../contract/errors.ts';
import { explainSyntaxError, toPlain } from '../../contract/read-document-file.ts';
import { isRecord, parseJson, splitPointer } from '../../contract/resolve-reference.ts';
import type { JsonObject } from './json.ts';
import { listParts, readReferences } from './references.ts';
import { createLineFinder, type LineFinder, type Origin, openSource } from './source-text.ts';

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
  value: unknown;
  findLine(tokens: readonly string[]): number | undefined;
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
  const { origin, location } = await openSource(name, defaultPath, timeoutMs);
  const files: ReadFile[] = [];
  const document = await bundle(origin, location, files);
  assertOpenApi(document, name);
  return {
    name,
    document,
    locate: (pointer) => {
      const tokens = splitPointer(pointer);
      const index = tokens[0] === bundleKey ? Number(tokens[1]) : 0;
      const inFile = tokens[0] === bundleKey ? tokens.slice(2) : tokens;
      const found = files[index];
      const file = found && origin.toFile(found.location);
      const line = found?.findLine(inFile);
      return {
        pointer,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
      };
    },
  };
}

/** Reads a file and everything that it refers to. References to other files become references into `x-bundled`. */
async function bundle(origin: Origin, location: string, files: ReadFile[]): Promise<JsonObject> {
  const root = await readParsed(origin, location, files);
  if (!isRecord(root)) throw new DocumentError(`${location}: not an OpenAPI document`);
  const bundled: Record<string, unknown> = {};
  // The list grows during the loop, because a file may refer to others.
  for (let index = 0; index < files.length; index += 1) {
    const file = files[index];
    if (file === undefined) break;
    const prefix = index === 0 ? '' : `/${bundleKey}/${index}`;
    const own = isRecord(file.value) ? readReferences(file.value) : undefined;
    await rewriteReferences(file.value, async (reference) => {
      const [target = '', fragment = ''] = reference.split('#', 2);
      // Targets that the file itself defines with `$id` or `$anchor` are not read from elsewhere.
      const inside = own?.resolve(reference, '');
      if (index === 0 && (target === '' || inside !== undefined)) return reference;
      if (target === '' || inside !== undefined) return `#${prefix}${inside ?? fragment}`;
      return refer(origin, origin.resolve(target, file.location), fragment, files);
    });
    if (index > 0) bundled[String(index)] = file.value;
  }
  return files.length > 1 ? { ...root, [bundleKey]: bundled } : root;
}

/** Resolves a reference to a place in another file, and reads the file on first use. */
async function refer(
  origin: Origin,
  location: string,
  fragment: string,
  files: ReadFile[],
): Promise<string> {
  let index = files.findIndex((file) => file.location === location);
  if (index === -1) {
    index = files.length;
    await readParsed(origin, location, files);
  }
  const value = files[index]?.value;
  const found =
    fragment === '' || !isRecord(value)
      ? undefined
      : readReferences(value).resolve(`#${fragment}`, '');
  const place = found ?? fragment;
  return index === 0 ? `#${place}` : `#/${bundleKey}/${index}${place}`;
}

async function readParsed(origin: Origin, location: string, files: ReadFile[]): Promise<unknown> {
  const text = await origin.read(location);
  const value = parseText(text, origin.toFile(location) ?? location);
  let findLine: LineFinder | undefined;
  files.push({
    location,
    value,
    findLine: (tokens) => {
      findLine ??= createLineFinder(text);
      return findLine(tokens);
    },
  });
  return value;
}

/** JSON is YAML, but `JSON.parse` is much faster with large documents. The YAML parser reports line and column. */
function parseText(text: string, shown: string): unknown {
  if (text.trimStart().startsWith('{')) {
    const value = parseJson(text);
    if (value !== undefined) {
      assertShape(value, shown);
      return value;
    }
    // The YAML parser below reports the error.
  }
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, merge: true });
  const [mistake] = parsed.errors;
  if (mistake !== undefined) {
    const { line, col } = mistake.linePos?.[0] ?? { line: 1, col: 1 };
    throw new DocumentError(`${shown}:${line}:${col}: ${explainSyntaxError(mistake)}`);
  }
  const value = toPlain(parsed, visit, shown);
  assertShape(value, shown);
  return value;
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

async function rewriteReferences(
  root: unknown,
  rewrite: (reference: string) => Promise<string>,
): Promise<void> {
  // A YAML alias is the same object in several places.
  const done = new Set<object>();
  const visit = async (value: object, isNamed: boolean): Promise<void> => {
    if (done.has(value)) return;
    done.add(value);
    if (isRecord(value) && !isNamed && typeof value['$ref'] === 'string') {
      const { $ref } = value;
      const isOther = /^[a-z][a-z0-9+.-]*:/i.test($ref) && !/^https?:/i.test($ref);
      if (!isOther) value['$ref'] = await rewrite($ref);
    }
    for (const [, part, isNames] of listParts(value, isNamed)) await visit(part, isNames);
  };
  if (typeof root === 'object' && root !== null) await visit(root, false);
}

function assertOpenApi(document: JsonObject, name: string): void {
  const { openapi, swagger, paths, webhooks, info } = document;
  if (swagger !== undefined)
    throw new DocumentError(
      `${name}: Swagger ${String(swagger)} is not supported; convert it to OpenAPI 3 first`,
    );
  if (typeof openapi === 'number')
    throw new DocumentError(
      `${name}: "openapi" is a number; write the whole version in quotes, such as "3.1.0"`,
    );
  if (typeof openapi !== 'string')
    throw new DocumentError(`${name}: not an OpenAPI document: the field "openapi" is missing`);
  if (!/^3\.[012]\./.test(openapi))
    throw new DocumentError(`${name}: OpenAPI ${openapi} is not supported; use 3.0, 3.1 or 3.2`);
  if (!isRecord(paths) && !isRecord(webhooks))
    throw new DocumentError(`${name}: the document has no "paths"`);
  if (info !== undefined && !isRecord(info))
    throw new DocumentError(`${name}: "info" is not an object`);
}
