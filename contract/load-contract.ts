import { schemas } from '../generated/schemas.js';
import { type Contract, contract, createContract, explainWrongValue } from './create-contract.ts';
import { DocumentError } from './errors.ts';
import { suggest } from './match-nearest.ts';
import type { AssumptionObject, OpenApiDocument, ProblemObject } from './openapi-document.ts';
import { readDocumentFile } from './read-document-file.ts';
import { isRecord } from './resolve-reference.ts';
import type { CompiledSchemas, SchemaSource } from './validators.ts';

/** The document to load. */
export interface LoadOptions {
  /** An OpenAPI document: a file or a URL, in JSON or YAML, version 3.1, 3.0 or 2.0. Default: the included contract. */
  document?: string | undefined;
  /** OpenAPI Overlay files to apply, in this order. Default: none. */
  overlays?: readonly string[];
}

/** How long a server may take for one file. */
const fileTimeoutMs = 20_000;

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
  const { loadDocument } = await import('./documents/load-document.ts');
  const { openDocument, openValue } = await import('./documents/origins.ts');
  const origin =
    file === undefined ? openValue(contract.document, name) : openDocument(file, fileTimeoutMs);
  const { document, remarks } = await loadDocument(origin, name, (written) =>
    applyOverlays(written, overlays, name),
  );
  const completed: OpenApiDocument = { ...document, ...completeDocument(document, name) };
  try {
    const loaded = createContract(completed, await loadSchemas(completed), remarks);
    await assertDeclarations(loaded);
    return loaded;
  } catch (error) {
    const blame = [file, ...overlays].filter((part) => part !== undefined).join(' with ');
    const [sentence] = error instanceof Error ? error.message.split('\n') : [];
    throw new DocumentError(`${blame}: ${sentence}`);
  }
}

/**
 * Reads the model where a document corrects it, so that a mistake is reported with its file. Otherwise the model is inferred when
 * it is needed, because that takes a second for the largest documents.
 */
async function assertDeclarations(loaded: Contract): Promise<void> {
  const { document, operations } = loaded;
  const isCorrected =
    document['x-resources'] !== undefined ||
    operations.some(({ object }) => object['x-resource'] !== undefined);
  if (!isCorrected) return;
  const { readModel } = await import('./resources/read-model.ts');
  readModel(loaded);
}

async function applyOverlays(
  document: Record<string, unknown>,
  overlays: readonly string[],
  name: string,
): Promise<Record<string, unknown>> {
  if (overlays.length === 0) return document;
  const { applyOverlay } = await import('./overlay.ts');
  let changed: Record<string, unknown> = { ...document, ...completeDocument(document, name) };
  for (const file of overlays) {
    const overlay = await readDocumentFile(file);
    changed = applyOverlay(changed, overlay, file, completeDocument);
  }
  return changed;
}

/** Loads the schemas that were compiled ahead of time if the document has the same schemas. */
async function loadSchemas(document: OpenApiDocument): Promise<CompiledSchemas | SchemaSource> {
  const fingerprint = ({ paths, components }: OpenApiDocument) =>
    JSON.stringify({ paths, components });
  const isBuiltIn =
    Object.keys(document.paths).length === Object.keys(contract.document.paths).length;
  if (isBuiltIn && fingerprint(document) === fingerprint(contract.document)) return schemas;
  return (await import('./schemas/compile-schemas.ts')).compileSchemas(document);
}

/**
 * Adds assumptions and problems that a document omits. The supported values of an assumption are a property of the mock, so
 * they always come from the included contract.
 */
function completeDocument(
  settings: Record<string, unknown>,
  origin: string,
): Pick<OpenApiDocument, 'x-assumptions' | 'x-problems'> {
  const { 'x-assumptions': defaults, 'x-problems': problems } = contract.document;
  const assumptions = readSection(settings, 'x-assumptions', origin);
  const unknown = Object.keys(assumptions).find((id) => !Object.hasOwn(defaults, id));
  if (unknown !== undefined)
    throw new DocumentError(
      `${origin}: unknown assumption "${unknown}"${suggest(unknown, Object.keys(defaults))}`,
    );
  const completed = Object.entries(defaults).map(([id, entry]) => [
    id,
    completeAssumption(entry, assumptions[id], `${origin}: x-assumptions/${id}`),
  ]);
  return {
    'x-assumptions': Object.fromEntries(completed),
    'x-problems': { ...problems, ...readOwnProblems(settings, origin) },
  };
}

function readOwnProblems(
  settings: Record<string, unknown>,
  origin: string,
): Record<string, ProblemObject> {
  const entries = Object.entries(readSection(settings, 'x-problems', origin)).map(
    ([id, problem]) => {
      const { title, status } = isRecord(problem) ? problem : {};
      const isStatus = typeof status === 'number' || typeof status === 'string';
      if (typeof title !== 'string' || !isStatus)
        throw new DocumentError(`${origin}: x-problems/${id} needs a title and a status`);
      return [id, { title, status }] as const;
    },
  );
  return Object.fromEntries(entries);
}

function completeAssumption(
  entry: AssumptionObject,
  settings: unknown,
  origin: string,
): AssumptionObject {
  if (settings === undefined) return entry;
  if (!isRecord(settings)) throw new DocumentError(`${origin} is not an object with a value`);
  const completed: AssumptionObject = { ...entry, ...settings, known: entry.known };
  const wrong = explainWrongValue(completed);
  if (wrong === undefined) return completed;
  const texts = entry.known.map(({ value }) => String(value));
  throw new DocumentError(`${origin}: ${wrong}${suggest(String(completed.value), texts)}`);
}

function readSection(settings: Record<string, unknown>, key: string, origin: string) {
  const section = settings[key] ?? {};
  if (!isRecord(section)) throw new DocumentError(`${origin}: ${key} is not an object`);
  return section;
}
