import { describe, expect, test } from '@jest/globals';
import { document } from '../../generated/document.js';
import { inferModel } from './infer-model.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'];

function inferFrom(paths: Record<string, Record<string, unknown>>) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({
        id: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
      })),
  );
  return inferModel({ paths }, operations);
}

describe('inferModel', () => {
  test('finds the resources of the built-in contract', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        'operationId' in operation
          ? [{ id: operation.operationId, method: method.toUpperCase(), path }]
          : [],
      ),
    );
    const { resources, operations: roles } = inferModel(document, operations);
    expect([...resources.keys()]).toEqual(['workspace', 'site', 'route', 'webhook']);
    expect(resources.get('site')).toMatchObject({
      itemPaths: ['/v1/sites/{siteId}'],
      collectionPaths: ['/v1/workspaces/{workspaceId}/sites'],
      parent: { resource: 'workspace', field: undefined },
      id: ['/id'],
      hidden: new Set(['/locale']),
    });
    expect(resources.get('route')?.parent).toEqual({ resource: 'site', field: undefined });
    expect(roles.get('duplicateSite')?.role).toBe('copy');
    expect(roles.get('listSites')?.list).toMatchObject({
      items: '/data',
      style: 'cursor',
      position: 'after',
      cursorFrom: 'last-id',
      more: '/hasMore',
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
});
