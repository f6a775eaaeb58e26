import { listFinite } from './instances.ts';
import { bits, type Schema, toListText } from './schemas.ts';
import type { View, Views } from './views.ts';

type IsSimilar = (part: Schema, candidate: Schema) => boolean;

/** Pairs alternatives: by meaning, then by name, shared constants and common properties. */
export function alignAlternatives(
  views: Views,
  parts: readonly Schema[],
  candidates: readonly Schema[],
): Map<Schema, Schema> {
  const pairs = new Map<Schema, Schema>();
  const free = new Set(candidates);
  for (const isSimilar of listTests(views, [...parts, ...candidates]))
    for (const part of parts) {
      if (pairs.has(part)) continue;
      const facing = [...free].find((candidate) => isSimilar(part, candidate));
      if (facing === undefined) continue;
      pairs.set(part, facing);
      free.delete(facing);
    }
  return pairs;
}

/** Tests of similarity, the strictest first. */
function listTests(views: Views, schemas: readonly Schema[]): IsSimilar[] {
  const constants = new Map(schemas.map((schema) => [schema, listConstants(views, schema)]));
  const isTagged: IsSimilar = (a, b) => {
    const constant = constants.get(a);
    if (constant !== constants.get(b)) return false;
    return constant !== '' || isAlike(views, views.of(a), views.of(b));
  };
  return [(a, b) => views.meaningOf(a) === views.meaningOf(b), isNamesake, isTagged];
}

/** The constants that distinguish an alternative from others. */
function listConstants(views: Views, part: Schema): string {
  const view = views.of(part);
  const constants: string[] = [];
  for (const name of views.names(view)) {
    const values = listFinite(views.property(view, name));
    if (values.length === 1) constants.push(`${name} ${toListText(values)}`);
  }
  return constants.sort().join('\n');
}

/** Whether most properties of two views have the same names. */
function isAlike(views: Views, a: View, b: View): boolean {
  if ((a.types & b.types) === 0) return false;
  if (((a.types | b.types) & bits.object) === 0) return true;
  const names = views.names(a);
  const facing = views.names(b);
  const common = [...names].filter((name) => facing.has(name)).length;
  return 2 * common >= Math.max(names.size, facing.size);
}

/** The name of an alternative in messages. */
export function toLabel(part: Schema): string {
  return toName(part) ?? `the alternative ${part.pointer.split('/').at(-1)}`;
}

/** The name of a schema in `components`. */
function toName({ pointer }: Schema): string | undefined {
  return /\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

export function isNamesake(a: Schema, b: Schema): boolean {
  const name = toName(a);
  return name !== undefined && name === toName(b);
}
