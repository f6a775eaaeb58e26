import type { Document, visit, YAMLError } from 'yaml';
import { DocumentError } from './errors.ts';
import { mostDocument, readTextFile } from './files.ts';
import { parseJson, splitPointer } from './resolve-reference.ts';

/**
 * Reads a YAML or JSON file.
 * @throws DocumentError with the file, and the line and column of a mistake
 */
export async function readDocumentFile(file: string): Promise<unknown> {
  return parseDocumentText(readTextFile(file, file, mostDocument), file);
}

/**
 * Parses YAML or JSON. The YAML parser is loaded only for YAML.
 * @param file its name in messages
 * @throws DocumentError with the file, and the line and column of a mistake
 */
export async function parseDocumentText(text: string, file: string): Promise<unknown> {
  // The YAML parser reports line and column, and also accepts flow mappings that are not JSON.
  const json = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  if (json !== undefined) return json;
  const { parseDocument, visit } = await import('yaml');
  const document = parseDocument(text, { merge: true });
  const [error] = document.errors;
  if (error === undefined) return toPlain(document, visit, file);
  const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 };
  throw new DocumentError(`${file}:${line}:${col}: ${explainSyntaxError(error)}`);
}

/** Returns the line and column of the value at a JSON Pointer, or of its nearest ancestor, as in editors: `12:5`. */
export async function findPlace(text: string, pointer: string): Promise<string> {
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: false });
  const keys = splitPointer(pointer);
  let node = document.getIn(keys, true);
  while (!isNode(node) && keys.pop() !== undefined) node = document.getIn(keys, true);
  const { line, col } = lineCounter.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  return `${line}:${col}`;
}

/** Maximum number of aliases: the parser compares each one with every anchor. 5,000 take a second. */
const mostAliases = 5000;

/** The parser's stack is limited. */
const tooDeep = 'it is nested too deeply; use a flatter document';

/**
 * Converts a YAML document to values.
 * @param visitNodes the `visit` of the parser
 * @throws DocumentError with the file, and how to fix it
 */
function toPlain(
  document: Pick<Document, 'toJS'> & Parameters<typeof visit>[0],
  visitNodes: typeof visit,
  file: string,
): unknown {
  let aliases = 0;
  const count = (): void => {
    aliases += 1;
  };
  try {
    visitNodes(document, { Alias: count });
    if (aliases > mostAliases) throw new Error('alias count');
    return document.toJS();
  } catch (error) {
    const message = error instanceof Error ? error.message : 'it is not valid YAML';
    if (error instanceof RangeError) throw new DocumentError(`${file}: ${tooDeep}`);
    // The parser also rejects aliases that multiply.
    if (!message.includes('alias count')) throw new DocumentError(`${file}: ${message}`);
    throw new DocumentError(
      `${file}: it has too many aliases (*name), or they repeat too much of the document; replace aliases by $ref or by the repeated parts`,
    );
  }
}

/** Explains a syntax error of a YAML document in one sentence, without the line and column. */
function explainSyntaxError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second YAML document starts here; keep one per file';
  const [sentence = ''] = message.split('\n');
  if (sentence.includes('call stack')) return tooDeep;
  const plain = sentence
    .replace(/ at line .*$/, '')
    .replace(/^Flow \w+ in block collection .* end with an? (.)$/, 'a closing $1 is missing');
  return `invalid YAML or JSON: ${plain}`;
}
