import { bits, type Schema } from './schemas.ts';

const typeNames: readonly (readonly [number, string])[] = [
  [bits.string, 'a string'],
  [bits.integer | bits.fraction, 'a number'],
  [bits.integer, 'an integer'],
  [bits.fraction, 'a fraction'],
  [bits.boolean, 'a boolean'],
  [bits.array, 'a list'],
  [bits.object, 'an object'],
  [bits.null, 'null'],
];

function nameTypes(types: number): string {
  if (types === 0) return 'left out';
  const names: string[] = [];
  let rest = types;
  for (const [bit, name] of typeNames)
    if ((rest & bit) === bit) {
      names.push(name);
      rest &= ~bit;
    }
  return names.join(' or ');
}

/** What a keyword demands, to be used after "must". */
export function toDemand(schema: Schema, keyword: string, detail?: string): string {
  const value = String(Reflect.get(schema, keyword));
  const count = (noun: string): string => `${value} ${noun}${value === '1' ? '' : 's'}`;
  switch (keyword) {
    case 'type':
      return `be ${nameTypes(schema.types)}`;
    case 'enum':
      return `be ${listValues(schema.enum)}`;
    case 'minimum':
      return `be at least ${value}`;
    case 'maximum':
      return `be at most ${value}`;
    case 'exclusiveMinimum':
      return `be more than ${value}`;
    case 'exclusiveMaximum':
      return `be less than ${value}`;
    case 'multipleOf':
      return `be a multiple of ${value}`;
    case 'minLength':
      return `have at least ${count('character')}`;
    case 'maxLength':
      return `have at most ${count('character')}`;
    case 'pattern':
      return `match the pattern ${value}`;
    case 'format':
      return `have the format ${value}`;
    case 'minItems':
      return `have at least ${count('item')}`;
    case 'maxItems':
      return `have at most ${count('item')}`;
    case 'uniqueItems':
      return 'have unique items';
    case 'contains':
      return `contain ${schema.minContains ?? 1} item${schema.minContains ? 's' : ''} that match "contains"`;
    case 'maxContains':
      return `contain at most ${count('item')} that match "contains"`;
    case 'minProperties':
      return `have at least ${value} properties`;
    case 'maxProperties':
      return `have at most ${value} properties`;
    case 'required':
      return `have the property "${detail}"`;
    case 'dependentRequired':
      return `have the property "${detail}" if it has the one that needs it`;
    case 'propertyNames':
      return 'use only allowed property names';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return detail === undefined
        ? 'have no other properties'
        : `not have the property "${detail}"`;
    case 'unevaluatedItems':
      return 'have no other items';
    case 'not':
      return 'not match the schema in "not"';
    case 'then':
      return 'match "then" if it matches "if"';
    case 'else':
      return 'match "else" if it does not match "if"';
    case 'dependentSchemas':
      return `match the schema for objects with the property "${detail ?? ''}"`;
    case 'anyOf':
    case 'oneOf':
      return `match ${detail === undefined ? '' : 'only '}one of the alternatives`;
    default:
      return `satisfy "${keyword}"`;
  }
}

const shown = 8;

function listValues(values: readonly unknown[] = []): string {
  const first = values.slice(0, shown).map((value) => JSON.stringify(value));
  const more = values.length > shown ? ` or ${values.length - shown} others` : '';
  return values.length === 1 ? (first[0] ?? '') : `one of ${first.join(', ')}${more}`;
}
