import { DocumentError } from './errors.ts';
import { mostDocument, readTextFile } from './files.ts';
import { parseJson } from './resolve-reference.ts';

/**
 * Reads a YAML or JSON file. The YAML parser is loaded only for YAML.
 * @throws DocumentError with the file, and the line and column of a mistake
 */
export async function readDocumentFile(file: string): Promise<unknown> {
  const text = readTextFile(file, file, mostDocument);
  if (text.trimStart().startsWith('{')) {
    const value = parseJson(text);
    // The YAML parser reports line and column, and also accepts flow mappings that are not JSON.
    if (value !== undefined) return value;
  }
  return parseYaml(text, file);
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

/** The parser's stack is limited. */
const tooDeep = 'it is nested too deeply; use a flatter document';

/** The YAML parser rejects aliases that multiply. */
const tooManyAliases =
  'its aliases (*name) repeat too much of it; write the repeated parts out, or refer to them with $ref';

/** Explains why a YAML document cannot be read, and how to fix it. */
export function explainYamlError(error: unknown): string {
  if (error instanceof RangeError) return tooDeep;
  if (error instanceof Error && error.message.includes('alias count')) return tooManyAliases;
  return error instanceof Error ? error.message : 'it is not valid YAML';
}
