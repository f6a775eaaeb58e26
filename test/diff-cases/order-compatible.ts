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
    'a discriminator value refers to its schema by $ref',
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
  edit('the alternatives are in another order', (document) =>
    document.list(...schemas, 'Payment', 'anyOf').reverse(),
  ),
  edit('a $ref replaces an anchor', (document) => {
    document.set([...creation, 'total'], { $ref: '#/components/schemas/Money' });
    document.remove(...schemas, 'Money', '$anchor');
  }),
  edit('an anchor is renamed', (document) => {
    document.set([...creation, 'total', '$ref'], '#amount');
    document.set([...schemas, 'Money', '$anchor'], 'amount');
  }),
  edit('a schema replaces its dynamic references', (document) => {
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
  edit('the $id of a schema changes', (document) => {
    document.set([...schemas, 'OrderPage', '$ref'], '/schemas/list');
    document.set([...schemas, 'Page', '$id'], 'https://orders.example/schemas/list');
  }),
  set(
    'a part may also be a GIF',
    [...upload, 'encoding', 'receipt', 'contentType'],
    'image/png, image/jpeg, image/gif',
  ),
  set('a part may be any image', [...upload, 'encoding', 'receipt', 'contentType'], 'image/*'),
  set('a part names its default media type', [...upload, 'encoding', 'order'], {
    contentType: 'application/json',
  }),
  set(
    'an optional header is added to a part',
    [...upload, 'encoding', 'receipt', 'headers', 'X-Name'],
    {
      schema: text,
    },
  ),
  set('a part becomes optional', [...upload, 'schema', 'required'], []),
  remove('the default encoding is removed', [...form, 'encoding', 'tags']),
  set('a field is added to a form', [...form, 'schema', 'properties', 'gift'], { type: 'boolean' }),
  set('explode is set to its default', [...parameter(2), 'explode'], true),
  set('slashes may be sent unescaped', [...parameter(2), 'allowReserved'], true),
  set('a parameter also accepts a list', parameter(1), {
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
  edit('an operation repeats a parameter of its path', (document) =>
    document.list(...orders, 'get', 'parameters').push(...document.list(...orders, 'parameters')),
  ),
  set('a header of a response is added', [...placed, 'headers', 'ETag'], { schema: text }),
  set(
    'a response header becomes stricter',
    [...found, 'headers', 'X-Rate', 'schema', 'maximum'],
    50,
  ),
  set(
    'explode of a list header is set to its default',
    [...found, 'headers', 'Link', 'explode'],
    false,
  ),
  edit('a media type replaces its range', (document) =>
    move(
      document,
      [...found, 'content', 'application/*'],
      [...found, 'content', 'application/json'],
    ),
  ),
  set('a media type gets a charset', [...placed, 'content'], {
    'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Order' } },
  }),
  set(
    'a binary body in the style of OpenAPI 3.1',
    [...invoice, 'responses', '200', 'content', 'application/pdf'],
    {},
  ),
  set('base64 in the style of OpenAPI 3.0', [...creation, 'photo'], {
    type: 'string',
    format: 'byte',
  }),
  remove('links are removed', [...found, 'links']),
  set(
    'the alternatives for credentials are in another order',
    ['security'],
    [{ openId: ['orders.read'] }, { tenant: [], key: [] }],
  ),
  set(
    'one of two required credentials is enough',
    ['security'],
    [{ key: [] }, { openId: ['orders.read'] }],
  ),
  set('no scope is required', ['security'], [{ key: [], tenant: [] }, { openId: [] }]),
  set(
    'a value of a server variable is added',
    ['servers', 0, 'variables', 'stage', 'enum'],
    ['live', 'test', 'next'],
  ),
  edit('a value of a server variable is also listed as a server', (document) =>
    document.list('servers').push({ url: 'https://orders.example/next' }),
  ),
  set('an exclusive minimum replaces the minimum of an integer', [...creation, 'quantity'], {
    type: 'integer',
    exclusiveMinimum: 0,
  }),
  remove('multipleOf 1 of an integer is removed', [
    ...schemas,
    'Line',
    'properties',
    'count',
    'multipleOf',
  ]),
  set(
    'an equivalent pattern',
    [...schemas, 'Money', 'properties', 'currency', 'pattern'],
    '^[A-Z][A-Z][A-Z]$',
  ),
  set('null becomes a branch of a oneOf', [...creation, 'coupon'], {
    oneOf: [{ type: 'null' }, text],
  }),
  set('an enum replaces a constant', [...creation, 'stamps', 'contains'], { enum: ['paid'] }),
  set('patternProperties replaces propertyNames', [...creation, 'labels'], {
    type: 'object',
    patternProperties: { '^[a-z]+$': text },
    additionalProperties: false,
  }),
  set('anyOf with disjoint branches replaces a type list', [...creation, 'coupon'], {
    anyOf: [text, { type: 'null' }],
  }),
  edit('additionalProperties: false replaces unevaluatedProperties', (document) =>
    document.set([...schemas, 'NewOrder'], {
      ...structuredClone(document.at(...schemas, 'OrderFields')),
      additionalProperties: false,
    }),
  ),
  edit('the parts of an allOf are joined', (document) => {
    const { properties } = document.at(...schemas, 'OrderFields');
    document.set([...schemas, 'Order'], {
      type: 'object',
      required: ['id', 'lines'],
      properties: { ...Object(properties), id: { ...text, readOnly: true } },
    });
  }),
  set('an additional operation of OpenAPI 3.2', [...orders, 'additionalOperations'], {
    LINK: { responses: { '204': { description: 'Linked.' } } },
  }),
  set('a server error is documented', [...orders, 'post', 'responses', '503'], {
    $ref: '#/components/responses/Problem',
  }),
  set('an error that "default" covered is documented', [...payment, 'put', 'responses', '402'], {
    $ref: '#/components/responses/Problem',
  }),
  set(
    'a response has another description',
    [...payment, 'put', 'responses', '200', 'description'],
    'It is paid.',
  ),
  set('a field becomes deprecated', [...creation, 'quantity', 'deprecated'], true),
  set('a comment', [...creation, 'quantity', '$comment'], 'Whole boxes.'),
  set('an operationId changes', [...invoice, 'operationId'], 'getInvoice'),
  edit('a path parameter is renamed', (document) => {
    move(document, payment, ['paths', '/orders/{id}/payment']);
    document.set(['paths', '/orders/{id}/payment', 'parameters', 0, 'name'], 'id');
  }),
];
