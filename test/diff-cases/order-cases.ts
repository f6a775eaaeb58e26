import { add, type DiffCase, edit, move, type Path, remove, schemas, set, text } from './edit.ts';

/** Changes of a document that uses discriminators, encodings, anchors, ranges and other rare parts of OpenAPI 3.1. */
const orders = ['paths', '/orders'];
const payment = ['paths', '/orders/{orderId}/payment'];
const invoice = ['paths', '/orders/{orderId}/invoice', 'get'];
const found = [...orders, 'get', 'responses', '200'];
const placed = [...orders, 'post', 'responses', '201'];
const body = [...orders, 'post', 'requestBody', 'content'];
const upload = [...body, 'multipart/form-data'];
const form = [...body, 'application/x-www-form-urlencoded'];
const creation = [...schemas, 'OrderFields', 'properties'];
const discriminator = [...schemas, 'Payment', 'discriminator'];
const schemes = ['components', 'securitySchemes'];
const parameter = (index: number): Path => [...orders, 'get', 'parameters', index];

export const breaking: readonly DiffCase[] = [
  remove('a value selects nothing any more', [...discriminator, 'mapping', 'transfer']),
  set('a value selects another schema', [...discriminator, 'mapping', 'card'], 'Transfer'),
  set('a value is called otherwise', [...discriminator, 'mapping'], {
    visa: 'Card',
    transfer: 'Transfer',
  }),
  set('kinds are told apart by another property', [...discriminator, 'propertyName'], 'number'),
  set('another kind is answered', [...discriminator, 'mapping', 'cash'], 'Card'),
  edit('a kind is removed', (document) => document.list(...schemas, 'Payment', 'anyOf').pop()),
  edit('a kind is added to responses', (document) => {
    document.set([...schemas, 'Cash'], {
      type: 'object',
      required: ['method', 'till'],
      properties: { method: text, till: text },
    });
    document.list(...schemas, 'Payment', 'anyOf').push({ $ref: '#/components/schemas/Cash' });
  }),
  set(
    'what an anchor names is narrower',
    [...schemas, 'Money', 'properties', 'amount', 'maximum'],
    1000,
  ),
  edit('an anchor moves to another schema', (document) => {
    document.remove(...schemas, 'Money', '$anchor');
    document.set([...schemas, 'Line', '$anchor'], 'money');
  }),
  set(
    'what a dynamic anchor names promises less',
    [...schemas, 'OrderPage', '$defs', 'item', 'required'],
    [],
  ),
  edit('a dynamic anchor is lost', (document) => document.remove(...schemas, 'OrderPage', '$defs')),
  set('a part may be a PNG only', [...upload, 'encoding', 'receipt', 'contentType'], 'image/png'),
  set(
    'a part needs a header',
    [...upload, 'encoding', 'receipt', 'headers', 'X-Checksum', 'required'],
    true,
  ),
  set('a part is XML', [...upload, 'encoding', 'order'], { contentType: 'application/xml' }),
  set('a part is required', [...upload, 'schema', 'required'], ['order', 'receipt']),
  remove('a part is removed', [...upload, 'schema', 'properties', 'labels']),
  set('a field of a form is written with commas', [...form, 'encoding', 'tags', 'explode'], false),
  set('a field of a form is required', [...form, 'schema', 'required'], ['sku', 'note']),
  remove('a form is not taken any more', form),
  set('a list is written with spaces', [...parameter(0), 'style'], 'spaceDelimited'),
  set('a list is written one by one', [...parameter(0), 'explode'], true),
  set('slashes have to be escaped', [...parameter(1), 'allowReserved'], false),
  set('a query in JSON becomes a form', parameter(3), {
    name: 'where',
    in: 'query',
    schema: { type: 'object', properties: { total: { type: 'number' } } },
  }),
  set(
    'a field of a query in JSON is narrower',
    [...parameter(3), 'content', 'application/json', 'schema', 'properties', 'total', 'minimum'],
    0,
  ),
  set('one operation narrows what its path says', [...orders, 'get', 'parameters', 4], {
    name: 'X-Region',
    in: 'header',
    schema: { const: 'eu' },
  }),
  remove('a required header of a response is removed', [...placed, 'headers', 'Location']),
  set('a required header becomes optional', [...found, 'headers', 'X-Rate', 'required'], false),
  set('a header may be larger', [...found, 'headers', 'X-Rate', 'schema', 'maximum'], 1000),
  set('a header is written with names', [...found, 'headers', 'Link'], {
    schema: { type: 'object', additionalProperties: text },
  }),
  set('a header is JSON', [...found, 'headers', 'Link'], {
    content: { 'application/json': { schema: { type: 'array' } } },
  }),
  edit('a range of media types moves', (document) =>
    move(document, [...found, 'content', 'application/*'], [...found, 'content', 'text/*']),
  ),
  remove('a response may be anything', [...placed, 'content', 'application/json', 'schema']),
  set('a body of bytes becomes JSON', [...invoice, 'responses', '200', 'content'], {
    'application/json': { schema: { type: 'object' } },
  }),
  set(
    'a scope is needed',
    ['security'],
    [{ key: [], tenant: [] }, { openId: ['orders.read', 'orders.all'] }],
  ),
  set('one of two credentials is not enough', ['security'], [{ openId: ['orders.read'] }]),
  set('both are needed', ['security'], [{ key: [], tenant: [], openId: ['orders.read'] }]),
  set('the issuer changes', [...schemes, 'openId', 'openIdConnectUrl'], 'https://other.example/id'),
  set('a stage is removed', ['servers', 0, 'variables', 'stage', 'enum'], ['live']),
  set('a tuple is longer', [...creation, 'place', 'minItems'], 3),
  set('a tuple takes other items', [...creation, 'place', 'prefixItems', 1], { type: 'integer' }),
  remove('a list needs a stamp', [...creation, 'stamps', 'minContains']),
  set('a list takes one stamp at most', [...creation, 'stamps', 'maxContains'], 1),
  set('names of labels are shorter', [...creation, 'labels', 'propertyNames'], {
    pattern: '^[a-z]{1,5}$',
  }),
  set('null is not taken', [...creation, 'coupon', 'type'], 'string'),
  set('a bound of whole numbers rises', [...creation, 'quantity'], {
    type: 'integer',
    exclusiveMinimum: 1,
  }),
  set('a multiple', [...schemas, 'Line', 'properties', 'count', 'multipleOf'], 5),
  set('bytes have to be base64', [...creation, 'coupon'], {
    type: ['string', 'null'],
    contentEncoding: 'base64',
  }),
  remove('bytes of a response are any text', [...creation, 'photo', 'contentEncoding']),
  add('a field leaves requests', [...creation, 'quantity'], { readOnly: true }),
  add('a field leaves responses', [...schemas, 'Order', 'properties', 'id'], {
    readOnly: false,
    writeOnly: true,
  }),
  edit('a path in another order', (document) =>
    move(document, payment, ['paths', '/payment/{orderId}/orders']),
  ),
];

