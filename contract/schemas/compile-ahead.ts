import { _ } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from '../formats.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { readOperations } from '../read-operations.ts';
import { escapePointer, locate, readPointer } from '../resolve-reference.ts';
import { nameBody, nameParameter, nameReply, nameSchema } from '../validators.ts';

export interface CompilerOptions {
  /** Whether `discriminator` selects the schema of a union, so that only its errors are reported. Default: false. */
  discriminator?: boolean;
}

/**
 * Adds every schema of a document to ajv (2020-12 dialect, all errors), with its JSON Pointer as the key, and keeps the code of
 * the validators to write it to a file. Returns the key for each place (see `CompiledSchemas`).
 */
export function createSchemaCompiler(document: OpenApiDocument, options: CompilerOptions = {}) {
  const { discriminator = false } = options;
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    // One function for each schema, regardless of how many refer to it.
    inlineRefs: false,
    // The document is linted as OpenAPI; ajv must ignore its additional keywords (`x-`, `example`).
    strict: false,
    discriminator,
    formats,
    logger: { log: refuse, warn: refuse, error: refuse },
    code: {
      source: true,
      esm: true,
      formats: _`require(${'../contract/formats.ts'}).formats`,
    },
  });
  // Documents compiled ahead of time do not use `unevaluatedProperties` and `$dynamicRef`, whose bookkeeping is a tenth of the code.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  const places = listPlaces(document);
  const pointers = new Set(places.values());
  // Also visits the targets of references, which are added meanwhile.
  for (const pointer of pointers) {
    ajv.addSchema(toStandalone(readPointer(document, pointer), pointers), toKey(pointer));
  }
  return { ajv, keys: new Map([...places].map(([name, pointer]) => [name, toKey(pointer)])) };
}

/** ajv only warns about a format that it does not know, and then accepts every text. */
function refuse(warning: unknown): never {
  const advice = 'add it to contract/formats.ts, or remove it from the document';
  throw new Error(`${String(warning).replace(' ignored in', ' in the')}: ${advice}`);
}

/** The JSON Pointer of the schema at each place. For a place that is only a reference, the pointer of its target. */
function listPlaces(document: OpenApiDocument): Map<string, string> {
  const places = new Map<string, string>();
  const add = (name: string, pointer: string) =>
    places.set(name, locate(document, readPointer(document, pointer), pointer).pointer);
  for (const { id, parameters, requestBody, responses } of readOperations(document)) {
    for (const parameter of parameters) add(nameParameter(id, parameter), parameter.pointer);
    if (requestBody !== undefined) add(nameBody(id), requestBody.pointer);
    for (const { status, mediaType, pointer } of responses)
      if (mediaType !== undefined) add(nameReply(id, status), pointer);
  }
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    add(nameSchema(name), `/components/schemas/${escapePointer(name)}`);
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
