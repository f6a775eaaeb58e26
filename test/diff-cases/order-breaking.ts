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
