import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readAt, splitPointer } from '../../contract/resolve-reference.ts';

type Json = Record<string, unknown>;

/** Two versions of a document. */
export interface DiffCase {
  title: string;
  before: Json;
  after: Json;
  breaks: boolean;
  /** Whether the change has no effect on requests and responses. */
  isSame?: boolean;
}

function readYaml(file: string): ReturnType<typeof parse> {
  return parse(readFileSync(path.resolve(file), 'utf8'));
}

type Edits = Record<string, unknown>;

/**
 * Changes a copy of a document.
 * @param places the names that pointers may start with
 */
function change(document: Json, edits: Edits, places: Record<string, string>): Json {
  const toKeys = (pointer: string): string[] => {
    const [name = ''] = pointer.split('/');
    return splitPointer(pointer.replace(/^[^/]*/, name === '' ? '' : (places[name] ?? name)));
  };
  const changed = structuredClone(document);
  for (const [pointer, value] of Object.entries(edits)) {
    const keys = toKeys(pointer);
    const key = keys.pop() ?? '';
    const parent = readAt(changed, keys);
    if (typeof parent !== 'object' || parent === null) throw new Error(`${pointer} has no parent`);
    const { $from } = Object(value);
    const content: unknown = $from === undefined ? value : readAt(document, toKeys($from));
    if (Array.isArray(parent) && content === null) parent.splice(Number(key), 1);
    else if (Array.isArray(parent) && /^-+$/.test(key)) parent.push(structuredClone(content));
    else if (content === null) Reflect.deleteProperty(parent, key);
    else Reflect.set(parent, key, structuredClone(content));
  }
  return changed;
}

interface CaseFile {
  places: Record<string, string>;
  breaking: Record<string, Edits | { before: Edits; after: Edits }>;
  compatible: CaseFile['breaking'];
}

/** Reads the changes of a document. Those without other edits share the original, whose references are then read once. */
function readChanges(name: string, document: string): DiffCase[] {
  const original: Json = readYaml(document);
  const { places, breaking, compatible }: CaseFile = readYaml(`test/diff-cases/${name}-cases.yaml`);
  return Object.entries({ ...breaking, ...compatible }).map(([title, edits]) => {
    const isTwice = 'before' in edits;
    const before = isTwice ? change(original, Object(edits.before), places) : original;
    const after = change(before, isTwice ? Object(edits.after) : edits, places);
    return { title, before, after, breaks: title in breaking };
  });
}

export const documentCases = {
  site: readChanges('site', 'spec/openapi.yaml'),
  pets: readChanges('pets', 'test/diff-cases/pets.yaml'),
  orders: readChanges('orders', 'test/diff-cases/orders.yaml'),
};

/** Pairs of schemas: the second allows fewer, more or the same values, or neither. */
export const schemaCases = Object.entries<Record<string, [unknown, unknown]>>(
  readYaml('test/diff-cases/schemas.yaml'),
).flatMap(([relation, pairs]) =>
  Object.entries(pairs).flatMap(([title, [from, to]]) => [
    { title, from, to, relation },
    {
      title: `${title}, undone`,
      from: to,
      to: from,
      relation: relation === 'narrower' ? 'wider' : relation,
    },
  ]),
);

/** Creates a document with one operation whose request and response contain values of a schema. */
export function toDocument(schema: unknown): Json {
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'Found.', content } };
  return api({
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, content },
        responses: done,
      },
      get: { operationId: 'getThing', responses },
    },
  });
}

function api(paths: object, more: object = {}): Json {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths, ...more };
}

const done = { 204: { description: 'Done.' } };
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const flow = { tokenUrl: 'https://id.example/t', scopes: { r: '', w: '' } };
const securitySchemes = {
  key,
  token: key,
  moved: { ...key, name: 'X-Other' },
  other: { type: 'apiKey', in: 'query', name: 'key' },
  oauth: { type: 'oauth2', flows: { clientCredentials: flow } },
};
const animal = (property: object): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' }, ...property },
});
const animals = {
  Dog: animal({ name: { type: 'string' } }),
  Cat: animal({ lives: { type: 'integer' } }),
};

