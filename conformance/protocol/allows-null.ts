import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { splitPointer } from '../../contract/resolve-reference.ts';
import { resolveSchema } from '../../contract/schema-fields.ts';

/** Schemas may contain themselves. */
const deepest = 12;

/**
 * Whether one of the schemas of a value says that it may be null. Authors who add `nullable` in one part of `allOf` mean that, although
 * the other part, which says only `string`, excludes it.
 */
export function allowsNull(document: OpenApiDocument, schema: Schema, pointer: string): boolean {
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
  const { allOf = [], anyOf = [], oneOf = [] } = resolved;
  const parts = [...allOf, ...anyOf, ...oneOf];
  return [resolved, ...parts.flatMap((part) => listBranches(document, part, depth + 1))];
}
