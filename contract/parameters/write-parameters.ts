import { isJson } from '../media-types.ts';
import type { Operation, Parameter } from '../operation.ts';
import { encodeText } from '../parse-url.ts';
import { define } from '../values-at.ts';
import { type WrittenPairs, writeOne, writePairs } from './write-value.ts';

/** The parts of a request that its parameters decide. */
interface WrittenParameters {
  /** The path, with encoded values. */
  path: string;
  /** The text after the question mark. Empty without query parameters. */
  query: string;
  /** Header parameters, and `Cookie` if there are cookies. */
  headers: Record<string, string>;
}

/** A parameter whose style cannot carry a value, such as objects in a list. */
interface UnwritableParameter {
  unwritable: Parameter;
}

/**
 * Writes the parameters of a request, in the styles that the document shows.
 * @param find returns the value of a parameter; undefined leaves it out. A path parameter without a value stays as it is in
 * the template.
 */
export function writeParameters(
  operation: Operation,
  find: (parameter: Parameter) => unknown,
): WrittenParameters | UnwritableParameter {
  const written: WrittenParameters = { path: operation.path, query: '', headers: {} };
  const pairs: WrittenPairs = [];
  const cookies: string[] = [];
  for (const parameter of operation.parameters) {
    const value = find(parameter);
    if (value === undefined) continue;
    const isWritten = writeParameter(parameter, value, written, pairs, cookies);
    if (!isWritten) return { unwritable: parameter };
  }
  written.query = pairs.map((pair) => pair.join('=')).join('&');
  if (cookies.length > 0) written.headers['Cookie'] = cookies.join('; ');
  return written;
}

/** @returns whether its style can carry the value */
function writeParameter(
  parameter: Parameter,
  value: unknown,
  written: WrittenParameters,
  pairs: WrittenPairs,
  cookies: string[],
): boolean {
  const { name, in: location, mediaType } = parameter;
  const plain = mediaType === undefined ? value : writeContent(mediaType, value);
  const rule = { ...parameter, encode: chooseEncoding(parameter) };
  if (location === 'query') {
    const added = writePairs(plain, rule);
    pairs.push(...(added ?? []));
    return added !== undefined;
  }
  const text = writeOne(plain, rule);
  if (text === undefined) return false;
  if (location === 'header') define(written.headers, name, text);
  else if (location === 'cookie') cookies.push(`${name}=${text}`);
  else written.path = written.path.replace(`{${name}}`, () => text);
  return location !== 'path' || text !== '';
}

function writeContent(mediaType: string, value: unknown): string {
  return isJson(mediaType) ? JSON.stringify(value) : String(value);
}

function chooseEncoding({ in: location, allowReserved }: Parameter): (text: string) => string {
  if (location === 'header') return (text) => text;
  const isReserved = location === 'query' && allowReserved;
  return isReserved ? encodeWithoutReserved : encodeText;
}

/** Keeps reserved characters that cannot be confused with those between parameters. */
function encodeWithoutReserved(text: string): string {
  return encodeURI(text).replaceAll(/[#&+]/g, encodeURIComponent);
}
