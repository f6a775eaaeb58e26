import { isObject, type JsonObject } from '../../gate/diff/json.ts';

/** A schema in a document, and the messages that contain its values. */
export interface SchemaSite {
  pointer: string;
  schema: JsonObject;
  /** Messages in which all values have to satisfy it. */
  direct: Set<'request' | 'response'>;
  /** All messages that use it, including as one of several alternatives. */
  any: Set<'request' | 'response'>;
  /** Whether other schemas apply to the same value. */
  isPart: boolean;
}

export interface SchemaEdit {
  kind: string;
  verdict: 'breaking' | 'compatible';
  change: (schema: JsonObject, document: JsonObject) => void;
}

/** Whether a schema afterwards allows less, more, something else, or the same in other words. */
type Effect = 'less' | 'more' | 'other' | 'same';

const validated = ['date-time', 'date', 'uuid', 'email', 'uri', 'ipv4', 'int32'];
const bounds = ['pattern', 'minLength', 'maxLength', 'format', 'enum', 'const', 'not'];

/** The edits that are possible for a schema. Allowing less is a break in requests, and allowing more in responses. */
export function edits(
  { schema, direct, any, isPart }: SchemaSite,
  document: JsonObject,
): SchemaEdit[] {
  const found: SchemaEdit[] = [];
  const add = (kind: string, effect: Effect, change: SchemaEdit['change']): void => {
    const broken = effect === 'less' ? 'request' : 'response';
    const isBreaking =
      effect === 'other' ? direct.size > 0 : effect !== 'same' && direct.has(broken);
    const isCompatible = effect === 'same' || (effect !== 'other' && !any.has(broken));
    if (isBreaking || isCompatible)
      found.push({ kind, verdict: isBreaking ? 'breaking' : 'compatible', change });
  };
  const isOld = String(document['openapi']).startsWith('3.0');
  const { type } = schema;
  const isFree = (...names: string[]): boolean => names.every((name) => !(name in schema));
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [];

  add('a description', 'same', (copy) => {
    copy['description'] = 'Another description.';
    copy['x-mutated'] = true;
  });
  if (type === 'string' && isFree(...bounds)) {
    add('strings get a maximum length', 'less', put('maxLength', 2));
    add('strings must not be empty', 'less', put('minLength', 1));
    add('strings get a pattern', 'less', put('pattern', '^[a-f]+$'));
    add('strings get an enum', 'less', put('enum', ['one', 'two']));
    add('strings must be dates', 'less', put('format', 'date'));
    add('minLength is set to its default', 'same', put('minLength', 0));
  }
  if (
    type === 'string' &&
    validated.includes(String(schema['format'])) &&
    isFree('enum', 'pattern')
  )
    add('strings lose their format', 'more', drop('format'));
  if (values.length > 1 && isFree('const')) {
    add('an enum value is removed', 'less', put('enum', values.slice(0, -1)));
    add('the values of an enum are in another order', 'same', put('enum', values.toReversed()));
    if (values.every((value) => typeof value === 'string'))
      add('an enum value is added', 'more', put('enum', [...values, 'mutated']));
  }
  if (type === 'string' && isFree('enum', 'const', 'nullable')) {
    add('strings may be null', 'more', (copy) => {
      if (isOld) copy['nullable'] = true;
      else copy['type'] = ['string', 'null'];
    });
    add('strings become booleans', 'other', toFlag);
  }
  if (type === 'integer' && isFree('maximum', 'exclusiveMaximum', 'enum', 'const')) {
    add('numbers get a maximum', 'less', put('maximum', 1_000_000));
    add('numbers may be fractions', 'more', (copy) => {
      copy['type'] = 'number';
      delete copy['format'];
    });
  }
  if ((type === 'integer' || type === 'number') && typeof schema['maximum'] === 'number')
    add('numbers lose their maximum', 'more', drop('maximum'));
  if (type === 'array' && isFree('maxItems', 'minItems', 'uniqueItems')) {
    add('lists get a maximum length', 'less', put('maxItems', 3));
    add('lists must not be empty', 'less', put('minItems', 1));
  }
  if (type === 'array' && typeof schema['maxItems'] === 'number')
    add('lists lose their maximum length', 'more', drop('maxItems'));
  if (!isPart && isObject(schema['properties']) && isFree('allOf', 'oneOf', 'anyOf', 'not'))
    addForObject(schema, schema['properties'], add);
  if (typeof type === 'string' && isFree('allOf', 'discriminator', 'readOnly', 'writeOnly', 'xml'))
    add('an allOf with one part', 'same', (copy) => {
      const inner = { ...copy };
      for (const key of Object.keys(copy)) delete copy[key];
      copy['allOf'] = [inner];
    });
  return found;
}

function addForObject(
  schema: JsonObject,
  properties: JsonObject,
  add: (kind: string, effect: Effect, change: SchemaEdit['change']) => void,
): void {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const isPlain = (name: string): boolean => {
    const property = properties[name];
    return (
      isObject(property) &&
      !('readOnly' in property) &&
      !('writeOnly' in property) &&
      !('$ref' in property)
    );
  };
  const optional = Object.keys(properties).find(
    (name) => !required.includes(name) && isPlain(name),
  );
  const needed = required.find(isPlain);
  const isOpen =
    !('additionalProperties' in schema) &&
    !('unevaluatedProperties' in schema) &&
    !('maxProperties' in schema);
  if (isOpen) {
    add('a required field is added', 'less', (copy) => {
      copy['required'] = [...required, 'mutated'];
      copy['properties'] = { ...properties, mutated: { type: 'string' } };
    });
    add('an optional field is added', 'same', (copy) => {
      copy['properties'] = { ...properties, mutated: { type: 'string' } };
    });
    add('unknown fields are refused', 'less', put('additionalProperties', false));
    add('additionalProperties is set to its default', 'same', put('additionalProperties', true));
  }
  if (optional !== undefined)
    add('an optional field becomes required', 'less', put('required', [...required, optional]));
  if (needed !== undefined) {
    add('a required field becomes optional', 'more', (copy) => {
      const rest = required.filter((name) => name !== needed);
      if (rest.length > 0) copy['required'] = rest;
      else delete copy['required'];
    });
    add('a required field is renamed', 'other', (copy) =>
      rename(copy, properties, required, needed),
    );
  }
  if (required.length > 1)
    add('the required fields are in another order', 'same', put('required', required.toReversed()));
  add('the fields are in another order', 'same', (copy) => {
    copy['properties'] = Object.fromEntries(Object.entries(properties).reverse());
  });
}

function put(name: string, value: unknown): SchemaEdit['change'] {
  return (copy) => {
    copy[name] = value;
  };
}

function drop(name: string): SchemaEdit['change'] {
  return (copy) => {
    delete copy[name];
  };
}

function rename(
  copy: JsonObject,
  { ...properties }: JsonObject,
  required: readonly string[],
  name: string,
): void {
  copy['properties'] = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key === name ? 'mutated' : key, value]),
  );
  copy['required'] = required.map((each) => (each === name ? 'mutated' : each));
}

function toFlag(copy: JsonObject): void {
  for (const key of ['format', 'pattern', 'minLength', 'maxLength', 'default']) delete copy[key];
  copy['type'] = 'boolean';
}
