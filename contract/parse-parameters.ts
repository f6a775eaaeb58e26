import type { Operation, Parameter } from './operation.ts';
import type { Fault, Validators } from './validators.ts';

/** The parameters of a request, and their errors. */
export interface ParsedParameters {
  /** The parsed values by name. */
  values: Record<string, string | number>;
  /** What is wrong with them. */
  faults: Fault[];
  /** Names of unknown query parameters. */
  unknown: readonly string[];
}

/** The grammar of a JSON number (RFC 8259, section 6): no leading plus, no hexadecimal digits, no spaces. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads and validates the path and query parameters of an operation, and fills in defaults. Unknown query parameters
 * are listed, not refused.
 */
export function parseParameters(
  operation: Operation<string>,
  path: Record<string, string>,
  query: string,
  validators: Validators,
): ParsedParameters {
  const values: Record<string, string | number> = {};
  const faults: Fault[] = [];
  const pairs = parseQuery(query);
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      readPresent(operation, parameter, path[parameter.name] ?? '', values, faults, validators);
      continue;
    }
    const [text, ...others] = pairs.filter(({ name }) => name === parameter.name);
    if (text === undefined) {
      readAbsent(parameter, values, faults);
    } else if (others.length > 0) {
      const detail = `is sent ${others.length + 1} times; send it once`;
      faults.push({ parameter: parameter.name, detail });
    } else {
      readPresent(operation, parameter, text.value, values, faults, validators);
    }
  }
  return { values, faults, unknown: pairs.length === 0 ? none : listUnknown(operation, pairs) };
}

const none: readonly string[] = [];

function listUnknown(operation: Operation<string>, pairs: readonly { name: string }[]): string[] {
  return pairs
    .map(({ name }) => name)
    .filter(
      (sent) => !operation.parameters.some(({ name, in: at }) => name === sent && at === 'query'),
    );
}

function readAbsent(
  parameter: Parameter,
  values: Record<string, string | number>,
  faults: Fault[],
): void {
  const { default: value } = parameter.schema;
  // Defaults only apply to optional parameters (OpenAPI 3.1, "Parameter Object").
  if (parameter.required) faults.push({ parameter: parameter.name, detail: 'is required' });
  else if (typeof value === 'string' || typeof value === 'number') values[parameter.name] = value;
}

function readPresent(
  operation: Operation<string>,
  parameter: Parameter,
  text: string,
  values: Record<string, string | number>,
  faults: Fault[],
  validators: Validators,
): void {
  const value = isNumeric(parameter) && jsonNumber.test(text) ? Number(text) : text;
  const found = validators.parameter(operation.id, parameter.name, value);
  for (const { detail } of found) faults.push({ parameter: parameter.name, detail });
  if (found.length === 0) values[parameter.name] = value;
}

function isNumeric({ schema: { type } }: Parameter): boolean {
  return type === 'number' || type === 'integer';
}

export interface QueryPair {
  name: string;
  value: string;
}

const noPairs: readonly QueryPair[] = [];

/**
 * Parses a query into names and values, in order, like the form-urlencoded parser of the URL standard.
 * @param query the part after the question mark
 */
export function parseQuery(query: string): readonly QueryPair[] {
  if (query === '') return noPairs;
  // Most queries contain nothing to decode, and URLSearchParams costs as much as the rest of a list request.
  if (query.includes('%') || query.includes('+')) {
    return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
  }
  const pairs: QueryPair[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    pairs.push(
      equals === -1
        ? { name: part, value: '' }
        : { name: part.slice(0, equals), value: part.slice(equals + 1) },
    );
  }
  return pairs;
}
