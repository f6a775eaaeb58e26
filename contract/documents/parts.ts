import { escapePointer, isRecord, readAt, splitPointer, toPointer } from '../resolve-reference.ts';

/** The kinds of objects in an OpenAPI document, by the names of the specification. */
export type PartKind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'header'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'link'
  | 'securityScheme'
  | 'schema';

type Json = Record<string, unknown>;

/** An object of a document, and where it is. */
export interface Part {
  kind: PartKind;
  value: Json;
  /** The object that contains it. Undefined for the first part of a walk. */
  parent: Part | undefined;
  /** The keys from the parent to the part, in reverse order if there are two. */
  keys: readonly string[];
}

/** How a field contains parts: one, a list, a map by name, or (`items` in older documents) one or a list. */
type Holding = 'one' | 'list' | 'map' | 'one or list';

type Field = readonly [holding: Holding, kind: PartKind];

type Fields = Readonly<Record<string, Field>>;

const schemaFields: Fields = {
  properties: ['map', 'schema'],
  patternProperties: ['map', 'schema'],
  dependentSchemas: ['map', 'schema'],
  $defs: ['map', 'schema'],
  definitions: ['map', 'schema'],
  allOf: ['list', 'schema'],
  anyOf: ['list', 'schema'],
  oneOf: ['list', 'schema'],
  prefixItems: ['list', 'schema'],
  items: ['one or list', 'schema'],
  additionalItems: ['one', 'schema'],
  additionalProperties: ['one', 'schema'],
  unevaluatedProperties: ['one', 'schema'],
  unevaluatedItems: ['one', 'schema'],
  propertyNames: ['one', 'schema'],
  contains: ['one', 'schema'],
  contentSchema: ['one', 'schema'],
  not: ['one', 'schema'],
  if: ['one', 'schema'],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: ['one', 'schema'],
  else: ['one', 'schema'],
};

const operationFields: Fields = {
  parameters: ['list', 'parameter'],
  requestBody: ['one', 'requestBody'],
  responses: ['map', 'response'],
  callbacks: ['map', 'callback'],
};

const methodNames = [
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'],
  // OpenAPI 3.2.
  'query',
];

const methodFields: Fields = Object.fromEntries(
  methodNames.map((method) => [method, ['one', 'operation']]),
);

const headerFields: Fields = {
  schema: ['one', 'schema'],
  // Swagger 2.0: a parameter or header is its own schema.
  items: ['one', 'schema'],
  content: ['map', 'mediaType'],
  examples: ['map', 'example'],
};

/** The fields of each kind that contain further parts, in all versions. */
const fieldsByKind: Readonly<Record<PartKind, Fields>> = {
  document: {
    paths: ['map', 'pathItem'],
    webhooks: ['map', 'pathItem'],
    components: ['one', 'components'],
    // Swagger 2.0.
    definitions: ['map', 'schema'],
    parameters: ['map', 'parameter'],
    responses: ['map', 'response'],
    securityDefinitions: ['map', 'securityScheme'],
  },
  components: {
    schemas: ['map', 'schema'],
    parameters: ['map', 'parameter'],
    responses: ['map', 'response'],
    requestBodies: ['map', 'requestBody'],
    headers: ['map', 'header'],
    examples: ['map', 'example'],
    links: ['map', 'link'],
    callbacks: ['map', 'callback'],
    pathItems: ['map', 'pathItem'],
    securitySchemes: ['map', 'securityScheme'],
    mediaTypes: ['map', 'mediaType'],
  },
  pathItem: {
    ...methodFields,
    parameters: ['list', 'parameter'],
    // OpenAPI 3.2.
    additionalOperations: ['map', 'operation'],
  },
  operation: operationFields,
  // Its fields are expressions, each with a path item.
  callback: {},
  parameter: headerFields,
  header: headerFields,
  requestBody: { content: ['map', 'mediaType'] },
  response: {
    headers: ['map', 'header'],
    content: ['map', 'mediaType'],
    links: ['map', 'link'],
    // Swagger 2.0.
    schema: ['one', 'schema'],
  },
  mediaType: {
    schema: ['one', 'schema'],
    // OpenAPI 3.2.
    itemSchema: ['one', 'schema'],
    examples: ['map', 'example'],
    encoding: ['map', 'encoding'],
  },
  encoding: { headers: ['map', 'header'] },
  example: {},
  link: {},
  securityScheme: {},
  schema: schemaFields,
};

/** The same, in a form that is faster to search. */
const fieldsOf: ReadonlyMap<string, ReadonlyMap<string, Field>> = new Map(
  Object.entries(fieldsByKind).map(([kind, fields]) => [kind, new Map(Object.entries(fields))]),
);

const noFields: ReadonlyMap<string, Field> = new Map();

