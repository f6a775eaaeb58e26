import { DocumentError } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { isRecord } from '../resolve-reference.ts';
import { type Deadline, TimeOver } from '../time-limit.ts';
import { hideSecrets, type Origin, openSource } from './origins.ts';
import { parseFile } from './parse-file.ts';
import { toWrittenPlace } from './references.ts';
import { SourceFiles } from './source-files.ts';

/** A document to compare, with every file that it refers to. */
export interface SourceDocument {
  /** The name as given by the user, for reports. */
  name: string;
  document: JsonObject;
  /** Finds the origin of a place: the file, relative to the working folder if it is a local file, and the line. */
  locate(pointer: string): SourcePlace;
}

export interface SourcePlace {
  /** The pointer in the file, or with the name of the file in front if the document does not come from local files. */
  pointer: string;
  /** Undefined if the document does not come from a local file. */
  file?: string;
  line?: number;
}

interface ReadOptions {
  /** The timeout of a server or git for one file. Default: 20 seconds. */
  timeoutMs?: number;
  /** When reading has to end. Default: never. */
  deadline?: Deadline;
  /** Whether long integers become bigints instead of rounded numbers. Default: false. */
  isExact?: boolean;
}

/**
 * Reads one side of a comparison.
 * @param name a file, a URL, or `git:<ref>[:path]`
 * @param defaultPath the path for `git:<ref>` without one, relative to the working folder
 * @throws DocumentError with the source and what is wrong with it
 * @throws TimeOver
 */
export async function readSource(
  name: string,
  defaultPath: string,
  { timeoutMs = 20_000, deadline, isExact = false }: ReadOptions = {},
): Promise<SourceDocument> {
  /** Each file may take the rest of the time. */
  const read = (location: string): Promise<string> => {
    if (deadline?.isOver) throw new TimeOver('the time is over');
    const left = Math.min(timeoutMs, deadline?.leftMs ?? timeoutMs);
    return openSource(name, defaultPath, Math.max(1, left)).read(location);
  };
  const parse = (text: string, file: string): unknown => {
    const parseText = (): unknown => parseFile(text, file, isExact);
    return deadline === undefined ? parseText() : deadline.run(parseText);
  };
  const origin = { ...openSource(name, defaultPath, timeoutMs), read };
  const files = new SourceFiles(origin, parse);
  const document = await readDocument(origin, files, name);
  const locate = (pointer: string): SourcePlace => {
    const position = files.locate(pointer);
    if (position?.localName === undefined) return { pointer: toWrittenPlace(pointer) };
    return { pointer: position.pointer, file: position.localName, line: position.line };
  };
  return { name, document, locate };
}

/** @throws DocumentError that also names the document if the mistake is in another file, or in a commit */
async function readDocument(origin: Origin, files: SourceFiles, name: string): Promise<JsonObject> {
  const shownName = hideSecrets(name);
  try {
    const { value } = await files.open(origin.start);
    assertOpenApi(value, shownName);
    return await files.join(value);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const file = name.startsWith('git:') ? undefined : origin.toFile(origin.start);
    const isNamed = [shownName, file].some((start) => error.message.startsWith(`${start}:`));
    throw isNamed ? error : new DocumentError(`${error.message} (in ${shownName})`);
  }
}

function assertOpenApi(document: unknown, name: string): asserts document is JsonObject {
  const refuse = (reason: string): DocumentError => new DocumentError(`${name}: ${reason}`);
  const { openapi, swagger, paths, webhooks, components } = Object(document);
  const version: unknown = openapi ?? swagger;
  if (version === undefined)
    throw refuse('not an OpenAPI document: the field "openapi" is missing');
  if (typeof version !== 'string' || !/^3\.[01]\./.test(version))
    throw refuse(
      `version ${JSON.stringify(version)} is not supported; convert it to OpenAPI 3.0 or 3.1, written as "3.1.0" in quotes`,
    );
  if (isRecord(paths)) return;
  // OpenAPI 3.1 allows documents that others refer to.
  const isNewer = !version.startsWith('3.0.');
  if (isNewer && (isRecord(webhooks) || isRecord(components))) return;
  throw refuse(
    isNewer
      ? 'the document has no "paths", "webhooks" or "components"; add one of them'
      : 'the document has no "paths"; add them, empty if it only has components',
  );
}
