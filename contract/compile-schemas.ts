import { _, type Format } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { boundErrors, canBoundErrors } from './bound-errors.ts';
import { formats as formatsOfService } from './formats.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { readOperations } from './read-operations.ts';
import { escapePointer, isReference, readPointer } from './resolve-reference.ts';

export interface CompilerOptions {
  /** Keeps the code of the validators, to be written to a file. Default: it is not kept. */
  source?: boolean;
  /** The formats, and the file beside this one that exports them. Default: those of the service. */
  formats?: { values: Record<string, Format>; file: string };
  /** Lets `discriminator` choose the schema of a union, so that its faults alone are told. Default: it does not. */
  discriminator?: boolean;
}

/**
 * Gives ajv (2020-12 dialect, formats on, all errors) every schema of the document once, under its JSON Pointer, and
 * tells which pointer stands at which place (see `CompiledSchemas`).
 */
export function createSchemaCompiler(document: OpenApiDocument, options: CompilerOptions = {}) {
  const { source = false, discriminator = false } = options;
  const { formats = { values: formatsOfService, file: 'formats.ts' } } = options;
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    // One function for each schema, regardless of how many refer to it.
    inlineRefs: false,
    // The document is linted as OpenAPI; ajv must ignore its additional keywords (`x-`, `example`).
    strict: false,
    discriminator,
    formats: formats.values,
    code: {
      ...(source
        ? { source: true, esm: true, formats: _`require(${`../contract/${formats.file}`}).formats` }
        : {}),
      ...(canBoundErrors(document) ? { process: boundErrors } : {}),
    },
  });
  const places = listPlaces(document);
  for (const pointer of new Set(places.values())) {
    ajv.addSchema(toStandalone(readPointer(document, pointer)), toKey(pointer));
  }
  return { ajv, keys: new Map([...places].map(([place, pointer]) => [place, toKey(pointer)])) };
}

/** Compiles every schema of a document at run time. The contract that ships is compiled ahead of time instead. */
export function compileSchemas(document: OpenApiDocument): Record<string, ValidateFunction> {
  // Your own document may use every format of JSON Schema.
  const values = { ...fullFormats, ...formatsOfService };
  const { ajv, keys } = createSchemaCompiler(document, { formats: { values, file: 'formats.ts' } });
  return Object.fromEntries(
    [...keys].map(([place, key]) => {
      const validate = ajv.getSchema(key);
      if (validate === undefined) throw new Error(`no schema at ${place}`);
      return [place, validate];
    }),
  );
}

/** The JSON Pointer of the schema at each place. A place that is a reference alone has what it refers to. */
function listPlaces(document: OpenApiDocument): Map<string, string> {
  const places = new Map<string, string>();
  const add = (place: string, pointer: string) => places.set(place, follow(document, pointer));
  for (const { id, parameters, requestBody, replies } of readOperations(document)) {
    for (const { name, pointer } of parameters) add(`${id}/parameter/${name}`, pointer);
    if (requestBody !== undefined) add(`${id}/body`, requestBody.pointer);
    for (const { status, pointer } of replies) add(`${id}/reply/${status}`, pointer);
  }
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    add(`schema/${name}`, `/components/schemas/${escapePointer(name)}`);
  }
  return places;
}

function follow(document: OpenApiDocument, pointer: string): string {
  const target = readPointer(document, pointer);
  return isReference(target) ? follow(document, target.$ref.slice(1)) : pointer;
}

/** Turns references into the document (`#/components/...`) into references to the keys that ajv knows. */
function toStandalone(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? toKey(value.slice(1)) : value,
  );
}

function toKey(pointer: string): string {
  return `contract:${pointer}`;
}
