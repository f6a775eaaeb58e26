import { toStableText } from './json.ts';
import { listChildren, type Schema } from './schemas.ts';

/**
 * Divides schemas into classes with the same meaning, by partition refinement: schemas with equal keywords start in one
 * class, which is split as long as their parts belong to different classes. Recursion needs no special treatment.
 */
export function createClasses(schemas: readonly Schema[]): ReadonlyMap<Schema, number> {
  const children = new Map(schemas.map((schema) => [schema, [...listChildren(schema)]]));
  const divide = (toKey: (schema: Schema) => string): Map<Schema, number> => {
    const numbers = new Map<string, number>();
    const toNumber = (key: string): number => {
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    };
    return new Map(schemas.map((schema) => [schema, toNumber(toKey(schema))]));
  };
  let classes = divide(toOwnKey);
  for (let [before, count] = [0, countClasses(classes)]; count > before; ) {
    const outer = classes;
    classes = divide((schema) => `${outer.get(schema)}${toPartsKey(children.get(schema), outer)}`);
    [before, count] = [count, countClasses(classes)];
  }
  return classes;
}

function countClasses(classes: ReadonlyMap<Schema, number>): number {
  return new Set(classes.values()).size;
}

/** The keywords of a schema without its parts. Annotations are left out, except for the default. */
function toOwnKey(schema: Schema): string {
  const { types, required, discriminator, default: fallback } = schema;
  const own: unknown[] = [
    types,
    schema.enum === undefined ? '' : [...new Set(schema.enum.map(toStableText))].sort(),
    required?.toSorted() ?? '',
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
type Children = readonly [string, string | number, Schema][];

const unordered: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'dynamic']);

function toPartsKey(children: Children = [], classes: ReadonlyMap<Schema, number>): string {
  const keys = children.map(([keyword, name, child]) => {
    const part = classes.get(child) ?? -1;
    return unordered.has(keyword) ? `\n${keyword} ${part}` : `\n${keyword} ${name} ${part}`;
  });
  return keys.sort().join('');
}
