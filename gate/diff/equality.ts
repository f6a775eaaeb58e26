import { toStableText } from '../../contract/json.ts';
import { listChildren, plainKeywords, type Schema, toListText } from './schemas.ts';

/**
 * Divides schemas into classes with the same meaning, by partition refinement: schemas with equal keywords start in one
 * class, which is split as long as their parts belong to different classes. Recursion needs no special treatment.
 */
export function createClasses(schemas: readonly Schema[]): ReadonlyMap<Schema, number> {
  const children = new Map(schemas.map((schema) => [schema, [...listChildren(schema)]]));
  let count = 0;
  const divide = (toKey: (schema: Schema) => string): Map<Schema, number> => {
    const numbers = new Map<string, number>();
    const classes = new Map<Schema, number>();
    for (const schema of schemas) {
      const key = toKey(schema);
      numbers.set(key, numbers.get(key) ?? numbers.size);
      classes.set(schema, numbers.get(key) ?? 0);
    }
    count = numbers.size;
    return classes;
  };
  let classes = divide(toOwnKey);
  for (let before = 0; count > before; ) {
    before = count;
    const outer = classes;
    classes = divide((schema) => {
      const parts = (children.get(schema) ?? []).map(
        ([keyword, name, child]) => `${keyword} ${name} ${outer.get(child)}`,
      );
      return [outer.get(schema), ...parts.sort()].join('\n');
    });
  }
  return classes;
}

/** The keywords of a schema without its parts. Annotations are left out, except for the default. */
function toOwnKey(schema: Schema): string {
  const { types, opaque, xml, required, discriminator, default: fallback } = schema;
  return JSON.stringify([
    ...[types, opaque, xml, required?.toSorted(), discriminator?.propertyName],
    ...[schema.enum && toListText(schema.enum), fallback && toStableText(fallback.value)],
    ...plainKeywords.map((keyword) => {
      const value = schema[keyword];
      return typeof value === 'bigint' ? String(value) : value;
    }),
  ]);
}
