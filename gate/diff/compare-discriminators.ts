import type { Pair } from './candidate-parts.ts';
import { isEqual, normalise, toList } from './equal-schemas.ts';
import { isObject, type JsonObject, putAt } from './json.ts';
import { pickFrom } from './requests.ts';
import type { Schema } from './schema-validator.ts';
import type { Discriminator, SchemaSet } from './schemas.ts';
import { toSchema } from './shapes.ts';

/** A value that both documents allow, but for which they select different schemas. */
export interface SelectionDifference {
  /** The place in the source document. */
  pointer: string;
  title: string;
  reason: string;
  value: unknown;
}

interface Found {
  path: string;
  pointer: string;
  discriminator: Discriminator;
}

const mostSchemas = 400;
const depthLimit = 6;

/** Validation ignores discriminators (OpenAPI, "Discriminator Object"), but programs that read values follow them. */
export function compareDiscriminators(
  pair: Pair,
  source: Schema,
  target: Schema,
): SelectionDifference[] {
  const ours = collect(pair.source, source);
  const theirs = collect(pair.target, target);
  return ours.flatMap(({ path, pointer, discriminator: our }) => {
    const found = theirs.find((each) => each.path === path)?.discriminator;
    if (found === undefined) return [];
    const { propertyName } = our;
    const place = `${path}/${propertyName}`;
    const whole = pickFrom(pair.source, source, []);
    const isAllowed = (value: unknown): boolean =>
      pair.source.validate(source, value).length === 0 &&
      pair.target.validate(target, value).length === 0;
    if (found.propertyName !== propertyName)
      return isAllowed(whole)
        ? [
            {
              pointer: `${pointer}/discriminator/propertyName`,
              title: `${path || 'the value'} has the discriminator "${propertyName}" in one document and "${found.propertyName}" in the other`,
              reason: `the discriminator is "${found.propertyName}"`,
              value: whole,
            },
          ]
        : [];
    return Object.entries(our.mapping).flatMap(([name, place_]) => {
      const other = found.mapping[name] ?? found.implied[name];
      if (other !== undefined && isSameTarget(pair, place_, other)) return [];
      const branch = pickFrom(pair.source, pair.source.at(place_), []);
      if (!isObject(branch)) return [];
      const value = putAt(whole, path.split('/').slice(1), { ...branch, [propertyName]: name });
      if (!isAllowed(value)) return [];
      return [
        {
          pointer: `${pointer}/discriminator/mapping/${name}`,
          title:
            other === undefined
              ? `${place} "${name}" selects a schema in one document only`
              : `${place} "${name}" selects another schema`,
          reason:
            other === undefined
              ? `the discriminator has no mapping for "${name}"`
              : `"${name}" selects ${other}`,
          value,
        },
      ];
    });
  });
}

function isSameTarget(pair: Pair, ours: string, theirs: string): boolean {
  if (!ours.startsWith('/') || !theirs.startsWith('/')) return ours === theirs;
  if (ours.split('/').at(-1) === theirs.split('/').at(-1)) return true;
  return isEqual(pair, pair.source.at(ours), pair.target.at(theirs));
}

/** Discriminators by their path in the value, found through properties, items and branches. */
function collect(set: SchemaSet, root: Schema): Found[] {
  const found = new Map<string, Found>();
  let visited = 0;
  const visit = (schema: Schema, path: string, depth: number): void => {
    visited += 1;
    if (depth > depthLimit || visited > mostSchemas) return;
    const plain = normalise(set, schema);
    if (!isObject(plain)) return;
    const { discriminator } = plain;
    if (isDiscriminator(discriminator) && !found.has(path))
      found.set(path, { path, pointer: findPlace(set, schema), discriminator });
    for (const [part, place] of listParts(plain, path))
      visit(toSchema(part) ?? true, place, depth + 1);
  };
  visit(root, '', 0);
  return [...found.values()];
}

function* listParts(
  { properties, items, ...schema }: JsonObject,
  path: string,
): Generator<[part: unknown, path: string]> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const part of toList(schema[keyword])) yield [part, path];
  if (isObject(properties))
    for (const [name, part] of Object.entries(properties)) yield [part, `${path}/${name}`];
  if (items !== undefined) yield [items, `${path}/*`];
}

function findPlace(set: SchemaSet, schema: Schema): string {
  let found = schema;
  while (isObject(found) && typeof found['$ref'] === 'string' && !('discriminator' in found))
    found = set.follow(found['$ref']);
  return (isObject(found) ? set.findPointer(found) : undefined) ?? '';
}

function isDiscriminator(value: unknown): value is Discriminator {
  return isObject(value) && typeof value['propertyName'] === 'string';
}
