import { describe, expect, test } from '@jest/globals';
import type { OpenApiDocument, Schema } from '../openapi-document.ts';
import { readOperations } from '../read-operations.ts';
import { inferModel } from './infer-model.ts';

type Paths = OpenApiDocument['paths'];

function infer(paths: Paths, extensions: object = {}) {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths,
    'x-assumptions': {},
    'x-problems': {},
    ...extensions,
  };
  return inferModel(document, readOperations(document)).operations;
}

/** A GET that returns an object with some fields. */
function listOf(
  properties: Record<string, Schema>,
  parameters: readonly string[],
  extensions: object,
): Paths {
  const schema = { type: 'object', properties };
  return {
    '/things': {
      get: {
        operationId: 'things',
        parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        responses: {
          '200': { description: 'Things', content: { 'application/json': { schema } } },
        },
        ...extensions,
      },
    },
  };
}

const named = (name: string): object => ({ 'x-fern-sdk-method-name': name });

const records = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'string' } } },
};

describe('names of methods', () => {
  test.each([
    ['x-fern-sdk-method-name', 'list', 'list'],
    ['x-speakeasy-name-override', 'create', 'create'],
    ['x-scalar-method', 'jobs.delete', 'delete'],
    ['x-kubernetes-action', 'deletecollection', 'bulk'],
    ['x-speakeasy-name-override', 'getStatus', 'view'],
    ['x-fern-sdk-method-name', 'updateAll', 'update'],
  ])('%s: %s declares %s', (extension, name, role) => {
    const operations = infer({ '/jobs/perform': { post: { [extension]: name } } });
    expect(operations.get('POST /jobs/perform')).toMatchObject({
      role,
      certainty: 'declared',
      because: expect.arrayContaining([`${extension} is ${JSON.stringify(name)}`]),
    });
  });

  test('a name that agrees with the path keeps the role', () => {
    const operations = infer({
      '/jobs': { get: {}, post: {}, put: named('updateAll') },
      '/jobs/{id}': {
        get: {},
        put: { ...named('update'), requestBody: { content: {} } },
      },
    });
    expect(operations.get('PUT /jobs')).toMatchObject({ role: 'bulk', certainty: 'declared' });
    expect(operations.get('PUT /jobs/{id}')?.role).toBe('replace');
  });

  test('a word that is not a verb changes nothing', () => {
    const operations = infer({ '/jobs/{id}': { get: named('details') } });
    expect(operations.get('GET /jobs/{id}')).toMatchObject({ role: 'read', certainty: 'likely' });
  });
});

describe('pages', () => {
  test('of Fern, also from the document', () => {
    const fern = {
      cursor: '$request.mark',
      next_cursor: '$response.meta.mark',
      results: '$response.answer.found',
    };
    const paths = listOf(
      {
        answer: { type: 'object', properties: { found: records, wrong: records } },
        meta: { type: 'object', properties: { mark: { type: 'string' } } },
      },
      ['mark'],
      { 'x-fern-pagination': true },
    );
    const want = {
      items: '/answer/found',
      style: 'cursor',
      position: 'mark',
      cursorFrom: 'next',
      next: '/meta/mark',
    };
    expect(infer(paths, { 'x-fern-pagination': fern }).get('things')).toMatchObject({
      role: 'list',
      list: want,
    });
  });

  test('of Speakeasy', () => {
    const pages = {
      type: 'offsetLimit',
      inputs: [
        { name: 'begin', in: 'parameters', type: 'offset' },
        { name: 'most', in: 'parameters', type: 'limit' },
      ],
      outputs: { results: '$.found[*]' },
    };
    const paths = listOf({ found: records, wrong: records }, ['begin', 'most'], {
      'x-speakeasy-pagination': pages,
    });
    expect(infer(paths).get('things')?.list).toMatchObject({
      items: '/found',
      style: 'offset',
      position: 'begin',
      size: 'most',
    });
  });

  test('of Azure', () => {
    const paths = listOf({ found: records, wrong: records, more: { type: 'string' } }, [], {
      'x-ms-pageable': { itemName: 'found', nextLinkName: 'more' },
    });
    const list = { items: '/found', next: '/more', nextIsUrl: true };
    expect(infer(paths).get('things')?.list).toMatchObject(list);
  });

  test('of Stainless', () => {
    const purpose = (name: string) => ({ 'x-stainless-pagination-property': { purpose: name } });
    const paths = listOf(
      {
        found: { ...records, ...purpose('items') },
        wrong: records,
        mark: { type: 'string', ...purpose('next_cursor_field') },
      },
      [],
      {
        parameters: [
          {
            name: 'mark',
            in: 'query',
            schema: { type: 'string', ...purpose('next_cursor_param') },
          },
        ],
      },
    );
    expect(infer(paths).get('things')?.list).toMatchObject({
      items: '/found',
      position: 'mark',
      next: '/mark',
    });
  });

  test('parameters and fields that an operation lacks are ignored', () => {
    const paths = listOf({ data: records }, ['cursor'], {
      'x-fern-pagination': { cursor: '$request.mark', results: '$response.nothing' },
    });
    expect(infer(paths).get('things')?.list).toMatchObject({ items: '/data', position: 'cursor' });
  });
});
