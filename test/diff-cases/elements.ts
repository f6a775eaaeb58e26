/** Whether a change breaks clients, and whether the opposite change does. */
type Verdict = 'breaks' | 'is safe';

/** Two versions of a document, and the verdict for the change from the first to the second, and for the way back. */
export type ElementCase = readonly [
  title: string,
  before: object,
  after: object,
  forward: Verdict,
  backward: Verdict,
];

const text = { type: 'string' };
const integer = { type: 'integer' };
const list = { type: 'array', items: text };
const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
const done = { 204: { description: 'Done.' } };

/** A document with these paths. */
function api(paths: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths, ...more };
}

/** A document with one operation. */
function post(operation: object, more: object = {}): object {
  return api(
    { '/things/{id}': { post: { operationId: 'act', responses: done, ...operation } } },
    more,
  );
}

const parameter = (keywords: object, place = 'query', name = 'q'): object =>
  post({ parameters: [{ name, in: place, ...keywords }] });
const query = (schema: object, more: object = {}): object => parameter({ schema, ...more });
const body = (schema: object, type = 'application/json', more: object = {}): object =>
  post({ requestBody: { required: true, content: { [type]: { schema, ...more } } } });
const form = 'application/x-www-form-urlencoded';
const responses = (value: object): object => post({ responses: value });
const response = (schema: object, type = 'application/json'): object =>
  responses({ 200: { description: 'Found.', content: { [type]: { schema } } } });
const headers = (value: object): object =>
  responses({ 200: { description: 'Found.', headers: value } });
const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  other: { type: 'apiKey', in: 'query', name: 'key' },
  oauth: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://id.example/t', scopes: { r: '', w: '' } } },
  },
};
const secured = (security: readonly object[], own: object = schemes): object =>
  post({ security }, { components: { securitySchemes: own } });
const server = (...servers: object[]): object => post({}, { servers });
const webhook = (operation: object): object =>
  api({}, { webhooks: { happened: { post: { responses: done, ...operation } } } });
