import { DocumentError } from '../errors.ts';
import { parseExactJson, toExactJson, toExactNumber } from '../exact-numbers.ts';
import { parseYaml } from '../read-yaml.ts';
import { parseJson } from '../resolve-reference.ts';

/**
 * Parses a file in YAML or JSON.
 * @param isExact whether long integers become bigints instead of rounded numbers
 * @throws DocumentError
 */
export function parseFile(text: string, name: string, isExact: boolean): unknown {
  const parse = isExact ? parseExactJson : parseJson;
  const json = text.trimStart().startsWith('{') ? parse(text) : undefined;
  const value = json ?? parseYaml(text, name, isExact ? toExact : undefined);
  try {
    toExactJson(value);
  } catch {
    throw new DocumentError(`${name}: is nested too deeply; use a flatter document`);
  }
  return value;
}

/** YAML also has numbers such as `.inf`, which have no exact form. */
function toExact(source: string, value: number): unknown {
  const exact = toExactNumber(source);
  return typeof exact === 'number' ? value : exact;
}
