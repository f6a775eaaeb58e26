import { _ } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from './formats.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { readOperations } from './read-operations.ts';
import { escapePointer, locate, readPointer } from './resolve-reference.ts';
import { mostFaults } from './validators.ts';

export interface CompilerOptions {
  /** Whether to keep the code of the validators, to write it to a file. Default: false. */
  source?: boolean;
  /** Whether `discriminator` selects the schema of a union, so that only its errors are reported. Default: false. */
  discriminator?: boolean;
}

/**
 * Adds every schema of the document to ajv (2020-12 dialect, all formats, all errors), with its JSON Pointer as the key.
 * Returns the key for each place (see `CompiledSchemas`).
 */
export function createSchemaCompiler(document: OpenApiDocument, options: CompilerOptions = {}) {
  const { source = false, discriminator = false } = options;
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    // One function for each schema, regardless of how many refer to it.
    inlineRefs: false,
    // The document is linted as OpenAPI; ajv must ignore its additional keywords (`x-`, `example`).
    strict: false,
    discriminator,
    // Documents compiled at run time may use every format of JSON Schema.
    formats: source ? formats : { ...fullFormats, ...formats },
    ...(source && { logger: { log: refuse, warn: refuse, error: refuse } }),
    code: {
      ...(source && {
        source,
        esm: true,
        formats: _`require(${'../contract/formats.ts'}).formats`,
      }),
      process: createErrorBound(document),
    },
  });
  // Documents compiled ahead of time do not use `unevaluatedProperties` and `$dynamicRef`, whose bookkeeping is a tenth of the code.
  if (source) Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  const places = listPlaces(document);
  const pointers = new Set(places.values());
  // Also visits the targets of references, which are added meanwhile.
  for (const pointer of pointers) {
    ajv.addSchema(toStandalone(readPointer(document, pointer), pointers), toKey(pointer));
  }
  return { ajv, keys: new Map([...places].map(([place, pointer]) => [place, toKey(pointer)])) };
}

/** ajv only warns about a format that it does not know, and then accepts every text. */
function refuse(warning: unknown): never {
  const advice = 'add it to contract/formats.ts, or remove it from the document';
  throw new Error(`${String(warning).replace(' ignored in', ' in the')}: ${advice}`);
}

/** Compiles every schema of a document at run time. The included contract is compiled ahead of time instead. */
export function compileSchemas(document: OpenApiDocument): Record<string, ValidateFunction> {
  const { ajv, keys } = createSchemaCompiler(document);
  return Object.fromEntries(
    [...keys].map(([place, key]) => {
      const validate = ajv.getSchema(key);
      if (validate === undefined) throw new Error(`no schema at ${place}`);
      return [place, validate];
    }),
  );
}

/** The JSON Pointer of the schema at each place. For a place that is only a reference, the pointer of its target. */
function listPlaces(document: OpenApiDocument): Map<string, string> {
  const places = new Map<string, string>();
  const add = (place: string, pointer: string) =>
    places.set(place, locate(document, readPointer(document, pointer), pointer).pointer);
  for (const { id, parameters, requestBody, responses } of readOperations(document)) {
    for (const { name, pointer } of parameters) add(`${id}/parameter/${name}`, pointer);
    if (requestBody !== undefined) add(`${id}/body`, requestBody.pointer);
    for (const { status, mediaType, pointer } of responses)
      if (mediaType !== undefined) add(`${id}/reply/${status}`, pointer);
  }
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    add(`schema/${name}`, `/components/schemas/${escapePointer(name)}`);
  }
  return places;
}

/** Copies a schema with keys in ajv as references, whose targets are added, and without descriptions, which ajv would repeat. */
function toStandalone(schema: object, targets: Set<string>): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'description' && typeof value === 'string') return undefined;
    if (key !== '$ref' || typeof value !== 'string') return value;
    targets.add(value.slice(1));
    return toKey(value.slice(1));
  });
}

function toKey(pointer: string): string {
  return `contract:${pointer}`;
}

/** Loops over array items and over object fields in the code of ajv. */
const itemLoop = /for\(let (i\d+)=(\d+); \1<(\w+); \1\+\+\)\{/g;
const fieldLoop = /for\(const (key\d+) in (\w+)\)\{/g;

/**
 * Creates a function that makes validators stop checking further items or fields of a value after `mostFaults` errors. A validator that collects all
 * errors takes quadratic time, because it copies the existing errors whenever a referenced schema adds more: 40,000 empty
 * objects in an array took 12 seconds of CPU.
 *
 * Only errors since the start of the loop count: earlier ones may belong to another branch of a union. `contains` needs one
 * valid item, so a document with it keeps its loops.
 */
export function createErrorBound(document: object): (code: string) => string {
  if (JSON.stringify(document).includes('"contains":')) return (code) => code;
  return (code) =>
    code
      .replaceAll(
        itemLoop,
        `for(let $1=$2, before_$1=errors; $1<$3 && errors-before_$1<${mostFaults}; $1++){`,
      )
      .replaceAll(
        fieldLoop,
        `const before_$1=errors;for(const $1 in $2){if(errors-before_$1>=${mostFaults})break;`,
      );
}
