import { DocumentError } from '../errors.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { listPlaces, nameOperation } from '../read-operations.ts';

/**
 * Asserts that a document has operations, and that each is on a path and method of its own, with an id of its own.
 * @param describePlace where a value was written
 * @throws DocumentError with file, line and pointer
 */
export function checkOperations(
  document: OpenApiDocument,
  describePlace: (pointer: string) => string,
): void {
  const routes = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const place of listPlaces(document)) {
    const { path, method, object } = place;
    const pointer = `${place.pointer}/${method}`;
    const written = `${method.toUpperCase()} ${path}`;
    const route = `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
    const first = routes.get(route);
    if (first !== undefined)
      throw new DocumentError(
        `${describePlace(pointer)}: ${written} matches the same requests as ${first}; remove one`,
      );
    routes.set(route, written);
    if (object.operationId === undefined) continue;
    const id = nameOperation(place);
    const owner = ids.get(id);
    if (owner !== undefined)
      throw new DocumentError(
        `${describePlace(`${pointer}/operationId`)}: ${owner} has the operationId "${id}" as well; ids must be unique`,
      );
    ids.set(id, written);
  }
  if (routes.size === 0)
    throw new DocumentError(`${describePlace('/paths')}: the document has no operations; add one`);
}
