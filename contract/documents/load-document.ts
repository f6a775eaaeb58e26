/*
 * contract/documents/: files, URLs and references of any version become one OpenAPI 3.1 document. It imports only files of
 * contract/. Start here; sources.ts is the reader of the diff, which keeps line numbers.
 */

import { DocumentError } from '../errors.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { isRecord } from '../resolve-reference.ts';
import { type Bundle, bundleKey, notOpenApi, readBundle } from './bundle.ts';
import { checkOperations } from './check-operations.ts';
import { componentSections, hoistTargets, swaggerSections } from './hoist.ts';
import { mendSchema } from './mend-schema.ts';
import type { Origin } from './origins.ts';
import { walkDocument } from './parts.ts';
import { Remarks } from './remarks.ts';
import { readNullable, upgradeSchema } from './upgrade-schema.ts';
import { upgradeSwagger } from './upgrade-swagger.ts';

type Json = Record<string, unknown>;

/** A document as OpenAPI 3.1 in one piece. */
interface LoadedDocument {
  document: Json & OpenApiDocument;
  /** What the document contains that this package does not use, one sentence each. */
  remarks: readonly string[];
}

/**
 * Reads an OpenAPI document of any version, with all files that it refers to.
 * @param name its name in messages
 * @param change changes the document as it was written, before references are followed. Default: no changes
 * @throws DocumentError in one line, with file, line and pointer
 */
export async function loadDocument(
  origin: Origin,
  name: string,
  change: (document: Json) => Promise<Json> = async (document) => document,
): Promise<LoadedDocument> {
  let version = 0;
  const bundle = await readBundle(origin, async (document) => {
    version = readVersion(document, name);
    return change(document);
  });
  const { document } = bundle;
  const remarks = new Remarks();
  upgrade(bundle, version, remarks);
  assertOpenApi(document);
  const lostIds = checkOperations(document, bundle.describePlace);
  return { document, remarks: [...remarks.list(), ...lostIds] };
}

/** The versions of OpenAPI that differ: 2.0, 3.0, 3.1 and 3.2. */
function readVersion({ swagger, openapi }: Json, name: string): number {
  const version = openapi ?? swagger;
  if (version === undefined) throw new DocumentError(`${name}: ${notOpenApi}`);
  const number = Number.parseFloat(String(version));
  const versions = openapi === undefined ? [2] : [3, 3.1, 3.2];
  if (versions.includes(number)) return number;
  throw new DocumentError(
    `${name}: OpenAPI ${String(version)} is not supported; use 3.2, 3.1, 3.0 or Swagger 2.0`,
  );
}

function upgrade(bundle: Bundle, version: number, remarks: Remarks): void {
  const { document } = bundle;
  if (version === 2) {
    hoistTargets(bundle, swaggerSections);
    upgradeSwagger(document);
  } else if (bundleKey in document) hoistTargets(bundle, componentSections);
  walkDocument(document, (part) => {
    if (version === 3) upgradeSchema(part);
    if (version > 3) readNullable(part);
    mendSchema(part, document);
    remarks.visit(part);
  });
  if (version === 3.2) remarks.addVersion();
  document['openapi'] = '3.1.0';
}

/** Completes what readers rely on. Everything else in a document is optional. */
function assertOpenApi(document: Json): asserts document is Json & OpenApiDocument {
  const { title, version, ...fields } = isRecord(document['info']) ? document['info'] : {};
  document['info'] = { title: textOrEmpty(title), version: textOrEmpty(version), ...fields };
  if (!isRecord(document['paths'])) document['paths'] = {};
}

function textOrEmpty(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
