import { DocumentError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { parseDocumentText } from '../read-document-file.ts';
import { createPlaceFinder } from '../read-yaml.ts';
import { isRecord, splitPointer } from '../resolve-reference.ts';
import { type Origin, openSource } from './origins.ts';
import { readReferences } from './references.ts';

/** A document to compare, bundled with every file that it refers to. */
export interface SourceDocument {
  /** The name as given by the user, for reports. */
  name: string;
  document: JsonObject;
  /** Finds the origin of a place: the file, relative to the working folder if it is a local file, and the line. */
  locate(pointer: string): SourcePlace;
}

export interface SourcePlace {
  pointer: string;
  /** Undefined if the document does not come from a local file. */
  file?: string;
  line?: number;
}

/** The key for the files that a document refers to. */
const bundleKey = 'x-bundled';

/**
 * Reads one side of a comparison.
 * @param name a file, a URL, or `git:<ref>[:path]`
 * @param defaultPath the path for `git:<ref>` without one, relative to the working folder
 * @param timeoutMs the timeout of a server or git for one file
 * @throws DocumentError with the source and what is wrong with it
 */
export async function readSource(
  name: string,
  defaultPath: string,
  timeoutMs = 20_000,
): Promise<SourceDocument> {
  const origin = openSource(name, defaultPath, timeoutMs);
  const files = new Map<string, ReadFile>();
  const readOnce = async (location: string) => {
    const file = files.get(location) ?? (await readFile(origin, location, files.size));
    files.set(location, file);
    return file;
  };
  const { value: root } = await readOnce(origin.start);
  assertOpenApi(root, name);
  // The files increase during the loop, because each may refer to others.
  for (const [location, file] of files) {
    const { referring, resolve } = readReferences(Object(file.value));
    for (const part of referring) {
      const [target = '', fragment = ''] = part.$ref.split('#', 2);
      // URIs that cannot be read, such as `urn:`.
      if (/^(?!https?:)[a-z][a-z\d+.-]*:/i.test(target)) continue;
      // Targets that the file itself names with `$id` or `$anchor` are not read from elsewhere.
      const own = resolve(part.$ref);
      const isOwn = target === '' || own !== undefined;
      if (isOwn && file.value === root) continue;
      const other = isOwn ? file : await readOnce(origin.resolve(target, location));
      const place = own ?? readReferences(Object(other.value)).resolve(`#${fragment}`) ?? fragment;
      part.$ref = `#${other.prefix}${place}`;
    }
  }
  const [, ...others] = [...files.values()].map(({ value }, index) => [index, value]);
  const bundled = { ...root, [bundleKey]: Object.fromEntries(others) };
  return {
    name,
    document: others.length === 0 ? root : bundled,
    locate: (pointer) => {
      const isIn = ({ prefix }: ReadFile): boolean => `${pointer}/`.startsWith(`${prefix}/`);
      // The prefix of the first file is empty.
      const found = [...files.values()].findLast(isIn);
      const line = found?.findLine(splitPointer(pointer.slice(found.prefix.length)));
      const { file } = found ?? {};
      return { pointer, ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
    },
  };
}

type ReadFile = Awaited<ReturnType<typeof readFile>>;

async function readFile(origin: Origin, location: string, index: number) {
  const text = await origin.read(location);
  const file = origin.toFile(location);
  const shown = file ?? location;
  const value = await parseDocumentText(text, shown);
  try {
    JSON.stringify(value);
  } catch {
    throw new DocumentError(
      `${shown}: is nested too deeply, or a YAML anchor contains itself; use a flatter document`,
    );
  }
  const prefix = index === 0 ? '' : `/${bundleKey}/${index}`;
  return { file, value, prefix, findLine: createLineFinder(text) };
}

function assertOpenApi(document: unknown, name: string): asserts document is JsonObject {
  const refuse = (reason: string): DocumentError => new DocumentError(`${name}: ${reason}`);
  const { openapi, swagger, paths, webhooks } = Object(document);
  const version: unknown = openapi ?? swagger;
  if (version === undefined)
    throw refuse('not an OpenAPI document: the field "openapi" is missing');
  if (typeof version !== 'string' || !/^3\.[01]\./.test(version))
    throw refuse(
      `version ${JSON.stringify(version)} is not supported; convert it to OpenAPI 3.0 or 3.1, written as "3.1.0" in quotes`,
    );
  if (!isRecord(paths) && !isRecord(webhooks)) throw refuse('the document has no "paths"');
}

/** Returns a function that finds the line of a place by its keys, or of its nearest parent if it is missing. */
function createLineFinder(text: string): (keys: readonly string[]) => number {
  let findPlace: ReturnType<typeof createPlaceFinder> | undefined;
  return (keys) => {
    findPlace ??= createPlaceFinder(text);
    // The line of the key, not of its value.
    return findPlace(keys).key.line;
  };
}
