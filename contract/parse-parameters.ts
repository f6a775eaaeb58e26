import type { Operation, Parameter } from './operation.ts';
import type { Fault, Validators } from './validators.ts';

export interface ParsedParameters {
  values: Record<string, string | number>;
  faults: Fault[];
}

/** The grammar of a JSON number (RFC 8259, section 6): no sign in front but minus, no hexadecimals, no blanks. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads the path and query parameters of an operation and validates them; a default takes the place of what is not
 * sent. Query parameters that the operation does not have are left alone.
 */
export function parseParameters(
  operation: Operation,
  path: Record<string, string>,
  query: string,
  validators: Validators,
): ParsedParameters {
  const values: Record<string, string | number> = {};
  const faults: Fault[] = [];
  const search = query === '' ? undefined : new URLSearchParams(query);
  for (const parameter of operation.parameters) {
    const sent =
      parameter.in === 'path'
        ? [path[parameter.name] ?? '']
        : (search?.getAll(parameter.name) ?? []);
    const [text] = sent;
    if (text === undefined) {
      readAbsent(parameter, values, faults);
    } else if (sent.length > 1) {
      faults.push({
        parameter: parameter.name,
        detail: `is sent ${sent.length} times; send it once`,
      });
    } else {
      readPresent(operation, parameter, text, values, faults, validators);
    }
  }
  return { values, faults };
}

function readAbsent(
  parameter: Parameter,
  values: Record<string, string | number>,
  faults: Fault[],
): void {
  const { default: value } = parameter.schema;
  if (typeof value === 'string' || typeof value === 'number') values[parameter.name] = value;
  else if (parameter.required) faults.push({ parameter: parameter.name, detail: 'is required' });
}

function readPresent(
  operation: Operation,
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
