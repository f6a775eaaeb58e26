import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { splitPointer } from '../../contract/resolve-reference.ts';
import { listParts, resolveSchema } from '../../contract/schema-fields.ts';

/** Schemas may contain themselves. */
const deepest = 12;

/**
 * Whether one of the schemas of a value says that it may be null. Authors who add `nullable` in one part of `allOf` mean that, although
 * the other part, which says only `string`, excludes it.
 */
export function mentionsNull(document: OpenApiDocument, schema: Schema, pointer: string): boolean {
  let schemas = listBranches(document, schema);
  for (const key of splitPointer(pointer))
    schemas = schemas.flatMap((outer) => {
      const inner = /^\d+$/.test(key) ? outer.items : outer.properties?.[key];
      return inner === undefined ? [] : listBranches(document, inner);
    });
  return schemas.some(({ type }) => [type].flat().includes('null'));
}

/** A schema, and those that it joins. */
function listBranches(document: OpenApiDocument, schema: Schema | boolean, depth = 0): Schema[] {
  if (depth > deepest) return [];
  const resolved = resolveSchema(document, schema);
  const branches = [resolved];
  for (const part of listParts(resolved)) branches.push(...listBranches(document, part, depth + 1));
  return branches;
}
