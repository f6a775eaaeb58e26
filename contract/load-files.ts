import { operationIds } from '../generated/names.ts';
import { schemas } from '../generated/schemas.js';
import {
  type Contract,
  contract,
  createContract,
  explainWrongValue,
  isOperationId,
} from './create-contract.ts';
import { DocumentError } from './errors.ts';
import { matchNearest } from './match-nearest.ts';
import type { AssumptionObject, AssumptionValue, OpenApiDocument } from './openapi-document.ts';
import { methods } from './operation.ts';
import { readDocumentFile } from './read-document-file.ts';
import { assertFiniteReferences, isRecord } from './resolve-reference.ts';
import type { CompiledSchemas } from './validators.ts';

/**
 * Loads a contract from at least one file.
 * @throws DocumentError with the file and the place of a mistake
 */
export async function loadFiles(
  document: string | undefined,
  overlays: readonly string[],
): Promise<Contract> {
  const name = document ?? 'the built-in contract';
  const given =
    document === undefined ? structuredClone(contract.document) : await readDocumentFile(document);
  assertDocument(given, name);
  const loaded = await applyOverlays(
    completeDocument(given, contract.document, name),
    overlays,
    name,
  );
  const blame = [document, ...overlays].filter((file) => file !== undefined).join(' with ');
  return create(loaded, blame);
}

async function applyOverlays(
  document: Record<string, unknown>,
  overlays: readonly string[],
  name: string,
): Promise<OpenApiDocument> {
  const changed = structuredClone(document);
  for (const file of overlays) {
    const overlay = await readDocumentFile(file);
    const { applyOverlay } = await import('./overlay.ts');
    applyOverlay(changed, overlay, file, (place) => {
      completeDocument(changed, contract.document, place);
      assertDocument(changed, place);
    });
  }
  const completed: unknown = completeDocument(changed, contract.document, name);
  assertDocument(completed, name);
  return completed;
}

/** Creates the contract, which detects all remaining mistakes in the document. */
async function create(document: OpenApiDocument, blame: string): Promise<Contract> {
  try {
    assertFiniteReferences(document);
    return createContract(document, await loadSchemas(document));
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split('\n') : [];
    throw new DocumentError(`${blame}: ${sentence}`);
  }
}

/** Loads the schemas that were compiled ahead of time if the document has the same schemas. */
async function loadSchemas(document: OpenApiDocument): Promise<CompiledSchemas> {
  if (isSameSchemas(document)) return schemas;
  return (await import('./compile-schemas.ts')).compileSchemas(document);
}

/** Whether a document has the same schemas as the included one. */
function isSameSchemas(document: OpenApiDocument): boolean {
  return toSchemaText(document) === toSchemaText(contract.document);
}

function toSchemaText({ paths, components }: OpenApiDocument): string {
  return JSON.stringify({ paths, components });
}

/**
 * Asserts that a value is an OpenAPI 3.1 document with exactly the operations of this project. Not a linter: other mistakes
 * are reported when the document is read.
 * @throws DocumentError with the file and the place
 */
function assertDocument(
  value: unknown,
  file: string,
): asserts value is Record<string, unknown> & OpenApiDocument {
  if (!isRecord(value) || typeof value['openapi'] !== 'string')
    throw new DocumentError(`${file}: not an OpenAPI document, which starts with "openapi: 3.1.0"`);
  if (!/^3\.1\./.test(value['openapi']))
    throw new DocumentError(`${file}: OpenAPI ${value['openapi']} is not supported; use 3.1`);
  const { info } = value;
  if (!isRecord(info) || typeof info['title'] !== 'string' || typeof info['version'] !== 'string')
    throw new DocumentError(`${file}: info must have a title and a version`);
  if (!isRecord(value['paths'])) throw new DocumentError(`${file}: paths is missing`);
  const found = listOperationIds(value['paths'], file);
  for (const id of found) {
    if (!isOperationId(id)) {
      const hint = suggest(id, operationIds) || '; the mock has no behaviour for it';
      throw new DocumentError(`${file}: unknown operation "${id}"${hint}`);
    }
  }
  const missing = operationIds.filter((id) => !found.includes(id));
  if (missing.length > 0)
    throw new DocumentError(`${file}: missing operations: ${missing.join(', ')}`);
}

function listOperationIds(paths: Record<string, unknown>, file: string): string[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isRecord(item)) throw new DocumentError(`${file}: paths/${path} is not an object`);
    return methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const place = `${file}: ${method.toUpperCase()} ${path}`;
      if (!isRecord(operation)) throw new DocumentError(`${place} is not an object`);
      if (!isRecord(operation['responses'])) throw new DocumentError(`${place} has no responses`);
      const id = operation['operationId'];
      if (typeof id !== 'string') throw new DocumentError(`${place} has no operationId`);
      return [id];
    });
  });
}

/**
 * Adds assumptions and problems that a document omits. The supported values of an assumption are a property of the mock, so
 * they always come from the included contract.
 * @param place for messages: the file, or the action of an overlay
 * @throws DocumentError with the assumption
 */
function completeDocument(
  given: Record<string, unknown>,
  shipped: OpenApiDocument,
  place: string,
): Record<string, unknown> {
  const assumptions = readSection(given, 'x-assumptions', place);
  const known = shipped['x-assumptions'];
  for (const id of Object.keys(assumptions)) {
    if (!Object.hasOwn(known, id))
      throw new DocumentError(
        `${place}: unknown assumption "${id}"${suggest(id, Object.keys(known))}`,
      );
  }
  return {
    ...given,
    'x-assumptions': Object.fromEntries(
      Object.entries(known).map(([id, entry]) => [
        id,
        completeAssumption(entry, assumptions[id], `${place}: x-assumptions/${id}`),
      ]),
    ),
    'x-problems': { ...shipped['x-problems'], ...readSection(given, 'x-problems', place) },
  };
}

function completeAssumption(
  entry: AssumptionObject,
  given: unknown,
  place: string,
): AssumptionObject {
  if (given === undefined) return entry;
  if (!isRecord(given) || !isAssumptionValue(given['value']))
    throw new DocumentError(`${place} is not an object with a value`);
  const completed = { ...entry, ...given, value: given['value'], known: entry.known };
  const wrong = explainWrongValue(completed);
  if (wrong === undefined) return completed;
  const texts = entry.known.map(({ value }) => String(value));
  throw new DocumentError(`${place}: ${wrong}${suggest(String(completed.value), texts)}`);
}

function readSection(given: Record<string, unknown>, key: string, place: string) {
  const section = given[key] ?? {};
  if (!isRecord(section)) throw new DocumentError(`${place}: ${key} is not an object`);
  return section;
}

/** Suggests a known word at the end of a message about an unknown one. */
function suggest(word: string, known: readonly string[]): string {
  const nearest = matchNearest(word, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

function isAssumptionValue(value: unknown): value is AssumptionValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
