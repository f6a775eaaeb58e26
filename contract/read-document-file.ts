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
  const { parseYaml } = await import('./read-yaml.ts');
  return parseYaml(text, file);
}

/** Returns the line and column of the value at a JSON Pointer, or of its nearest ancestor, as in editors: `12:5`. */
export async function findPlace(text: string, pointer: string): Promise<string> {
  const { createPlaceFinder } = await import('./read-yaml.ts');
  const { line, col } = createPlaceFinder(text)(splitPointer(pointer)).value;
  return `${line}:${col}`;
}
