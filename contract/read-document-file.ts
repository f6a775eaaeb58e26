import type { Document, visit, YAMLError } from 'yaml';
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
  const { parseDocument, visit } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
    throw new DocumentError(`${file}:${line}:${col}: ${explainSyntaxError(error)}`);
  }
  return toPlain(document, visit, file);
}

/** Maximum number of aliases: the parser compares each one with every anchor. 5,000 take a second. */
const mostAliases = 5000;

/**
 * Converts a YAML document to values.
 * @param visitNodes the `visit` of the parser
 * @throws DocumentError with the file, and how to fix it
 */
export function toPlain(
  document: Pick<Document, 'toJS'> & Parameters<typeof visit>[0],
  visitNodes: typeof visit,
  file: string,
): unknown {
  let aliases = 0;
  try {
    visitNodes(document, {
      Alias: () => {
        aliases += 1;
      },
    });
    if (aliases <= mostAliases) return document.toJS();
  } catch (error) {
    throw new DocumentError(`${file}: ${explainYamlError(error)}`);
  }
  throw new DocumentError(`${file}: ${tooManyAliases}`);
}

/** The parser's stack is limited. */
const tooDeep = 'it is nested too deeply; use a flatter document';

/** The YAML parser also rejects aliases that multiply. */
const tooManyAliases =
  'it has too many aliases (*name), or they repeat too much of the document; replace aliases by $ref or by the repeated parts';

/** Explains a syntax error of a YAML document in one sentence, without the line and column. */
export function explainSyntaxError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second YAML document starts here; keep one per file';
  const [sentence = ''] = message.split('\n');
  if (sentence.includes('call stack')) return tooDeep;
  return `invalid YAML or JSON: ${sentence.replace(/ at line .*$/, '')}`;
}

/** Explains why a YAML document cannot be read, and how to fix it. */
function explainYamlError(error: unknown): string {
  if (error instanceof RangeError) return tooDeep;
  if (error instanceof Error && error.message.includes('alias count')) return tooManyAliases;
  return error instanceof Error ? error.message : 'it is not valid YAML';
}
