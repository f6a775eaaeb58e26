import { type DiffCase, edit, move, remove, schemas, set, text } from './edit.ts';
import {
  creation,
  discriminator,
  form,
  found,
  invoice,
  orders,
  parameter,
  payment,
  placed,
  upload,
} from './order-places.ts';

/** Changes of orders.yaml that do not break clients. */
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
