/*
 * gate/examples/: examples and defaults of a document that do not match their schemas. It imports contract/. Start here;
 * list-examples.ts finds them with their places.
 */

import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../contract/json.ts';
import { parseJson } from '../../contract/resolve-reference.ts';
import { createValidators, type SchemaError } from '../../contract/validators.ts';
import { createExampleCompiler } from './compile-schema.ts';
import { type DocumentedValue, listDocumentedValues } from './list-examples.ts';

/** An example or a default that its own schema refuses. */
export interface WrongExample {
  /** JSON Pointer of the value in the document. */
  pointer: string;
  /** What is wrong, in one line. */
  message: string;
}

/** Finds the examples and defaults of a document that do not match their schemas. */
export function findWrongExamples(document: JsonObject): WrongExample[] {
  const validate = createExampleValidator(document);
  const wrong = new Map<string, WrongExample>();
  for (const documented of listDocumentedValues(document)) {
    const fault = validate(documented);
    if (fault === undefined) continue;
    const { kind, pointer } = documented;
    const message = `the ${kind} does not match its schema: ${fault}`;
    wrong.set(pointer, { pointer, message });
  }
  return [...wrong.values()];
}

/** Creates a function that returns the first fault of a value; undefined if it is valid, or cannot be judged. */
function createExampleValidator(document: JsonObject) {
  const compile = createExampleCompiler(document);
  const compiled = new Map<string, ValidateFunction | undefined>();
  return (documented: DocumentedValue): string | undefined => {
    const { value, schemaPointer } = documented;
    if (!compiled.has(schemaPointer)) compiled.set(schemaPointer, compile(schemaPointer));
    const validate = compiled.get(schemaPointer);
    if (validate === undefined || validate(value)) return undefined;
    const { errors } = validate;
    const isReadable = listOtherReadings(documented).some((reading) => validate(reading));
    return isReadable ? undefined : describeFaults(errors ?? []);
  };
}

/** Other values that a text may stand for: a body written as JSON, and a parameter as it is sent. */
function listOtherReadings({ value, of }: DocumentedValue): unknown[] {
  if (of === 'schema') return [];
  const isParameter = of === 'parameter';
  if (typeof value !== 'string') return isParameter ? [String(value)] : [];
  const parsed = parseJson(value);
  if (!isParameter) return typeof parsed === 'object' ? [parsed] : [];
  const items = value.split(',');
  return [parsed, items, items.map(parseJson)];
}

function describeFaults(errors: readonly SchemaError[]): string {
  const refused = Object.assign(() => false, { errors });
  const { schema } = createValidators({ 'schema/it': refused });
  const [first, ...furtherFaults] = schema('it')(undefined);
  const more = furtherFaults.length === 0 ? '' : ` (and ${furtherFaults.length} more)`;
  const { pointer = '', detail = 'is refused' } = first ?? {};
  return `${pointer || 'it'} ${detail}${more}`;
}
