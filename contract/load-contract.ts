import { assertDocument } from './assert-document.ts';
import { completeDocument } from './complete-document.ts';
import { type Contract, createContract } from './create-contract.ts';
import { contract } from './default-contract.ts';
import { DocumentError } from './document-error.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { readDocumentFile } from './read-document-file.ts';
import type { CompiledSchemas } from './validators.ts';

export interface LoadOptions {
  /** File of an OpenAPI 3.1 document. Default: the included contract. */
  document?: string | undefined;
  /** Files of OpenAPI Overlays to apply, in this order. Default: none. */
  overlays?: readonly string[];
}

/**
 * Loads a contract from files. Without files, or with overlays that change only assumptions, the compiled schemas of
 * the included contract are used.
 *
 * @example const contract = await loadContract({ overlays: ['observed.overlay.yaml'] });
 * @throws DocumentError naming the file and the place of a mistake
 */
export async function loadContract({
  document,
  overlays = [],
}: LoadOptions = {}): Promise<Contract> {
  if (document === undefined && overlays.length === 0) return contract;
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

/** Everything that is still wrong with the document shows here. */
async function create(document: OpenApiDocument, blame: string): Promise<Contract> {
  try {
    return createContract(document, await loadSchemas(document));
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split('\n') : [];
    throw new DocumentError(`${blame}: ${sentence}`);
  }
}

/** Those that were compiled ahead of time hold for every document that has the same schemas. */
async function loadSchemas(document: OpenApiDocument): Promise<CompiledSchemas> {
  if (isSameSchemas(document)) return (await import('../generated/schemas.js')).schemas;
  return (await import('./compile-schemas.ts')).compileSchemas(document);
}

/** Whether a document differs from the one that ships in nothing that ajv compiles. */
function isSameSchemas(document: OpenApiDocument): boolean {
  return toSchemaText(document) === toSchemaText(contract.document);
}

function toSchemaText({ paths, components }: OpenApiDocument): string {
  return JSON.stringify({ paths, components });
}
