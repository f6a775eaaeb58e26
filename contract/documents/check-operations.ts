import { DocumentError } from '../errors.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { listPlaces, nameOperation } from '../read-operations.ts';

/**
 * Asserts that a document has operations, and that each is on a path and method of its own. An operation whose id
 * belongs to an earlier one loses it, and is then named by its method and path: the document is still clear about what it does.
 * @param describePlace where a value was written
 * @returns a remark for each lost id
 * @throws DocumentError with file, line and pointer
 */
export function checkOperations(
  document: OpenApiDocument,
  describePlace: (pointer: string) => string,
): string[] {
  const remarks: string[] = [];
  const endpoints = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const operation of listPlaces(document)) {
    const { path, method, item, object } = operation;
    const pointer = `${operation.pointer}/${method}`;
    const written = `${method.toUpperCase()} ${path}`;
    const endpoint = `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
    const first = endpoints.get(endpoint);
    if (first !== undefined)
      throw new DocumentError(
        `${describePlace(pointer)}: ${written} matches the same requests as ${first}; remove one`,
      );
    endpoints.set(endpoint, written);
    if (object.operationId === undefined) continue;
    const id = nameOperation(operation);
    const owner = ids.get(id);
    if (owner === undefined) {
      ids.set(id, written);
      continue;
    }
    const { operationId: _, ...unnamed } = object;
    // The path item may be shared with another path.
    document.paths[path] = { ...item, [method]: unnamed };
    remarks.push(
      `#${pointer}/operationId: ${owner} has the id "${id}" already, so this operation is called "${written}".`,
    );
  }
  if (endpoints.size === 0)
    throw new DocumentError(`${describePlace('/paths')}: the document has no operations; add one`);
  return remarks;
}