/** Lists the parts that a part contains. Values, such as examples, and extensions contain none. */
export function listChildren(part: Part): Part[] {
  const children: Part[] = [];
  const add = (kind: PartKind, value: unknown, ...keys: readonly string[]): void => {
    if (isRecord(value)) children.push({ kind, value, parent: part, keys });
  };
  if (part.kind === 'callback') {
    for (const [name, item] of Object.entries(part.value)) add('pathItem', item, name);
    return children;
  }
  const fields = fieldsOf.get(part.kind) ?? noFields;
  for (const name of Object.keys(part.value)) {
    const field = fields.get(name);
    const value = part.value[name];
    if (field === undefined || typeof value !== 'object' || value === null) continue;
    const [holding, kind] = field;
    if (Array.isArray(value)) {
      if (holding !== 'list' && holding !== 'one or list') continue;
      for (const [index, item] of value.entries()) add(kind, item, String(index), name);
    } else if (holding === 'map') {
      for (const [key, item] of Object.entries(value)) {
        if (!isExtension(kind, key)) add(kind, item, key, name);
      }
    } else add(kind, value, name);
  }
  return children;
}

/** What a field must contain. */
const expected: Readonly<Record<Holding, string>> = {
  one: 'an object',
  list: 'a list of objects',
  map: 'an object of objects',
  'one or list': 'an object or a list of objects',
};

/** The fields of a schema where a boolean is usual, and stays one. */
const booleanFields = new Set([
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
  'unevaluatedItems',
]);

/**
 * Makes the fields of a part uniform, so that readers need not look: empty fields of YAML disappear, and the schemas `true`
 * and `false` become objects. Returns what is wrong with a field that contains something else than parts, if one does.
 */
export function tidyFields({
  kind,
  value: part,
}: Part): { name: string; must: string } | undefined {
  const fields = fieldsOf.get(kind) ?? noFields;
  for (const name of Object.keys(part)) {
    const field = fields.get(name);
    if (field === undefined) continue;
    const [holding, childKind] = field;
    const value = part[name];
    if (value === null) {
      delete part[name];
      continue;
    }
    if (booleanFields.has(name) && typeof value === 'boolean') continue;
    const isTidy = holdsParts(part, name, holding, childKind);
    if (!isTidy) return { name, must: `must be ${expected[holding]}` };
  }
  return undefined;
}

function holdsParts(owner: Json, name: string, holding: Holding, kind: PartKind): boolean {
  const value = owner[name];
  if (Array.isArray(value)) {
    if (!holding.includes('list')) return false;
    for (const index of value.keys()) if (!tidyItem(value, index, kind)) return false;
    return true;
  }
  if (holding === 'list') return false;
  if (holding !== 'map') return tidyItem(owner, name, kind);
  if (!isRecord(value)) return false;
  for (const key of Object.keys(value)) {
    if (isExtension(kind, key)) continue;
    if (value[key] === null) value[key] = {};
    if (!tidyItem(value, key, kind)) return false;
  }
  return true;
}

/** Whether a key of a map of parts is an extension. Schemas and headers may have such names. */
function isExtension(kind: PartKind, key: string): boolean {
  return key.startsWith('x-') && kind !== 'schema' && kind !== 'header';
}

/** Whether an item is a part. A schema that is a boolean becomes an object. */
function tidyItem(owner: object, key: string | number, kind: PartKind): boolean {
  const item: unknown = Reflect.get(owner, key);
  if (kind !== 'schema' || typeof item !== 'boolean') return isRecord(item);
  Reflect.set(owner, key, item ? {} : { not: {} });
  return true;
}

/** The JSON Pointer of a part, from the start of the walk. */
export function toPartPointer(part: Part): string {
  const steps: string[] = [];
  for (let at: Part | undefined = part; at !== undefined; at = at.parent) steps.push(...at.keys);
  return steps
    .reverse()
    .map((key) => `/${escapePointer(key)}`)
    .join('');
}

/** Creates the first part of a walk. */
export function toRoot(value: Json, kind: PartKind = 'document', pointer = ''): Part {
  return { kind, value, parent: undefined, keys: splitPointer(pointer).reverse() };
}

/**
 * Visits all parts of a bundled document, and those that its references lead to, each before those inside it. The visitor may
 * change the part.
 */
export function walkDocument(document: Json, visit: (part: Part) => void): void {
  const visited = new Set<object>();
  const followed = new Set<string>();
  const waiting = [toRoot(document)];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (visited.has(part.value)) continue;
    visited.add(part.value);
    visit(part);
    const { $ref } = part.value;
    if (typeof $ref === 'string' && !followed.has($ref)) {
      followed.add($ref);
      const pointer = toPointer($ref);
      const target = readAt(document, pointer);
      if (isRecord(target)) waiting.push(toRoot(target, part.kind, pointer));
    }
    // In the order of the document.
    for (const child of listChildren(part).reverse()) waiting.push(child);
  }
}