const event = (schema: object): object =>
  webhook({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const callback = (operation: object): object =>
  post({
    callbacks: { told: { '{$request.body#/url}': { post: { responses: done, ...operation } } } },
  });

const parameters: readonly ElementCase[] = [
  ['a query parameter', post({}), query(text), 'is safe', 'breaks'],
  ['a required query parameter', post({}), query(text, { required: true }), 'breaks', 'breaks'],
  ['a header', post({}), parameter({ schema: text }, 'header', 'X-A'), 'is safe', 'breaks'],
  ['a cookie', post({}), parameter({ schema: text }, 'cookie'), 'is safe', 'breaks'],
  [
    'an ignored header',
    post({}),
    parameter({ schema: text, required: true }, 'header', 'Accept'),
    'is safe',
    'is safe',
  ],
  ['a parameter is required', query(text), query(text, { required: true }), 'breaks', 'is safe'],
  ['another place', query(text), parameter({ schema: text }, 'header'), 'breaks', 'breaks'],
  [
    'the case of a header',
    parameter({ schema: text }, 'header', 'X-A'),
    parameter({ schema: text }, 'header', 'x-a'),
    'is safe',
    'is safe',
  ],
  [
    'the case of a query parameter',
    query(text),
    parameter({ schema: text }, 'query', 'Q'),
    'breaks',
    'breaks',
  ],
  ['a type', query(integer), query(text), 'is safe', 'breaks'],
  ['number to integer', query({ type: 'number' }), query(integer), 'breaks', 'is safe'],
  ['boolean to text', query({ type: 'boolean' }), query(text), 'is safe', 'breaks'],
  ['an enum', query(text), query({ enum: ['a', 'b'] }), 'breaks', 'is safe'],
  ['numbers as text', query({ enum: [1, 2] }), query({ enum: ['1', '2'] }), 'is safe', 'is safe'],
  [
    'a union with the same texts',
    query(text),
    query({ oneOf: [text, integer, { type: 'boolean' }] }),
    'is safe',
    'is safe',
  ],
  ['null cannot be sent', query({ type: ['string', 'null'] }), query(text), 'is safe', 'is safe'],
  ['a list instead of one value', query(text), query(list), 'is safe', 'breaks'],
  [
    'a list with commas instead of text',
    query(text),
    query(list, { explode: false }),
    'is safe',
    'is safe',
  ],
  ['explode', query(list), query(list, { explode: false }), 'breaks', 'breaks'],
  ['explode of a plain value', query(text), query(text, { explode: false }), 'is safe', 'is safe'],
  [
    'pipes',
    query(list, { explode: false }),
    query(list, { explode: false, style: 'pipeDelimited' }),
    'breaks',
    'breaks',
  ],
  [
    'deepObject',
    query(object({ a: text }), { style: 'deepObject' }),
    query(object({ a: text })),
    'breaks',
    'breaks',
  ],
  [
    'the style that is the default',
    query(list),
    query(list, { style: 'form', explode: true }),
    'is safe',
    'is safe',
  ],
  ['reserved characters', query(text), query(text, { allowReserved: true }), 'is safe', 'breaks'],
  ['an empty value', query(text), query(text, { allowEmptyValue: true }), 'is safe', 'breaks'],
  ['a default', query(integer), query({ ...integer, default: 1 }), 'is safe', 'breaks'],
  [
    'another default',
    query({ ...integer, default: 1 }),
    query({ ...integer, default: 2 }),
    'breaks',
    'breaks',
  ],
  [
    'the default of a required parameter',
    query({ ...integer, default: 1 }, { required: true }),
    query({ ...integer, default: 2 }, { required: true }),
    'is safe',
    'is safe',
  ],
  [
    'JSON in a parameter',
    query(object({ a: text })),
    parameter({ content: { 'application/json': { schema: object({ a: text }) } } }),
    'breaks',
    'breaks',
  ],
  [
    'a field of JSON in a parameter',
    parameter({ content: { 'application/json': { schema: object({ a: integer }) } } }),
    parameter({ content: { 'application/json': { schema: object({ a: text }) } } }),
    'breaks',
    'breaks',
  ],
  ['a maximum length', query(text), query({ ...text, maxLength: 3 }), 'breaks', 'is safe'],
  [
    'a maximum',
    query({ ...integer, maximum: 9 }),
    query({ ...integer, maximum: 10 }),
    'is safe',
    'breaks',
  ],
  ['a maximum number of items', query(list), query({ ...list, maxItems: 2 }), 'breaks', 'is safe'],
  ['the type of items', query(list), query({ ...list, items: integer }), 'breaks', 'is safe'],
  [
    'an undeclared path parameter gets an enum',
    post({}),
    parameter({ schema: { enum: ['a'] }, required: true }, 'path', 'id'),
    'breaks',
    'is safe',
  ],
  [
    'an undeclared path parameter is declared',
    post({}),
    parameter({ schema: text, required: true }, 'path', 'id'),
    'is safe',
    'is safe',
  ],
  [
    'a path parameter must be a number',
    parameter({ schema: text, required: true }, 'path', 'id'),
    parameter({ schema: integer, required: true }, 'path', 'id'),
    'breaks',
    'is safe',
  ],
  [
    'a parameter is deprecated',
    query(text),
    query(text, { deprecated: true }),
    'is safe',
    'is safe',
  ],
  [
    'two required parameters',
    post({}),
    post({
      parameters: [
        { name: 'a', in: 'query', required: true, schema: text },
        { name: 'b', in: 'query', required: true, schema: text },
      ],
    }),
    'breaks',
    'breaks',
  ],
];

const bodies: readonly ElementCase[] = [
  [
    'an optional body',
    post({}),
    post({ requestBody: { content: { 'application/json': { schema: text } } } }),
    'is safe',
    'breaks',
  ],
  ['a required body', post({}), body(text), 'breaks', 'breaks'],
  [
    'a media type',
    body(text),
    post({
      requestBody: {
        required: true,
        content: { 'application/json': { schema: text }, 'text/plain': { schema: text } },
      },
    }),
    'is safe',
    'breaks',
  ],
  ['a range of media types', body(text), body(text, 'application/*'), 'is safe', 'breaks'],
  ['any media type', body(text), body(text, '*/*'), 'is safe', 'breaks'],
  ['a charset', body(text), body(text, 'application/json; charset=utf-8'), 'is safe', 'is safe'],
  [
    'a version of a media type',
    body(text, 'application/vnd.x+json; version=1'),
    body(text, 'application/vnd.x+json; version=2'),
    'breaks',
    'breaks',
  ],
  ['the case of a media type', body(text), body(text, 'Application/JSON'), 'is safe', 'is safe'],
  [
    'an integer in a form becomes text',
    body(object({ a: integer }), form),
    body(object({ a: text }), form),
    'is safe',
    'breaks',
  ],
  [
    'an integer in XML becomes text',
    body(object({ a: integer }), 'application/xml'),
    body(object({ a: text }), 'application/xml'),
    'is safe',
    'breaks',
  ],
  [
    'an integer in JSON becomes text',
    body(object({ a: integer })),
    body(object({ a: text })),
    'breaks',
    'breaks',
  ],
  [
    'an integer in a part becomes text',
    body(object({ a: integer }), 'multipart/form-data'),
    body(object({ a: text }), 'multipart/form-data'),
    'is safe',
    'breaks',
  ],
  [
    'an integer in a JSON part becomes text',
    body(object({ a: object({ b: integer }) }), 'multipart/form-data'),
    body(object({ a: object({ b: text }) }), 'multipart/form-data'),
    'breaks',
    'breaks',
  ],
  [
    'the name of an XML element',
    body(object({ a: text }), 'application/xml'),
    body(object({ a: { ...text, xml: { name: 'b' } } }), 'application/xml'),
    'breaks',
    'breaks',
  ],
  [
    'XML names in JSON',
    body(object({ a: text })),
    body(object({ a: { ...text, xml: { name: 'b' } } })),
    'is safe',
    'is safe',
  ],
  [
    'a field of a form',
    body(object({ a: text }), form),
    body(object({ a: text, b: text }), form),
    'is safe',
    'breaks',
  ],
  [
    'a required field of a form',
    body(object({ a: text, b: text }), form),
    body(object({ a: text, b: text }, { required: ['b'] }), form),
    'breaks',
    'is safe',
  ],
  [
    'the style of a field',
    body(object({ a: list }), form),
    body(object({ a: list }), form, { encoding: { a: { explode: false } } }),
    'breaks',
    'breaks',
  ],
  [
    'the media type of a part',
    body(object({ a: {} }), 'multipart/form-data'),
    body(object({ a: {} }), 'multipart/form-data', {
      encoding: { a: { contentType: 'image/png' } },
    }),
    'breaks',
    'breaks',
  ],
  [
    'a header of a part',
    body(object({ a: {} }), 'multipart/form-data'),
    body(object({ a: {} }), 'multipart/form-data', {
      encoding: { a: { headers: { 'X-B': { required: true, schema: text } } } },
    }),
    'breaks',
    'is safe',
  ],
  [
    'a default of a field',
    body(object({ a: text })),
    body(object({ a: { ...text, default: 'x' } })),
    'is safe',
    'breaks',
  ],
  [
    'a read-only field',
    body(object({ a: text, b: text })),
    body(object({ a: text, b: { ...text, readOnly: true } })),
    'breaks',
    'is safe',
  ],
  [
    'a required read-only field',
    body(object({ a: text })),
    body(object({ a: text, b: { ...text, readOnly: true } }, { required: ['b'] })),
    'is safe',
    'is safe',
  ],
  [
    'a write-only field',
    body(object({ a: text })),
    body(object({ a: { ...text, writeOnly: true } })),
    'is safe',
    'is safe',
  ],
  [
    'a deprecated field',
    body(object({ a: text })),
    body(object({ a: { ...text, deprecated: true } })),
    'is safe',
    'is safe',
  ],
  [
    'two required fields',
    body(object({ a: text, b: text })),
    body(object({ a: text, b: text }, { required: ['a', 'b'] })),
    'breaks',
    'is safe',
  ],
  [
    'bytes described in the old way',
    body({ type: 'string', format: 'binary' }, 'application/octet-stream'),
    body({}, 'application/octet-stream'),
    'is safe',
    'is safe',
  ],
];

const answers: readonly ElementCase[] = [
  [
    'a success status',
    responses(done),
    responses({ ...done, 202: { description: 'x' } }),
    'breaks',
    'is safe',
  ],
  [
    'an error status',
    responses(done),
    responses({ ...done, 404: { description: 'x' } }),
    'is safe',
    'is safe',
  ],
  [
    'a redirect',
    responses(done),
    responses({ ...done, 302: { description: 'x' } }),
    'breaks',
    'is safe',
  ],
  [
    'default',
    responses(done),
    responses({ ...done, default: { description: 'x' } }),
    'is safe',
    'is safe',
  ],
  [
    'a range',
    responses({ 200: { description: 'x' } }),
    responses({ '2XX': { description: 'x' } }),
    'breaks',
    'is safe',
  ],
  [
    'another success status',
    responses({ 200: { description: 'x' } }),
    responses({ 201: { description: 'x' } }),
    'breaks',
    'breaks',
  ],
  ['a body', responses({ 200: { description: 'x' } }), response(text), 'is safe', 'breaks'],
  ['a media type', response(text), response(text, 'text/plain'), 'breaks', 'breaks'],
  ['a range of media types', response(text), response(text, 'application/*'), 'is safe', 'is safe'],
  [
    'a required field',
    response(object({ a: text })),
    response(object({ a: text }, { required: ['a'] })),
    'is safe',
    'breaks',
  ],
  [
    'a new field',
    response(object({ a: text })),
    response(object({ a: text, b: text })),
    'is safe',
    'is safe',
  ],
  [
    'a new field of a closed object',
    response(object({ a: text }, { additionalProperties: false })),
    response(object({ a: text, b: text }, { additionalProperties: false })),
    'breaks',
    'is safe',
  ],
  [
    'a write-only field',
    response(object({ a: text }, { required: ['a'] })),
    response(object({ a: { ...text, writeOnly: true } }, { required: ['a'] })),
    'breaks',
    'is safe',
  ],
  [
    'a read-only field',
    response(object({ a: text })),
    response(object({ a: { ...text, readOnly: true } })),
    'is safe',
    'is safe',
  ],
  ['null', response(text), response({ type: ['string', 'null'] }), 'breaks', 'is safe'],
  ['an enum', response({ enum: ['a'] }), response({ enum: ['a', 'b'] }), 'breaks', 'is safe'],
  [
    'the default of a field',
    response(object({ a: { ...text, default: 'x' } })),
    response(object({ a: { ...text, default: 'y' } })),
    'is safe',
    'is safe',
  ],
  ['a header', headers({}), headers({ 'X-A': { schema: text } }), 'is safe', 'is safe'],
  [
    'a required header',
    headers({}),
    headers({ 'X-A': { required: true, schema: text } }),
    'is safe',
    'breaks',
  ],
  [
    'a header is always sent',
    headers({ 'X-A': { schema: text } }),
    headers({ 'X-A': { required: true, schema: text } }),
    'is safe',
    'breaks',
  ],
  [
    'the case of a header',
    headers({ 'X-A': { required: true, schema: text } }),
    headers({ 'x-a': { required: true, schema: text } }),
    'is safe',
    'is safe',
  ],
  [
    'the type of a header',
    headers({ 'X-A': { schema: text } }),
    headers({ 'X-A': { schema: integer } }),
    'is safe',
    'breaks',
  ],
  [
    'links',
    responses(done),
    responses({ 204: { description: 'x', links: { next: { operationId: 'act' } } } }),
    'is safe',
    'is safe',
  ],
];

const access: readonly ElementCase[] = [
  ['a key', secured([]), secured([{ key: [] }]), 'breaks', 'is safe'],
  ['an optional key', secured([]), secured([{}, { key: [] }]), 'is safe', 'is safe'],
  [
    'an alternative',
    secured([{ key: [] }]),
    secured([{ key: [] }, { oauth: ['r'] }]),
    'is safe',
    'breaks',
  ],
  ['two keys', secured([{ key: [] }]), secured([{ key: [], other: [] }]), 'breaks', 'is safe'],
  ['a scope', secured([{ oauth: ['r'] }]), secured([{ oauth: ['r', 'w'] }]), 'breaks', 'is safe'],
  ['another scheme', secured([{ key: [] }]), secured([{ other: [] }]), 'breaks', 'breaks'],
  [
    'the name of a scheme',
    secured([{ key: [] }]),
    secured([{ token: [] }], { token: schemes.key }),
    'is safe',
    'is safe',
  ],
  [
    'the header of a key',
    secured([{ key: [] }]),
    secured([{ key: [] }], { key: { ...schemes.key, name: 'X-Other' } }),
    'breaks',
    'breaks',
  ],
  [
    'a server',
    server({ url: 'https://a.example' }),
    server({ url: 'https://a.example' }, { url: 'https://b.example' }),
    'is safe',
    'breaks',
  ],
  [
    'another server',
    server({ url: 'https://a.example' }),
    server({ url: 'https://b.example' }),
    'breaks',
    'breaks',
  ],
  ['the first servers', post({}), server({ url: 'https://a.example' }), 'is safe', 'breaks'],
  [
    'a trailing slash',
    server({ url: 'https://a.example/v1' }),
    server({ url: 'https://a.example/v1/' }),
    'is safe',
    'is safe',
  ],
  [
    'a value of a server variable',
    server({ url: 'https://{a}.example', variables: { a: { default: 'x', enum: ['x'] } } }),
    server({ url: 'https://{a}.example', variables: { a: { default: 'x', enum: ['x', 'y'] } } }),
    'is safe',
    'breaks',
  ],
  [
    'a prefix moves from the server into the paths',
    api({ '/a': { get: { responses: done } } }, { servers: [{ url: 'https://a.example/v1' }] }),
    api({ '/v1/a': { get: { responses: done } } }, { servers: [{ url: 'https://a.example' }] }),
    'is safe',
    'is safe',
  ],
];

const operations: readonly ElementCase[] = [
  [
    'an operation',
    api({ '/a': {} }),
    api({ '/a': { get: { responses: done } } }),
    'is safe',
    'breaks',
  ],
  [
    'another method',
    api({ '/a': { post: { responses: done } } }),
    api({ '/a': { put: { responses: done } } }),
    'breaks',
    'breaks',
  ],
  [
    'another path',
    api({ '/a': { get: { responses: done } } }),
    api({ '/b': { get: { responses: done } } }),
    'breaks',
    'breaks',
  ],
  [
    'the name of a path parameter',
    api({ '/a/{b}': { get: { responses: done } } }),
    api({ '/a/{c}': { get: { responses: done } } }),
    'is safe',
    'is safe',
  ],
  ['operationId', post({}), post({ operationId: 'other' }), 'is safe', 'is safe'],
  ['tags', post({}), post({ tags: ['x'] }), 'is safe', 'is safe'],
  ['deprecated', post({}), post({ deprecated: true }), 'is safe', 'is safe'],
  ['a webhook', api({}), webhook({}), 'is safe', 'breaks'],
  [
    'a field of an event',
    event(object({ a: text })),
    event(object({ a: text, b: text })),
    'is safe',
    'is safe',
  ],
  [
    'a required field of an event',
    event(object({ a: text })),
    event(object({ a: text }, { required: ['a'] })),
    'is safe',
    'breaks',
  ],
  [
    'the type of a field of an event',
    event(object({ a: text })),
    event(object({ a: integer })),
    'breaks',
    'breaks',
  ],
  ['an enum of an event', event({ enum: ['a'] }), event({ enum: ['a', 'b'] }), 'breaks', 'is safe'],
  [
    'a parameter of an event',
    webhook({}),
    webhook({ parameters: [{ name: 'q', in: 'query', required: true, schema: text }] }),
    'is safe',
    'breaks',
  ],
  [
    'the response to an event',
    webhook({}),
    webhook({ responses: { 200: { description: 'x' } } }),
    'breaks',
    'breaks',
  ],
  [
    'another response to an event',
    webhook({}),
    webhook({ responses: { ...done, 200: { description: 'x' } } }),
    'is safe',
    'breaks',
  ],
  ['a callback', post({}), callback({}), 'is safe', 'breaks'],
  [
    'a type in a callback',
    callback({ requestBody: { content: { 'application/json': { schema: object({ a: text }) } } } }),
    callback({
      requestBody: { content: { 'application/json': { schema: object({ a: integer }) } } },
    }),
    'breaks',
    'breaks',
  ],
  [
    'one of two callbacks with the same URL',
    post({
      callbacks: {
        a: { '{$request.body#/u}': { post: { responses: done } } },
        b: {
          '{$request.body#/u}': {
            post: {
              responses: done,
              requestBody: { content: { 'application/json': { schema: text } } },
            },
          },
        },
      },
    }),
    post({
      callbacks: {
        a: { '{$request.body#/u}': { post: { responses: done } } },
        b: {
          '{$request.body#/u}': {
            post: {
              responses: done,
              requestBody: { content: { 'application/json': { schema: integer } } },
            },
          },
        },
      },
    }),
    'breaks',
    'breaks',
  ],
];

const dog = object({ kind: { const: 'dog' }, name: text }, { required: ['kind'] });
const cat = object({ kind: { const: 'cat' }, lives: integer }, { required: ['kind'] });
const open = [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })];
const mapped = (mapping: object, propertyName = 'kind'): object => ({
  oneOf: [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Cat' }],
  discriminator: { propertyName, mapping },
});
const animals = {
  Dog: object({ kind: text, name: text }, { required: ['kind'] }),
  Cat: object({ kind: text, lives: integer }, { required: ['kind'] }),
};
const pets = (schema: object, schemas: object = animals): object => ({
  ...body(schema),
  components: { schemas },
});
const many = Array.from({ length: 700 }, (_, index) => `value ${index}`);
const alternatives = (limit: object): object => ({
  oneOf: Array.from({ length: 60 }, (_, index) =>
    object({ kind: { const: index }, name: { ...text, ...limit } }, { required: ['kind', 'name'] }),
  ),
});

const unions: readonly ElementCase[] = [
  [
    'an alternative of a request',
    body({ oneOf: [dog] }),
    body({ oneOf: [dog, cat] }),
    'is safe',
    'breaks',
  ],
  [
    'an alternative of a response',
    response({ oneOf: [dog] }),
    response({ oneOf: [dog, cat] }),
    'breaks',
    'is safe',
  ],
  [
    'a field of an alternative',
    body({ oneOf: [dog, cat] }),
    body({ oneOf: [dog, { ...cat, required: ['kind', 'lives'] }] }),
    'breaks',
    'is safe',
  ],
  [
    'a limit in an alternative',
    body({ anyOf: open }),
    body({ anyOf: [open[0], object({ b: { ...text, maxLength: 3 } }, { required: ['b'] })] }),
    'breaks',
    'is safe',
  ],
  [
    '60 alternatives',
    body(alternatives({})),
    body(alternatives({ maxLength: 9 })),
    'breaks',
    'is safe',
  ],
  ['one of 700 values', body({ enum: many }), body({ enum: many.slice(1) }), 'breaks', 'is safe'],
  [
    'anyOf instead of a list of types',
    body({ type: ['string', 'integer'] }),
    body({ anyOf: [text, integer] }),
    'is safe',
    'is safe',
  ],
  [
    'oneOf instead of a list of types',
    body({ type: ['string', 'integer'], minLength: 2 }),
    body({ oneOf: [{ ...text, minLength: 2 }, integer] }),
    'is safe',
    'is safe',
  ],
  [
    'the order of alternatives',
    body({ oneOf: [dog, cat] }),
    body({ oneOf: [cat, dog] }),
    'is safe',
    'is safe',
  ],
  [
    'null as an alternative',
    body({ oneOf: [dog, cat] }),
    body({ oneOf: [dog, cat, { type: 'null' }] }),
    'is safe',
    'breaks',
  ],
  [
    'a mapping',
    pets(mapped({ dog: '#/components/schemas/Dog', cat: '#/components/schemas/Cat' })),
    pets(mapped({ dog: '#/components/schemas/Cat', cat: '#/components/schemas/Dog' })),
    'breaks',
    'breaks',
  ],
  [
    'a value of a mapping',
    pets(mapped({ dog: 'Dog', cat: 'Cat' })),
    pets(mapped({ dog: 'Dog', cat: 'Cat', kitten: 'Cat' })),
    'is safe',
    'breaks',
  ],
  [
    'the property of a discriminator',
    pets(mapped({ dog: 'Dog', cat: 'Cat' })),
    pets(mapped({ dog: 'Dog', cat: 'Cat' }, 'type')),
    'breaks',
    'breaks',
  ],
  [
    'a mapping is written out',
    pets(mapped({ Dog: 'Dog', Cat: 'Cat' })),
    pets(mapped({ Dog: '#/components/schemas/Dog', Cat: '#/components/schemas/Cat' })),
    'is safe',
    'is safe',
  ],
  [
    'a field of the schema that a discriminator selects',
    pets(mapped({ dog: 'Dog', cat: 'Cat' })),
    pets(mapped({ dog: 'Dog', cat: 'Cat' }), {
      ...animals,
      Cat: object({ kind: text, lives: integer }, { required: ['kind', 'lives'] }),
    }),
    'breaks',
    'is safe',
  ],
  [
    'a long maxLength',
    body({ ...text, maxLength: 60_000 }),
    body({ ...text, maxLength: 59_999 }),
    'breaks',
    'is safe',
  ],
  [
    'an enum without values',
    body(object({ a: { enum: [] } })),
    body(object({ a: text })),
    'is safe',
    'breaks',
  ],
];

export const elementCases: readonly ElementCase[] = [
  ...parameters,
  ...bodies,
  ...answers,
  ...access,
  ...operations,
  ...unions,
];
