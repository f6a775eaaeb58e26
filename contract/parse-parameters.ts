import type { Operation } from './operation.ts';
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
 * Creates the function that reads and validates the path and query parameters of an operation, and fills in defaults.
 * Unknown query parameters are listed, not refused.
 */
export function createParameterParser(
  { id, parameters }: Operation<string>,
  validators: Validators,
): (path: Record<string, string>, query: string) => ParsedParameters {
  const known = parameters.map((parameter) => ({
    ...parameter,
    validate: validators.parameter(id, parameter.name, parameter.in),
  }));
  const queryNames = new Set(known.filter((each) => each.in === 'query').map(({ name }) => name));
  return (path, query) => {
    // Names of parameters are from the document.
    const values: Record<string, string | number> = Object.create(null);
    const faults: Fault[] = [];
    const sent = query === '' ? undefined : new URLSearchParams(query);
    for (const { name, in: place, required, schema, validate } of known) {
      const texts = place === 'path' ? [path[name] ?? ''] : (sent?.getAll(name) ?? []);
      const text = texts[0];
      if (texts.length > 1) {
        faults.push({ parameter: name, detail: `is sent ${texts.length} times; send it once` });
      } else if (text !== undefined) {
        const isNumeric = schema.type === 'number' || schema.type === 'integer';
        const value = isNumeric && jsonNumber.test(text) ? Number(text) : text;
        const found = validate(value);
        for (const { detail } of found) faults.push({ parameter: name, detail });
        if (found.length === 0) values[name] = value;
      } else if (required) {
        faults.push({ parameter: name, detail: 'is required' });
      } else if (typeof schema.default === 'string' || typeof schema.default === 'number') {
        // Defaults only apply to optional parameters (OpenAPI 3.1, "Parameter Object").
        values[name] = schema.default;
      }
    }
    const unknown = [...(sent?.keys() ?? [])].filter((name) => !queryNames.has(name));
    return { values, faults, unknown };
  };
}
