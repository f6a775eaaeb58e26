import { expect, test } from '@jest/globals';
import { type OpenApiDocument, contract as shipped } from '../contract/index.ts';
import type { Info, RequestEntry, State } from './api.ts';
import { readContract } from './contract.ts';
import { createDraft, toDraft, toRequest } from './request-draft.ts';

const document: OpenApiDocument = {
  ...shipped.document,
  paths: {
    ...shipped.document.paths,
    '/v1/robots/{robotId}/arms': {
      put: {
        operationId: 'moveArm',
        parameters: [
          { name: 'robotId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'speed', in: 'query', required: true, schema: { enum: ['slow', 'fast'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/SiteCreation' },
              examples: { up: { value: { name: 'up' } } },
            },
          },
        },
        responses: {},
      },
    },
  },
};
const operations = readContract(document);
const find = (id: string) => operations.find((operation) => operation.id === id);
const given = {
  info: { apiKeys: ['key'], workspaces: ['w'] } as unknown as Info,
  state: { robots: [{ id: 'r2 d2' }, { id: 'c3po' }], workspaces: [] } as unknown as State,
  session: 'default',
};

test('an operation added to the contract is available, with existing ids', () => {
  expect(operations.map(({ id }) => id)).toEqual([
    ...shipped.operations.map(({ id }) => id),
    'moveArm',
  ]);
  const draft = createDraft(find('moveArm'), given);
  expect(draft.parameters).toEqual({ robotId: 'r2 d2', speed: 'slow' });
  expect(toRequest(draft, find('moveArm'), given.info)).toEqual({
    method: 'PUT',
    path: '/v1/robots/r2%20d2/arms',
    query: 'speed=slow',
    headers: [
      { name: 'Authorization', value: 'Bearer key' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    body: '{\n  "name": "up"\n}',
  });
  expect(find('moveArm')?.body?.schema.properties).toHaveProperty('hostUrl');
});

test.each(shipped.operations.map(({ id }) => id))(
  '%s starts with the examples of the contract',
  (id) => {
    const { path, body } = toRequest(createDraft(find(id), given), find(id), given.info);
    expect(path).not.toMatch(/[{}]/);
    expect(path).not.toContain('//');
    expect(body === undefined).toBe(find(id)?.body === undefined);
  },
);

const entry: RequestEntry = {
  id: 1,
  time: '2026-01-01T00:00:00.000Z',
  session: 'worker-1',
  operation: 'listSites',
  method: 'GET',
  path: '/v1/workspaces/a%20b/sites',
  query: 'limit=5',
  status: 201,
  durationMs: 1,
  faults: [],
  request: {
    headers: [
      { name: 'Authorization', value: 'Bearer site…' },
      { name: 'Prefer', value: 'code=503' },
      { name: 'User-Agent', value: 'curl' },
    ],
  },
  response: { headers: [] },
};

test('a request in the journal can be loaded and rebuilt unchanged', () => {
  const draft = toDraft(entry, operations);
  expect(draft).toMatchObject({
    operation: 'listSites',
    parameters: { workspaceId: 'a b', limit: '5' },
    key: 'mock',
    session: 'worker-1',
    headers: 'Prefer: code=503',
  });
  expect(toRequest(draft, find('listSites'), given.info)).toMatchObject({
    path: entry.path,
    query: entry.query,
    headers: [
      { name: 'Authorization' },
      { name: 'X-Mock-Session', value: 'worker-1' },
      { name: 'Prefer', value: 'code=503' },
    ],
  });
});

test.each(['limit=5&limit=6', 'nonsense=1'])(
  'a query that does not fit the form is kept: %s',
  (query) => {
    const draft = toDraft({ ...entry, query }, operations);
    expect(draft.operation).toBe('');
    expect(toRequest(draft, undefined, given.info)).toMatchObject({ path: entry.path, query });
  },
);

test('a media type typed by the user replaces the one in the contract', () => {
  const draft = { ...createDraft(find('moveArm'), given), headers: 'content-type: text/plain' };
  const { headers } = toRequest(draft, find('moveArm'), given.info);
  expect(headers.filter(({ name }) => name.toLowerCase() === 'content-type')).toEqual([
    { name: 'content-type', value: 'text/plain' },
  ]);
});
