import { toExactJson } from '../../contract/exact-numbers.ts';
import { toPointer } from '../../contract/json.ts';
import type { Difference } from './pairs.ts';
import { bits, type Schema, type Way } from './schemas.ts';

/** Words for what changed: what a value may be, and what it has to be. */
interface ChangeWords {
  verb: string;
  duty: string;
}

/** If the sender follows the old document, the new document demands more or less of it. */
const demandsOfReceiver: Readonly<Record<'break' | 'note', ChangeWords>> = {
  break: { verb: 'no longer accepts', duty: 'must now' },
  note: { verb: 'also accepts', duty: 'no longer has to' },
};

/** If the sender follows the new document, it guarantees more or less to a receiver of the old one. */
const guaranteesOfSender: Readonly<Record<'break' | 'note', ChangeWords>> = {
  break: { verb: 'may now be', duty: 'is no longer guaranteed to' },
  note: { verb: 'is no longer', duty: 'is now guaranteed to' },
};

/** What changed, in differences that are not about a demand of a schema. */
const special: Readonly<Record<string, (detail: string) => string>> = {
  'property-removed': (name) => `no longer describes "${name}", and ignores it`,
  default: (change) => `has another default (${change})`,
  discriminator: (value) => `has a discriminator that reads ${value || 'no value'} differently`,
  xml: () => 'is written differently in XML',
};

/** How many characters of a list of values are written. */
const longestList = 200;

/** The rule and the title of a difference, to follow the name of its place. */
export function phrase(
  { way, isForward }: { way: Way; isForward: boolean },
  { kind, schema, keyword, detail = '', reason = '', exact }: Difference,
): { rule: string; title: string } {
  const changed = `${way}-${keyword}-changed`;
  const isBreak = kind === 'break';
  if (keyword === 'not-compared') return { rule: keyword, title: `is not compared: ${reason}` };
  if (keyword === 'rewritten') {
    const effect = isForward ? 'still accepts all values' : 'has no new values';
    return { rule: `${way}-${keyword}`, title: `is described differently, and ${effect}` };
  }
  if (kind === 'doubt') {
    const name = keyword.startsWith('property-') ? `property "${detail}"` : `"${keyword}"`;
    return { rule: changed, title: `has another ${name}; ${reason}` };
  }
  if (keyword === 'property-optional') {
    const property = `optional property "${detail}"`;
    return schema.side === 'new'
      ? { rule: `${way}-property-added`, title: `has a new ${property}` }
      : { rule: `${way}-property-removed`, title: `no longer describes the ${property}` };
  }
  const title = special[keyword]?.(detail);
  if (title !== undefined) {
    const named = keyword === 'property-removed' ? `${way}-${keyword}` : changed;
    return { rule: keyword === 'default' && isBreak ? 'default-changed' : named, title };
  }
  const rule = `${way}-${isBreak === isForward ? 'narrowed' : 'widened'}`;
  if (keyword === 'alternative') {
    const what = isForward ? 'has a new alternative' : 'no longer has the alternative';
    return { rule, title: `${what} ${detail}` };
  }
  const { verb, duty } = (isForward ? demandsOfReceiver : guaranteesOfSender)[kind];
  const isListed = keyword === 'enum' || (isBreak && ['anyOf', 'oneOf'].includes(keyword));
  if (isListed && detail !== '' && exact === undefined) {
    const values = detail.length > longestList ? `${detail.slice(0, longestList)} …` : detail;
    return { rule, title: `${verb} ${values}` };
  }
  return { rule, title: `${duty} ${toDemand(schema, keyword, detail)}` };
}

/** Why the receiver refuses the value of a break. */
export function toReason(difference: Difference, path: readonly string[]): string {
  const { schema, keyword, detail = '', exact } = difference;
  const where = path.length === 0 ? 'the value' : toPointer(...path);
  const title = special[keyword]?.(detail);
  if (title !== undefined) return `${where} ${title}`;
  if (keyword === 'anyOf' || (keyword === 'oneOf' && exact === undefined))
    return `${where} matches none of the alternatives`;
  return `${where} must ${toDemand(schema, keyword, detail)}`;
}

/** What keywords demand, to be used after "must". `#` is the value of the keyword, and `@` the name of a property. */
const demands: Readonly<Record<string, string>> = {
  minimum: 'be at least #',
  maximum: 'be at most #',
  exclusiveMinimum: 'be more than #',
  exclusiveMaximum: 'be less than #',
  multipleOf: 'be a multiple of #',
  minLength: 'have at least # characters',
  maxLength: 'have at most # characters',
  pattern: 'match the pattern #',
  format: 'have the format #',
  minItems: 'have at least # items',
  maxItems: 'have at most # items',
  uniqueItems: 'have unique items',
  minProperties: 'have at least # properties',
  maxProperties: 'have at most # properties',
  required: 'have the property "@"',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: 'match "then", or what depends on one of its properties',
};

function toDemand(schema: Schema, keyword: string, detail: string): string {
  if (keyword === 'type') return schema.types === 0 ? 'be left out' : `be ${nameTypes(schema)}`;
  if (keyword === 'enum') return `be ${listValues(schema.enum)}`;
  if (keyword === 'additionalProperties')
    return detail === '' ? 'have no other properties' : `not have the property "${detail}"`;
  if (keyword === 'anyOf' || keyword === 'oneOf')
    return `match ${detail === '' ? '' : 'only '}one of the alternatives`;
  const value = String(Reflect.get(schema, keyword));
  const demand = demands[keyword] ?? `satisfy "${keyword}"`;
  const singular = demand
    .replace('properties', 'property')
    .replace(/(# (?:character|item))s/, '$1');
  const counted = value === '1' ? singular : demand;
  return counted.replace('#', () => value).replace('@', () => detail);
}

function nameTypes({ types }: Schema): string {
  const names: string[] = [];
  for (const [name, bit] of Object.entries(bits)) if ((types & bit) !== 0) names.push(name);
  return `of type ${names.join(' or ').replace('integer or fraction', 'number')}`;
}

const mostListed = 8;

function listValues(values: readonly unknown[] = []): string {
  const first = values.slice(0, mostListed).map((value) => toExactJson(value));
  const more = values.length > mostListed ? ` or ${values.length - mostListed} others` : '';
  return values.length === 1 ? (first[0] ?? '') : `one of ${first.join(', ')}${more}`;
}
