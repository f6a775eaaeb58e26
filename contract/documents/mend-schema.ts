import { followReferences, isRecord } from '../resolve-reference.ts';
import type { Part } from './parts.ts';

type Json = Record<string, unknown>;

/** Rewrites what authors write although the version of their document gives it another meaning, or none. In place. */
export function mendSchema({ kind, value: schema }: Part, document: Json): void {
  if (kind !== 'schema') return;
  moveTuple(schema);
  openParts(schema, document);
}

/** Before 2020-12, a list of schemas for the first items had the name `items`. */
function moveTuple(schema: Json): void {
  if (!Array.isArray(schema['items'])) return;
  schema['prefixItems'] = schema['items'];
  delete schema['items'];
}

/**
 * Opens the parts of `allOf` that forbid what another part requires. By the letter, no value is valid; authors mean the fields of
 * all parts.
 */
function openParts(schema: Json, document: Json): void {
  const { allOf, required, properties } = schema;
  if (!Array.isArray(allOf)) return;
  const ofSchema = { required, properties };
  const needed = [ofSchema, ...allOf].flatMap((part) => listRequired(part, document, 0));
  for (const [index, part] of allOf.entries()) {
    const target = follow(part, document);
    if (target?.['additionalProperties'] !== false) continue;
    const declared = isRecord(target['properties']) ? target['properties'] : {};
    // Elsewhere, a schema that is referred to stays closed.
    const { additionalProperties: _, ...open } = target;
    if (needed.some((name) => !Object.hasOwn(declared, name))) allOf[index] = open;
  }
}

/** The schema that a part refers to, or the part itself. */
function follow(part: unknown, document: Json): Json | undefined {
  const { value } = followReferences(document, { value: part, pointer: '' });
  return isRecord(value) ? value : undefined;
}

/** Schemas may contain themselves through `allOf`. */
const deepest = 6;

function listRequired(part: unknown, document: Json, depth: number): string[] {
  const target = follow(part, document);
  if (target === undefined || depth > deepest) return [];
  const { required, allOf } = target;
  const inner = Array.isArray(allOf) ? allOf : [];
  const names = Array.isArray(required) ? required.map(String) : [];
  const further = inner.flatMap((next) => listRequired(next, document, depth + 1));
  return [...names, ...further];
}
