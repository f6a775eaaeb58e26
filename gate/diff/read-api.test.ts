import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../contract/json.ts';
import { coversMediaType, toMediaType } from './media-types.ts';
import { readApi } from './read-api.ts';
import type { Schema } from './schemas.ts';
import { findResponse } from './statuses.ts';

/** The schemas are not read. */
const readSchema = (pointer: string): Schema => ({ id: 0, side: 'old', pointer, types: 0 });
const read = (document: JsonObject) => readApi({ openapi: '3.1.0', ...document }, readSchema);
const responses = { 204: { description: 'Done.' } };
const event = { $ref: '#/components/pathItems/Event' };

test('operations are read with what their path item and the document say', () => {
  const { operations } = read({
    servers: [
      { url: 'https://{region}.Example/v1/', variables: { region: { enum: ['eu', 'us'] } } },
    ],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      'x-internal': {},
      '/sites/{id}': {
        parameters: [
          { name: 'id', in: 'path', schema: {} },
          { name: 'Accept', in: 'header', schema: {} },
          { name: 'page', in: 'query', schema: {}, style: 'pipeDelimited', explode: false },
        ],
        get: { operationId: 'readSite', parameters: [{ name: 'page', in: 'query' }], responses },
        delete: { deprecated: true, security: [], responses },
      },
    },
  });
  expect(operations).toMatchObject([
    {
      name: 'readSite',
      key: 'GET /sites/{}',
      parameters: [
        { key: 'path 0', isRequired: true },
        { key: 'query page', style: 'form, explode', schema: undefined },
      ],
      servers: [{ key: 'https://eu.example/v1' }, { key: 'https://us.example/v1' }],
      security: [[{ name: 'key', terms: { type: 'apiKey', in: 'header', name: 'x-key' } }]],
      securityPointer: '/security',
    },
    { name: 'DELETE /sites/{id}', isDeprecated: true, security: [[]] },
  ]);
  const [, page] = operations[1]?.parameters ?? [];
  expect(page?.wire).toEqual({ isText: true, separator: '|' });
});

test('webhooks and callbacks are requests of the service', () => {
  const { outgoing } = read({
    webhooks: { changed: event },
    components: { pathItems: { Event: { post: { responses } } } },
    paths: {
      '/sites': { post: { callbacks: { done: { '{$request.body#/url}': event } }, responses } },
    },
  });
  expect(outgoing.map(({ key, name }) => [key, name])).toEqual([
    ['POST changed', 'POST changed'],
    ['POST /sites → POST {$request.body#/url}', 'POST /sites callback done'],
  ]);
});

test('a form is read with the encodings of its parts', () => {
  const schema = {
    properties: {
      name: { type: 'string' },
      file: {},
      list: { type: 'array', items: { type: 'object' } },
    },
  };
  const encoding = { name: { contentType: 'Text/Plain, text/html' } };
  const content = { 'multipart/form-data; boundary=x': { schema, encoding } };
  const { operations } = read({
    paths: { '/files': { post: { requestBody: { content }, responses } } },
  });
  const [form] = operations[0]?.body?.content ?? [];
  expect(form?.mediaType).toBe('multipart/form-data');
  const types = [...(form?.encodings ?? [])].map(([name, { terms }]) => [name, terms.contentType]);
  expect(Object.fromEntries(types)).toEqual({
    name: ['text/plain', 'text/html'],
    file: ['application/octet-stream'],
    list: ['application/json'],
  });
});

test.each([
  [['200', 'default'], '200', '200'],
  [['2XX', 'default'], '204', '2XX'],
  [['200', 'default'], '404', 'default'],
  [['200', 'default'], '201', undefined],
  [['404', 'default'], '201', 'default'],
])('of the responses %j, %s is described by %s', (statuses, wanted, want) => {
  const listed = statuses.map((status) => ({ status, pointer: '', content: [], headers: [] }));
  expect(findResponse(listed, wanted)?.status).toBe(want);
});

test.each([
  ['Application/JSON; charset=utf-8', 'application/json'],
  ['text/x ; b=2; a=1', 'text/x;a=1;b=2'],
])('the media type %s is %s', (written, want) => {
  expect(toMediaType(written)).toBe(want);
});

test.each([
  ['*/*', 'text/html', true],
  ['text/*', 'text/html', true],
  ['text/*', 'image/png', false],
  ['text/html', 'text/htm', false],
  ['text/html;a=1', 'text/html;a=2', false],
])('%s covers %s: %s', (range, mediaType, want) => {
  expect(coversMediaType(range, mediaType)).toBe(want);
});
