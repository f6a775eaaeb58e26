import { existsSync, mkdirSync, statSync } from 'node:fs';
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

async function readText(file: string): Promise<string> {
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
