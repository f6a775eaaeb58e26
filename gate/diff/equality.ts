import { toStableText } from './json.ts';
import { listChildren, type Schema } from './schemas.ts';

/**
 * Divides schemas into classes with the same meaning, by partition refinement: schemas with equal keywords start in one
 * class, which is split as long as their parts belong to different classes. Recursion needs no special treatment.
 */
export function createClasses(schemas: readonly Schema[]): ReadonlyMap<Schema, number> {
  const classes = new Map<Schema, number>();
  const members: Schema[][] = [];
  const parents = new Map<Schema, Schema[]>();
  const split = (group: readonly Schema[], toKey: (schema: Schema) => string): Schema[][] => {
    const parts = new Map<string, Schema[]>();
    for (const schema of group) {
      const key = toKey(schema);
      const part = parts.get(key);
      if (part === undefined) parts.set(key, [schema]);
      else part.push(schema);
    }
    return [...parts.values()].sort((a, b) => b.length - a.length);
  };
  const assign = (group: Schema[], index: number): void => {
    members[index] = group;
    for (const schema of group) classes.set(schema, index);
  };
  for (const schema of schemas)
    for (const [, , child] of listChildren(schema)) {
      const known = parents.get(child);
      if (known === undefined) parents.set(child, [schema]);
      else known.push(schema);
    }
  for (const group of split(schemas, toOwnKey)) assign(group, members.length);
  let dirty = new Set(members.keys());
  while (dirty.size > 0) {
    const next = new Set<number>();
    for (const index of dirty) {
      const [, ...others] = split(members[index] ?? [], (schema) => toPartsKey(schema, classes));
      if (others.length === 0) continue;
      const moved = new Set(others.flat());
      assign(
        (members[index] ?? []).filter((schema) => !moved.has(schema)),
        index,
      );
      for (const group of others) assign(group, members.length);
      // Only the classes of their parents can change now.
      for (const schema of moved)
        for (const parent of parents.get(schema) ?? []) next.add(classes.get(parent) ?? 0);
    }
    dirty = next;
  }
  return classes;
}

/** The keywords of a schema without its parts. Annotations are left out, except for the default. */
function toOwnKey(schema: Schema): string {
  const { types, required, dependentRequired, discriminator, default: fallback } = schema;
  const dependent = [...(dependentRequired ?? [])].map(([name, names]) => [
    name,
    ...names.toSorted(),
  ]);
  const own: unknown[] = [
    types,
    schema.enum === undefined ? '' : [...new Set(schema.enum.map(toStableText))].sort(),
    required?.toSorted() ?? '',
    dependent.map((names) => names.join()).sort(),
    discriminator?.propertyName ?? '',
    fallback === undefined ? '' : toStableText(fallback.value),
    schema.opaque ?? '',
  ];
  for (const key of plainKeys) own.push(schema[key] ?? '');
  return JSON.stringify(own);
}

const plainKeys = [
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems'] as const),
  ...(['uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'] as const),
  'xml' as const,
];
const unordered: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'dynamic']);

function toPartsKey(schema: Schema, classes: ReadonlyMap<Schema, number>): string {
  const keys: string[] = [];
  for (const [keyword, name, child] of listChildren(schema)) {
    const part = classes.get(child) ?? -1;
    keys.push(unordered.has(keyword) ? `${keyword} ${part}` : `${keyword} ${name} ${part}`);
  }
  return keys.sort().join('\n');
}
