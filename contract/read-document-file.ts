import type { YAMLError } from 'yaml';
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
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { merge: true });
  const [wrong] = document.errors;
  if (wrong !== undefined) {
    const { line, col } = wrong.linePos?.[0] ?? { line: 1, col: 1 };
    throw new DocumentError(`${file}:${line}:${col}: ${explainSyntaxError(wrong)}`);
  }
  try {
    return document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw new DocumentError(`${file}: ${tooDeep}`);
    // The parser rejects aliases that multiply.
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(`${file}: ${reason}; replace aliases by $ref or by the repeated parts`);
  }
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

/** The parser's stack is limited. */
const tooDeep = 'it is nested too deeply; use a flatter document';

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
