import { add, type DiffCase, edit, move, remove, schemas, set, text } from './edit.ts';
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
  schemes,
  upload,
} from './order-places.ts';

/** Breaking changes of orders.yaml. */
export const breaking: readonly DiffCase[] = [
  remove('a discriminator value no longer selects a schema', [
    ...discriminator,
    'mapping',
    'transfer',
  ]),
  set(
    'a discriminator value selects another schema',
    [...discriminator, 'mapping', 'card'],
    'Transfer',
  ),
  set('a discriminator value is renamed', [...discriminator, 'mapping'], {
    visa: 'Card',
    transfer: 'Transfer',
  }),
  set('the discriminator uses another property', [...discriminator, 'propertyName'], 'number'),
  set('a discriminator value is added', [...discriminator, 'mapping', 'cash'], 'Card'),
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
    'the schema of an anchor becomes stricter',
    [...schemas, 'Money', 'properties', 'amount', 'maximum'],
    1000,
  ),
  edit('an anchor moves to another schema', (document) => {
    document.remove(...schemas, 'Money', '$anchor');
    document.set([...schemas, 'Line', '$anchor'], 'money');
  }),
  set('a part must be a PNG', [...upload, 'encoding', 'receipt', 'contentType'], 'image/png'),
  set(
    'a part requires a header',
    [...upload, 'encoding', 'receipt', 'headers', 'X-Checksum', 'required'],
    true,
  ),
  set('a part becomes XML', [...upload, 'encoding', 'order'], { contentType: 'application/xml' }),
  set('a part becomes required', [...upload, 'schema', 'required'], ['order', 'receipt']),
  remove('a part is removed', [...upload, 'schema', 'properties', 'labels']),
  set('a list in a form is separated by commas', [...form, 'encoding', 'tags', 'explode'], false),
  set('a field of a form becomes required', [...form, 'schema', 'required'], ['sku', 'note']),
  remove('a form is no longer accepted', form),
  set('a list is separated by spaces', [...parameter(0), 'style'], 'spaceDelimited'),
  set('a list becomes a repeated parameter', [...parameter(0), 'explode'], true),
  set('slashes must be escaped', [...parameter(1), 'allowReserved'], false),
  set('a JSON query parameter becomes a form', parameter(3), {
    name: 'where',
    in: 'query',
    schema: { type: 'object', properties: { total: { type: 'number' } } },
  }),
  set(
    'a field of a JSON query parameter becomes stricter',
    [...parameter(3), 'content', 'application/json', 'schema', 'properties', 'total', 'minimum'],
    0,
  ),
  set('one operation restricts a parameter of its path', [...orders, 'get', 'parameters', 4], {
    name: 'X-Region',
    in: 'header',
    schema: { const: 'eu' },
  }),
  remove('a required header of a response is removed', [...placed, 'headers', 'Location']),
  set('a required header becomes optional', [...found, 'headers', 'X-Rate', 'required'], false),
  set(
    'the maximum of a response header increases',
    [...found, 'headers', 'X-Rate', 'schema', 'maximum'],
    1000,
  ),
  set('a response header becomes an object', [...found, 'headers', 'Link'], {
    schema: { type: 'object', additionalProperties: text },
  }),
  set('a response header becomes JSON', [...found, 'headers', 'Link'], {
    content: { 'application/json': { schema: { type: 'array' } } },
  }),
  edit('a media type range changes', (document) =>
    move(document, [...found, 'content', 'application/*'], [...found, 'content', 'text/*']),
  ),
  remove('a response loses its schema', [...placed, 'content', 'application/json', 'schema']),
  set('a binary response becomes JSON', [...invoice, 'responses', '200', 'content'], {
    'application/json': { schema: { type: 'object' } },
  }),
  set(
    'another scope is required',
    ['security'],
    [{ key: [], tenant: [] }, { openId: ['orders.read', 'orders.all'] }],
  ),
  set(
    'one of two alternative credentials is no longer accepted',
    ['security'],
    [{ openId: ['orders.read'] }],
  ),
  set(
    'both credentials are required',
    ['security'],
    [{ key: [], tenant: [], openId: ['orders.read'] }],
  ),
  set('the issuer changes', [...schemes, 'openId', 'openIdConnectUrl'], 'https://other.example/id'),
  set(
    'a value of a server variable is removed',
    ['servers', 0, 'variables', 'stage', 'enum'],
    ['live'],
  ),
  set('a tuple is longer', [...creation, 'place', 'minItems'], 3),
  set('an item of a tuple has another type', [...creation, 'place', 'prefixItems', 1], {
    type: 'integer',
  }),
  remove('a list must contain a match', [...creation, 'stamps', 'minContains']),
  set('a list may contain only one match', [...creation, 'stamps', 'maxContains'], 1),
  set('property names are limited', [...creation, 'labels', 'propertyNames'], {
    pattern: '^[a-z]{1,5}$',
  }),
  set('null is no longer accepted', [...creation, 'coupon', 'type'], 'string'),
  set('the minimum of an integer increases', [...creation, 'quantity'], {
    type: 'integer',
    exclusiveMinimum: 1,
  }),
  set('multipleOf changes', [...schemas, 'Line', 'properties', 'count', 'multipleOf'], 5),
  set('a string must be base64', [...creation, 'coupon'], {
    type: ['string', 'null'],
    contentEncoding: 'base64',
  }),
  remove('a response string is no longer base64', [...creation, 'photo', 'contentEncoding']),
  add('a field becomes read-only', [...creation, 'quantity'], { readOnly: true }),
  add('a field becomes write-only', [...schemas, 'Order', 'properties', 'id'], {
    readOnly: false,
    writeOnly: true,
  }),
  edit('the segments of a path change their order', (document) =>
    move(document, payment, ['paths', '/payment/{orderId}/orders']),
  ),
];
