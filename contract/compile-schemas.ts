import { _, type Format, Name } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as formatsOfService } from './formats.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { readOperations } from './operation.ts';
import { escapePointer, isReference, readPointer } from './resolve-reference.ts';
import { mostFaults } from './validators.ts';

export interface CompilerOptions {
  /** Keeps the code of the validators, to be written to a file. Default: it is not kept. */
  source?: boolean;
  /** The formats, and the name that `formats.ts` exports them under. Default: those of the service. */
  formats?: { values: Record<string, Format>; name: string };
  /** Lets `discriminator` choose the schema of a union, so that its faults alone are told. Default: it does not. */
  discriminator?: boolean;
}

/**
 * Gives ajv (2020-12 dialect, formats on, all errors) every schema of the document once, under its JSON Pointer, and
 * tells which pointer stands at which place (see `CompiledSchemas`).
 */
export function createSchemaCompiler(document: OpenApiDocument, options: CompilerOptions = {}) {
  const { source = false, discriminator = false } = options;
  const { formats = { values: formatsOfService, name: 'formats' } } = options;
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
        ? {
            source: true,
            esm: true,
            formats: _`require(${'../contract/formats.ts'}).${new Name(formats.name)}`,
          }
        : {}),
      process: (code) => finishCode(document, code),
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
  const { ajv, keys } = createSchemaCompiler(document, { formats: { values, name: 'formats' } });
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
    for (const { status, mediaType, pointer } of replies)
      if (mediaType !== undefined) add(`${id}/reply/${status}`, pointer);
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

/** A loop over the items of an array, as ajv writes it. */
const itemLoop = /for\(let (i\d+)=(\d+); \1<(\w+); \1\+\+\)\{/g;
/** A loop over the fields of an object, as ajv writes it. */
const fieldLoop = /for\(const (key\d+) in (\w+)\)\{/g;

/**
 * Makes the code of ajv's validators stop looking at further items or fields of a value once it has found
 * `mostFaults` errors in it. A validator that collects all errors otherwise takes quadratic time: it copies those that
 * it has whenever a referenced schema finds more, and 40,000 empty objects in one array took 12 seconds of CPU.
 *
 * Errors are counted from where the loop starts. Those from before may belong to another branch of a union, and that
 * branch must not decide about this one.
 * @param code of one or several validators, none of them for a schema with `contains`: that keyword needs one item that
 *   is valid, so its loop cannot end at those that are not
 */
export function boundErrors(code: string): string {
  return code
    .replaceAll(
      itemLoop,
      `for(let $1=$2, before_$1=errors; $1<$3 && errors-before_$1<${mostFaults}; $1++){`,
    )
    .replaceAll(
      fieldLoop,
      `const before_$1=errors;for(const $1 in $2){if(errors-before_$1>=${mostFaults})break;`,
    );
}

/** Applies `boundErrors` to the code of all of a document's validators, if the document allows it. */
export function finishCode(document: object, code: string): string {
  return canBoundErrors(document) ? boundErrors(code) : code;
}

/** Whether `boundErrors` may change the validators of a document. */
function canBoundErrors(document: object): boolean {
  return !JSON.stringify(document).includes('"contains":');
}
