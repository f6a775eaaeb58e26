import { existsSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DocumentError, readErrorCode } from './errors.ts';

/**
 * Reads a YAML or JSON file. The YAML parser is loaded for YAML alone.
 * @throws DocumentError naming the file, and the line and column of a mistake in it
 */
export async function readDocumentFile(file: string): Promise<unknown> {
  const text = await readText(file);
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      // JSON is YAML, whose parser tells line and column (and takes a flow mapping that is no JSON).
    }
  }
  return parseYaml(text, file);
}

/** No document that people write is larger, in bytes. */
export const mostDocument = 64_000_000;

/**
 * Refuses what a read might never come back from: a device can have no end, and a pipe with a name waits for another program.
 * What a shell passes, as `/dev/fd/63`, is read.
 * @param shown what the message calls the file
 * @throws DocumentError
 */
export function assertReadable(file: string, shown = file, limit = Infinity): void {
  const found = findFile(file);
  if (found === undefined || found.isDirectory() || passed.test(file)) return;
  if (!found.isFile())
    throw new DocumentError(`${shown}: is a pipe, socket or device, not a file; name a file`);
  if (found.size > limit) throw new DocumentError(`${shown}: larger than ${limit / 1e6} MB`);
}

const passed = /^\/dev\/(?:null|stdin|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/;

/** Undefined where there is none, or it cannot be found: reading it says why. */
function findFile(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

async function readText(file: string): Promise<string> {
  assertReadable(file, file, mostDocument);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'ENOENT') throw new DocumentError(`${file}: file not found`);
    if (code === 'EISDIR') throw new DocumentError(`${file}: is a directory`);
    throw new DocumentError(`${file}: cannot be read (${code})`);
  }
}

async function parseYaml(text: string, file: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    const [sentence = ''] = error.message.split('\n');
    const reason = sentence.includes('call stack') ? tooDeep : sentence.replace(/ at line .*$/, '');
    throw new DocumentError(`${file}:${line}:${col}: ${reason}`);
  }
  return toPlain(() => document.toJS(), file);
}

function toPlain(read: () => unknown, file: string): unknown {
  try {
    return read();
  } catch (error) {
    throw new DocumentError(`${file}: ${explainYamlError(error)}`);
  }
}

/** The stack of the parser has an end. */
const tooDeep = 'it is nested too deeply; use a flatter document';

function explainYamlError(error: unknown): string {
  if (error instanceof RangeError) return tooDeep;
  return error instanceof Error ? error.message : 'it is not valid YAML';
}

/**
 * Makes a folder and those above it. `mkdir` with `recursive` does not return on Node 20 where an existing folder answers
 * "no such file" to everything new, as `/proc` does.
 * @throws what the system says of the first folder that cannot be made
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const place = path.resolve(folder);
  try {
    mkdirSync(place, { mode });
  } catch (error) {
    const code = readErrorCode(error);
    const parent = path.dirname(place);
    if (code === 'EEXIST' && statSync(place).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    // Another process may have created it in the meantime.
    makeFolder(place, mode);
  }
}
