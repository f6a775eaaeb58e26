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
import { suggest } from './match-nearest.ts';
import type { AssumptionObject, OpenApiDocument } from './openapi-document.ts';
import { readDocumentFile } from './read-document-file.ts';
import { methods } from './read-operations.ts';
import { assertFiniteReferences, isRecord } from './resolve-reference.ts';
import type { CompiledSchemas } from './validators.ts';

/** The document to load. */
export interface LoadOptions {
  /** An OpenAPI 3.1 file. Default: the included contract. */
  document?: string | undefined;
  /** OpenAPI Overlay files to apply, in this order. Default: none. */
  overlays?: readonly string[];
}

/**
 * Loads a contract from files. Without files, or with overlays that change only assumptions, it uses the compiled schemas of
 * the included contract.
 *
 * @example const contract = await loadContract({ overlays: ['observed.overlay.yaml'] });
 * @throws DocumentError with the file and the place of a mistake
 */
export async function loadContract({
  document: file,
  overlays = [],
}: LoadOptions = {}): Promise<Contract> {
  if (file === undefined && overlays.length === 0) return contract;
  const name = file ?? 'the built-in contract';
  const given: unknown = file === undefined ? contract.document : await readDocumentFile(file);
  assertDocument(given, name);
  let changed = completeDocument(given, name);
  for (const overlay of overlays) {
    const { applyOverlay } = await import('./overlay.ts');
    changed = applyOverlay(changed, await readDocumentFile(overlay), overlay, (result, place) => {
      completeDocument(result, place);
      assertDocument(result, place);
    });
  }
  const document: unknown = completeDocument(changed, name);
  assertDocument(document, name);
  try {
    assertFiniteReferences(document);
    return createContract(document, await loadSchemas(document));
  } catch (error) {
    const blame = [file, ...overlays].filter((each) => each !== undefined).join(' with ');
    const [sentence] = error instanceof Error ? error.message.split('\n') : [];
    throw new DocumentError(`${blame}: ${sentence}`);
  }
}

/** Loads the schemas that were compiled ahead of time if the document has the same schemas. */
async function loadSchemas(document: OpenApiDocument): Promise<CompiledSchemas> {
  const toText = ({ paths, components }: OpenApiDocument) => JSON.stringify({ paths, components });
  if (toText(document) === toText(contract.document)) return schemas;
  return (await import('./compile-schemas.ts')).compileSchemas(document);
}

/**
 * Asserts that a value is an OpenAPI 3.1 document with exactly the operations of this project. Not a linter: other mistakes
 * are reported when the document is read.
 * @param place the file, or the action of an overlay
 */
function assertDocument(
  value: unknown,
  place: string,
): asserts value is Record<string, unknown> & OpenApiDocument {
  const refuse = (reason: string): never => {
    throw new DocumentError(`${place}: ${reason}`);
  };
  if (!isRecord(value) || typeof value['openapi'] !== 'string')
    return refuse('not an OpenAPI document, which starts with "openapi: 3.1.0"');
  const { openapi, info, paths } = value;
  if (!/^3\.1\./.test(openapi)) refuse(`OpenAPI ${openapi} is not supported; use 3.1`);
  if (!isRecord(info) || typeof info['title'] !== 'string' || typeof info['version'] !== 'string')
    refuse('info must have a title and a version');
  if (!isRecord(paths)) return refuse('paths is missing');
  const found = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isRecord(item) ? item[method] : refuse(`paths/${path} is not an object`);
      if (operation === undefined) return [];
      const { operationId: id = '', responses } = isRecord(operation) ? operation : {};
      if (typeof id !== 'string' || id === '' || !isRecord(responses))
        return refuse(`${method.toUpperCase()} ${path} needs an operationId and responses`);
      if (isOperationId(id)) return [id];
      const hint = suggest(id, operationIds) || '; the mock has no behaviour for it';
      return refuse(`unknown operation "${id}"${hint}`);
    }),
  );
  const missing = operationIds.filter((id) => !found.includes(id));
  if (missing.length > 0) refuse(`missing operations: ${missing.join(', ')}`);
}

/**
 * Adds assumptions and problems that a document omits. The supported values of an assumption are a property of the mock, so
 * they always come from the included contract.
 */
function completeDocument(given: Record<string, unknown>, place: string): Record<string, unknown> {
  const { 'x-assumptions': known, 'x-problems': problems } = contract.document;
  const assumptions = readSection(given, 'x-assumptions', place);
  const unknown = Object.keys(assumptions).find((id) => !Object.hasOwn(known, id));
  if (unknown !== undefined)
    throw new DocumentError(
      `${place}: unknown assumption "${unknown}"${suggest(unknown, Object.keys(known))}`,
    );
  const completed = Object.entries(known).map(([id, entry]) => [
    id,
    completeAssumption(entry, assumptions[id], `${place}: x-assumptions/${id}`),
  ]);
  return {
    ...given,
    'x-assumptions': Object.fromEntries(completed),
    'x-problems': { ...problems, ...readSection(given, 'x-problems', place) },
  };
}

function completeAssumption(
  entry: AssumptionObject,
  given: unknown,
  place: string,
): AssumptionObject {
  if (given === undefined) return entry;
  if (!isRecord(given)) throw new DocumentError(`${place} is not an object with a value`);
  const completed: AssumptionObject = { ...entry, ...given, known: entry.known };
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
