import { listAffected, plainKeywords, type Schema, toListText } from './schemas.ts';
import type { View, Views } from './views.ts';

/** A demand of a schema, and a value that shows it to be broken. */
export interface Demand {
  schema: Schema;
  keyword: string;
  detail?: string | undefined;
  value?: unknown;
}

/** What a view demands of values of some types, apart from properties and items. Equal demands have equal keys. */
export function listDemands(views: Views, view: View, types: number): Map<string, Demand> {
  const demands = new Map<string, Demand>();
  for (const schema of view.atoms)
    for (const { keyword, key, detail } of listOwnDemands(views, schema))
      if ((listAffected(schema, keyword) & types) !== 0)
        demands.set(`${keyword} ${key}`, { schema, keyword, detail });
  for (const { atom, keyword, meaning } of views.unions(view))
    demands.set(meaning, { schema: atom, keyword });
  return demands;
}

/** The demands in one map that are not in another one. */
export function listMissing(
  demands: ReadonlyMap<string, Demand>,
  from: ReadonlyMap<string, Demand>,
): Demand[] {
  const missing: Demand[] = [];
  for (const [key, demand] of demands) if (!from.has(key)) missing.push(demand);
  return missing;
}

/** A keyword of a schema. Its key is equal for demands with the same meaning. */
interface KeywordUse {
  keyword: string;
  key: string;
  detail?: string;
}

function* listOwnDemands(views: Views, schema: Schema): Generator<KeywordUse> {
  for (const keyword of plainKeywords) {
    const value = schema[keyword];
    if (keyword !== 'minContains' && value !== undefined) yield { keyword, key: String(value) };
  }
  for (const name of schema.required ?? []) yield { keyword: 'required', key: name, detail: name };
  if (schema.enum !== undefined) yield { keyword: 'enum', key: toListText(schema.enum) };
  for (const keyword of ['not', 'propertyNames'] as const) {
    const part = schema[keyword];
    if (part !== undefined) yield { keyword, key: views.meaningOf(part) };
  }
  yield* listConditions(views, schema);
}

/** The keywords whose demand depends on other keywords. */
function* listConditions(views: Views, schema: Schema): Generator<KeywordUse> {
  const { contains, minContains, if: condition, then: consequence, else: otherwise } = schema;
  if (contains !== undefined && minContains !== 0)
    yield { keyword: 'contains', key: `${views.meaningOf(contains)} ${minContains}` };
  if (condition === undefined) return;
  const toMeaning = (part: Schema | undefined): string =>
    part === undefined ? '' : views.meaningOf(part);
  const key = [condition, consequence, otherwise].map(toMeaning).join();
  yield { keyword: consequence === undefined ? 'else' : 'then', key };
}
