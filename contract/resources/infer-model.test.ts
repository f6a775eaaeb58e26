import { describe, expect, test } from '@jest/globals';
import { document } from '../../generated/document.js';
import type { MediaType, OpenApiDocument, Schema } from '../openapi-document.ts';
import { readOperations } from '../read-operations.ts';
import { inferModel } from './infer-model.ts';

function inferFrom(paths: OpenApiDocument['paths'], schemas: Record<string, Schema> = {}) {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths,
    components: { schemas },
    'x-assumptions': {},
    'x-problems': {},
  };
  return inferModel(document, readOperations(document));
}

describe('inferModel', () => {
  test('finds the resources of the built-in contract', () => {
    const { resources, operations: roles } = inferModel(document, readOperations(document));
    expect([...resources.keys()]).toEqual(['workspace', 'site', 'route', 'webhook']);
    expect(resources.get('site')).toMatchObject({
      itemPaths: ['/v1/sites/{siteId}'],
      collectionPaths: ['/v1/workspaces/{workspaceId}/sites'],
      parent: { resource: 'workspace', field: undefined },
      id: ['/id'],
      hidden: new Set(['/locale']),
      secret: new Set(['/apiKey']),
      unique: [{ fields: ['/hostUrl'], assumption: 'unique-host-url' }],
      certainty: 'declared',
    });
    expect([...(resources.get('site')?.serverSet.keys() ?? [])]).toEqual(['/id', '/apiKey']);
    expect(resources.get('route')?.parent).toEqual({ resource: 'site', field: undefined });
    expect(resources.get('webhook')?.parent).toEqual({
      resource: 'workspace',
      field: '/workspaceId',
    });
    expect(roles.get('duplicateSite')).toMatchObject({
      role: 'copy',
      copy: { children: ['route'], fresh: new Set(['/apiKey']) },
    });
    expect(roles.get('listSites')?.list).toMatchObject({
      items: '/data',
      style: 'cursor',
      position: 'after',
      cursorFrom: 'last-id',
      more: '/hasMore',
    });
  });

  test('takes a field that is named as another resource for its id, if it has that type', () => {
    const text = { type: 'string' } as const;
    const properties = { customer: text, comment: text, batch: text, note: { enum: ['a', 'b'] } };
    const comment = { type: 'object', properties: { id: text, ...properties } } as const;
    const customer = { type: 'object', properties: { id: text, name: text } } as const;
    const batch = { type: 'object', properties: { id: { type: 'integer' }, name: text } } as const;
    const pathsOf = (plural: string, schema: Schema): OpenApiDocument['paths'] => {
      const content = { 'application/json': { schema } };
      const responses = { '200': { description: 'OK', content } };
      const id = { name: 'id', in: 'path', required: true, schema: {} } as const;
      return {
        [`/${plural}`]: { post: { requestBody: { content }, responses } },
        [`/${plural}/{id}`]: { get: { parameters: [id], responses } },
      };
    };
    const { resources } = inferFrom({
      ...pathsOf('comments', comment),
      ...pathsOf('customers', customer),
      ...pathsOf('batches', batch),
      ...pathsOf('notes', customer),
    });
    expect(resources.get('comment')?.references).toEqual(new Map([['/customer', 'customer']]));
  });

  test('takes a required text called start for no cursor', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { id: {} } } } as const;
    const responses = {
      '200': { description: 'OK', content: { 'application/json': { schema } } },
    };
    const findStyle = (required: boolean) => {
      const start = { name: 'start', in: 'query', required, schema: { type: 'string' } } as const;
      const { operations } = inferFrom({ '/samples': { get: { parameters: [start], responses } } });
      return operations.get('GET /samples')?.list?.style;
    };
    expect(findStyle(true)).toBe('none');
    expect(findStyle(false)).toBe('cursor');
  });

  test('does not put a resource into its own parts', () => {
    const record: Schema = { type: 'object', properties: { id: { type: 'string' } } };
    const toContent = (name: string) => ({
      'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
    });
    const read = (name: string) => ({
      responses: { '200': { description: 'OK', content: toContent(name) } },
    });
    const create = (name: string) => ({
      operationId: `create-${name}`,
      responses: { '201': { description: 'Created', content: toContent(name) } },
    });
    const paths = {
      '/repos/{repo}': { get: read('repo') },
      '/repos/{repo}/advisories/{advisory}': { get: read('advisory') },
      // A fork is a repository, which this advisory does not contain.
      '/repos/{repo}/advisories/{advisory}/forks': { post: create('repo') },
    };
    const schemas = { repo: record, advisory: record };
    const { resources, operations } = inferFrom(paths, schemas);
    expect(operations.get('create-repo')).toMatchObject({ role: 'create', resource: 'repo' });
    expect(resources.get('advisory')?.parent?.resource).toBe('repo');
    expect(resources.get('repo')?.parent).toBeUndefined();
    // Nothing creates the first repository, so any one exists.
    expect(resources.get('repo')?.isCreated).toBe(false);
    expect(operations.get('GET /repos/{repo}')?.bindings[0]?.isCreated).toBe(false);
  });

  test('takes no field for two ids: the first parameter identifies what contains a record', () => {
    const record: Schema = { type: 'object', properties: { id: { type: 'string' } } };
    const toContent = (schema: Schema) => ({ 'application/json': { schema } });
    const read = { responses: { '200': { description: 'OK', content: toContent(record) } } };
    const create = { responses: { '201': { description: 'Created', content: toContent(record) } } };
    const { resources, operations } = inferFrom({
      '/organizations': { post: create },
      '/organizations/{organization_id}': { get: read },
      '/organizations/{organization_id}/projects': { post: create },
      '/projects/{organization_id}/{project_id}': { get: read },
    });
    expect(resources.get('project')?.id).toEqual(['/id']);
    const reading = operations.get('GET /projects/{organization_id}/{project_id}');
    expect(reading?.bindings.map(({ resource }) => resource)).toEqual(['organization', 'project']);
  });

  test('replaces by PUT what a POST on the path of another record creates', () => {
    const properties = { id: { type: 'integer' }, name: { type: 'string' } } as const;
    const record: Schema = { type: 'object', properties };
    const content = { 'application/json': { schema: record } };
    const listContent = {
      'application/json': { schema: { type: 'array', items: record } },
    } as const;
    const inferOf = (status: string, operationId: string) => {
      const requestBody = { content };
      const create = { requestBody, responses: { '201': { description: 'Created', content } } };
      const read = { responses: { '200': { description: 'OK', content } } };
      const list = { responses: { '200': { description: 'OK', content: listContent } } };
      const put = { responses: { [status]: { description: 'OK', content } } };
      return inferFrom({
        '/owners': { post: create },
        '/owners/{ownerId}': { get: read },
        '/owners/{ownerId}/animals': { get: list, post: create },
        '/animals/{animalId}': {
          get: read,
          put: { ...put, operationId, requestBody },
        },
      });
    };
    const { resources, operations } = inferOf('200', 'putAnimal');
    expect(operations.get('putAnimal')?.role).toBe('replace');
    expect(resources.get('animal')?.parent?.resource).toBe('owner');
    expect(inferOf('201', 'putAnimal').operations.get('putAnimal')?.role).toBe('upsert');
    const named = inferOf('200', 'createOrReplaceAnimal').operations;
    expect(named.get('createOrReplaceAnimal')?.role).toBe('upsert');
  });

  test('takes an array of true and false for no list', () => {
    const schema = { type: 'array', items: { type: 'boolean' } } as const;
    const responses = {
      '200': { description: 'OK', content: { 'application/json': { schema } } },
    };
    const { operations } = inferFrom({ '/albums/contains': { get: { responses } } });
    expect(operations.get('GET /albums/contains')?.role).toBe('view');
  });

  test('reads one record where every GET is named a list, and changes a collection as a whole', () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } } } as const;
    const one = { 'application/json': { schema } };
    const many = { 'application/json': { schema: { type: 'array', items: schema } } } as const;
    const counted = { 'application/json': { schema: { type: 'object' } } } as const;
    const toOk = (content: Record<string, MediaType>) => ({
      '200': { description: 'OK', content },
    });
    const { operations } = inferFrom({
      '/servers': {
        get: { operationId: 'listServers', responses: toOk(many) },
        patch: {
          operationId: 'patchServers',
          requestBody: { content: one },
          responses: toOk(counted),
        },
      },
      '/servers/{serverId}': {
        get: { operationId: 'listServer', responses: toOk(one) },
        patch: {
          operationId: 'patchServer',
          requestBody: { content: one },
          responses: toOk(one),
        },
      },
      '/engines': { get: { operationId: 'listEngines', responses: toOk(many) } },
      '/engines/{engineId}': { get: { operationId: 'listEngine', responses: toOk({}) } },
    });
    const roles = Object.fromEntries([...operations].map(([id, { role }]) => [id, role]));
    expect(roles).toMatchObject({
      listServer: 'read',
      listEngine: 'read',
      patchServers: 'bulk',
      patchServer: 'update',
    });
  });

  test('gives an operation without schemas the role of its method and path', () => {
    const { operations } = inferFrom({
      '/notes': { get: {}, post: {} },
      '/notes/{id}': { get: {}, put: { requestBody: { content: {} } }, delete: {} },
      '/notes/{id}/archive': { post: {} },
    });
    const roles = [...operations.values()].map(
      ({ operationId, role }) => `${operationId}: ${role}`,
    );
    expect(roles).toEqual([
      'GET /notes: list',
      'POST /notes: create',
      'GET /notes/{id}: read',
      'PUT /notes/{id}: link',
      'DELETE /notes/{id}: delete',
      'POST /notes/{id}/archive: action',
    ]);
  });

  test('recognises values that contain a list, and values beside records', () => {
    const content = (properties: Record<string, Schema>) => ({
      content: { 'application/json': { schema: { type: 'object', properties } } },
    });
    const hosts = content({
      enabled: { type: 'boolean' },
      hosts: { type: 'array', items: { type: 'string' } },
    });
    const user = content({ login: { type: 'string' }, email: { type: 'string' } });
    const reply = (body: object) => ({ '200': { description: 'OK', ...body } });
    const { operations, resources } = inferFrom({
      '/allowlist': {
        get: { responses: reply(hosts) },
        patch: { requestBody: hosts, responses: reply(hosts) },
      },
      '/user': {
        get: { responses: reply(user) },
        patch: { requestBody: user, responses: reply(user) },
      },
      '/user/{id}': { get: { responses: reply(user) } },
    });
    const roles = [...operations.values()].map(({ operationId, role }) => [operationId, role]);
    expect(roles).toEqual([
      ['GET /allowlist', 'read'],
      ['PATCH /allowlist', 'update'],
      ['GET /user', 'read'],
      ['PATCH /user', 'update'],
      ['GET /user/{id}', 'read'],
    ]);
    expect(resources.get('allowlist')?.isSingleton).toBe(true);
  });

  test('believes names where a POST does not create a record of its path', () => {
    const body = { content: {} };
    const { operations } = inferFrom({
      '/reports': { get: {}, post: { operationId: 'getReports', requestBody: body } },
      '/reports/{id}': { post: { operationId: 'duplicateReport' }, put: {} },
      '/reports/{id}/create_run': { post: { operationId: 'createRun', requestBody: body } },
      '/reports/{id}/avatar': { post: { operationId: 'updateReportAvatar', requestBody: body } },
      '/accesses': { get: {}, post: { operationId: 'updateAccesses', requestBody: body } },
      '/accesses/{id}': { get: {} },
    });
    expect(operations.get('getReports')?.role).toBe('view');
    expect(operations.get('duplicateReport')?.role).toBe('copy');
    expect(operations.get('createRun')?.role).toBe('create');
    expect(operations.get('updateReportAvatar')?.role).toBe('update');
    expect(operations.get('updateAccesses')?.role).toBe('bulk');
  });
});
