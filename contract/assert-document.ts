import { operationIds } from '../generated/names.ts';
import { DocumentError } from './document-error.ts';
import { matchNearest } from './match-nearest.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { isRecord } from './resolve-reference.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Holds that something is an OpenAPI 3.1 document with the operations that this project knows, all of them and no others.
 * It is not a linter: other errors are reported when the document is read.
 * @throws DocumentError naming the file and the place
 */
export function assertDocument(
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
    if (!isOperationId(id)) throw new DocumentError(`${file}: ${explainUnknown(id)}`);
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

function isOperationId(id: string): boolean {
  return operationIds.some((known) => known === id);
}

function explainUnknown(id: string): string {
  const nearest = matchNearest(id, operationIds);
  return nearest === undefined
    ? `unknown operation "${id}"; the mock has no behaviour for it`
    : `unknown operation "${id}"; did you mean "${nearest}"?`;
}