export const compatible: readonly DiffCase[] = [
  set(
    'a target of a discriminator as a reference',
    [...discriminator, 'mapping', 'transfer'],
    '#/components/schemas/Transfer',
  ),
  edit('a schema and its mapping are renamed', (document) => {
    move(document, [...schemas, 'Card'], [...schemas, 'CreditCard']);
    document.set([...schemas, 'Payment', 'anyOf', 0], { $ref: '#/components/schemas/CreditCard' });
    document.set([...discriminator, 'mapping', 'card'], 'CreditCard');
  }),
  remove('a discriminator is removed', discriminator),
  set('a discriminator is added', [...schemas, 'Line', 'discriminator'], { propertyName: 'sku' }),
  edit('kinds in another order', (document) =>
    document.list(...schemas, 'Payment', 'anyOf').reverse(),
  ),
  edit('a reference in place of an anchor', (document) => {
    document.set([...creation, 'total'], { $ref: '#/components/schemas/Money' });
    document.remove(...schemas, 'Money', '$anchor');
  }),
  edit('an anchor has another name', (document) => {
    document.set([...creation, 'total', '$ref'], '#amount');
    document.set([...schemas, 'Money', '$anchor'], 'amount');
  }),
  edit('a page without dynamic references', (document) => {
    document.set([...schemas, 'OrderPage'], {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'array',
          items: { type: 'object', required: ['id'], properties: { id: text } },
        },
      },
    });
    document.remove(...schemas, 'Page');
  }),
  edit('other addresses of schemas', (document) => {
    document.set([...schemas, 'OrderPage', '$ref'], '/schemas/list');
    document.set([...schemas, 'Page', '$id'], 'https://orders.example/schemas/list');
  }),
  set(
    'a part may be a GIF, too',
    [...upload, 'encoding', 'receipt', 'contentType'],
    'image/png, image/jpeg, image/gif',
  ),
  set('a part may be any image', [...upload, 'encoding', 'receipt', 'contentType'], 'image/*'),
  set('the type of a part that it has anyway', [...upload, 'encoding', 'order'], {
    contentType: 'application/json',
  }),
  set('a header of a part is optional', [...upload, 'encoding', 'receipt', 'headers', 'X-Name'], {
    schema: text,
  }),
  set('a part is optional', [...upload, 'schema', 'required'], []),
  remove('an encoding that is the default', [...form, 'encoding', 'tags']),
  set('a field is added to a form', [...form, 'schema', 'properties', 'gift'], { type: 'boolean' }),
  set('the default of explode', [...parameter(2), 'explode'], true),
  set('slashes may stay', [...parameter(2), 'allowReserved'], true),
  set('a parameter takes a list, too', parameter(1), {
    name: 'path',
    in: 'query',
    allowReserved: true,
    schema: { anyOf: [text, { type: 'array', items: text }] },
  }),
  edit('a header moves from the path to its operations', (document) => {
    const [header] = document.list(...orders, 'parameters');
    document.remove(...orders, 'parameters');
    document.list(...orders, 'get', 'parameters').push(header);
    document.set([...orders, 'post', 'parameters'], [header]);
  }),
  edit('a parameter of a path that nobody uses', (document) =>
    document.list(...orders, 'get', 'parameters').push(...document.list(...orders, 'parameters')),
  ),
  set('a header of a response is added', [...placed, 'headers', 'ETag'], { schema: text }),
  set(
    'a header of a response is narrower',
    [...found, 'headers', 'X-Rate', 'schema', 'maximum'],
    50,
  ),
  set('a header that is a list of one', [...found, 'headers', 'Link', 'explode'], false),
  edit('a range of media types becomes one of them', (document) =>
    move(
      document,
      [...found, 'content', 'application/*'],
      [...found, 'content', 'application/json'],
    ),
  ),
  set('a media type with a charset', [...placed, 'content'], {
    'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Order' } },
  }),
  set(
    'bytes as OpenAPI 3.1 writes them',
    [...invoice, 'responses', '200', 'content', 'application/pdf'],
    {},
  ),
  set('base64 as OpenAPI 3.0 writes it', [...creation, 'photo'], {
    type: 'string',
    format: 'byte',
  }),
  remove('links are removed', [...found, 'links']),
  set(
    'alternatives of credentials in another order',
    ['security'],
    [{ openId: ['orders.read'] }, { tenant: [], key: [] }],
  ),
  set('one credential of two is enough', ['security'], [{ key: [] }, { openId: ['orders.read'] }]),
  set('no scope is needed', ['security'], [{ key: [], tenant: [] }, { openId: [] }]),
  set('a stage is added', ['servers', 0, 'variables', 'stage', 'enum'], ['live', 'test', 'next']),
  edit('each stage as a server', (document) =>
    document.list('servers').push({ url: 'https://orders.example/next' }),
  ),
  set('a bound of whole numbers written otherwise', [...creation, 'quantity'], {
    type: 'integer',
    exclusiveMinimum: 0,
  }),
  remove('a multiple of one of whole numbers', [
    ...schemas,
    'Line',
    'properties',
    'count',
    'multipleOf',
  ]),
  set(
    'a pattern written otherwise',
    [...schemas, 'Money', 'properties', 'currency', 'pattern'],
    '^[A-Z][A-Z][A-Z]$',
  ),
  set('null as a branch', [...creation, 'coupon'], { oneOf: [{ type: 'null' }, text] }),
  set('a constant as an enum', [...creation, 'stamps', 'contains'], { enum: ['paid'] }),
  set('names of labels said otherwise', [...creation, 'labels'], {
    type: 'object',
    patternProperties: { '^[a-z]+$': text },
    additionalProperties: false,
  }),
  set('oneOf for anyOf where only one can hold', [...creation, 'coupon'], {
    anyOf: [text, { type: 'null' }],
  }),
  edit('a schema that is closed is closed otherwise', (document) =>
    document.set([...schemas, 'NewOrder'], {
      ...structuredClone(document.at(...schemas, 'OrderFields')),
      additionalProperties: false,
    }),
  ),
  edit('the parts of a schema are joined', (document) => {
    const { properties } = document.at(...schemas, 'OrderFields');
    document.set([...schemas, 'Order'], {
      type: 'object',
      required: ['id', 'lines'],
      properties: { ...Object(properties), id: { ...text, readOnly: true } },
    });
  }),
  set('a method of OpenAPI 3.2', [...orders, 'additionalOperations'], {
    LINK: { responses: { '204': { description: 'Linked.' } } },
  }),
  set('a server error is told exactly', [...orders, 'post', 'responses', '503'], {
    $ref: '#/components/responses/Problem',
  }),
  set('an error that default covered', [...payment, 'put', 'responses', '402'], {
    $ref: '#/components/responses/Problem',
  }),
  set(
    'a status of success without default',
    [...payment, 'put', 'responses', '200', 'description'],
    'It is paid.',
  ),
  set('an order of a deprecated field', [...creation, 'quantity', 'deprecated'], true),
  set('a comment', [...creation, 'quantity', '$comment'], 'Whole boxes.'),
  set('an operation has another name', [...invoice, 'operationId'], 'getInvoice'),
  edit('a path parameter has another name', (document) => {
    move(document, payment, ['paths', '/orders/{id}/payment']);
    document.set(['paths', '/orders/{id}/payment', 'parameters', 0, 'name'], 'id');
  }),
];