/** Schemas that inherit from one with a discriminator. */
const inherit = (property: string): object => ({
  allOf: [
    { $ref: '#/components/schemas/Vehicle' },
    { type: 'object', properties: { [property]: { type: 'integer' } } },
  ],
});
const vehicles = {
  Vehicle: { ...animal({ name: { type: 'string' } }), discriminator: { propertyName: 'kind' } },
  Car: inherit('doors'),
  Bike: inherit('gears'),
};

/** Puts the part of a document that a group of cases names into a whole document. */
function toElementDocument(group: string, part: Json): Json {
  const post = (operation: object, more: object = {}): Json =>
    api({ '/things/{id}': { post: { operationId: 'act', responses: done, ...operation } } }, more);
  const hook = { responses: done, ...part };
  const body = (type: string, schema: unknown) => ({
    required: true,
    content: { [type]: { schema } },
  });
  const [kind, mediaType = 'application/json'] = group.split(' ');
  switch (kind) {
    case 'document':
      return { ...api({}), ...part };
    case 'paths':
      return api(part);
    case 'operation':
      return post(part);
    case 'query':
      return post({ parameters: [{ name: 'q', in: 'query', schema: part }] });
    case 'parameter':
      return post({ parameters: [{ name: 'q', in: 'query', ...part }] });
    case 'body':
      return post({ requestBody: body(mediaType, part) });
    case 'content':
      return post({ requestBody: { required: true, content: part } });
    case 'responses':
      return post({ responses: part });
    case 'response':
      return post({ responses: { 200: { ...body(mediaType, part), description: 'Found.' } } });
    case 'headers':
      return post({ responses: { 200: { description: 'Found.', headers: part } } });
    case 'security':
      return post({ security: part }, { components: { securitySchemes } });
    case 'servers':
      return post({}, { servers: part });
    case 'webhook':
      return api({}, { webhooks: { happened: { post: hook } } });
    case 'event':
      return toElementDocument('webhook', { requestBody: body(mediaType, part) });
    case 'callback':
      return post({ callbacks: { told: { '{$request.body#/url}': { post: hook } } } });
    case 'vehicles': {
      const isResponse = mediaType === 'response';
      const name = isResponse || mediaType.includes('/') ? 'Vehicle' : mediaType;
      const items = { $ref: `#/components/schemas/${name}` };
      const content = { 'application/json': { schema: { type: 'array', items } } };
      const responses = { 200: { description: 'Found.', content } };
      const operation = isResponse ? { responses } : { requestBody: { required: true, content } };
      return post(operation, { components: { schemas: { ...vehicles, ...part } } });
    }
    case 'animals': {
      const { schemas, ...more } = part;
      const discriminator = { propertyName: 'kind', ...more };
      const oneOf = Object.keys(animals).map((name) => ({ $ref: `#/components/schemas/${name}` }));
      const requestBody = body(mediaType, { oneOf, discriminator });
      return post({ requestBody }, { components: { schemas: { ...animals, ...Object(schemas) } } });
    }
    default:
      throw new Error(`unknown group: ${group}`);
  }
}

const many = Array.from({ length: 700 }, (_, index) => `value ${index}`);
const alternatives = (limit: object) => ({
  oneOf: many.slice(0, 60).map((kind) => ({
    type: 'object',
    required: ['kind', 'name'],
    properties: { kind: { const: kind }, name: { type: 'string', ...limit } },
  })),
});
const large = {
  'one of 700 values': [{ enum: many }, { enum: many.slice(1) }],
  '60 alternatives': [alternatives({}), alternatives({ maxLength: 9 })],
};

/** Changes of elements of OpenAPI, and the opposite changes. */
export const elementCases = Object.entries<Record<string, Record<string, [Json, Json]>>>({
  ...readYaml('test/diff-cases/elements.yaml'),
  'body application/json ': { breaks: large },
}).flatMap(([group, verdicts]) =>
  Object.entries(verdicts).flatMap(([verdict, cases]) =>
    Object.entries(cases).flatMap(([title, pair]): DiffCase[] => {
      const [before, after] = pair.map((part) => toElementDocument(group, part)) as [Json, Json];
      const breaks = verdict === 'breaks' || verdict === 'breaks both ways';
      const isSame = verdict === 'same';
      const undone = { title: `${title}, undone`, before: after, after: before };
      return [
        { title, before, after, breaks, isSame },
        { ...undone, breaks: verdict.startsWith('breaks '), isSame },
      ];
    }),
  ),
);
