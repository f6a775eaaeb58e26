import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readOperations } from '../read-operations.ts';
import { inferModel } from './infer-model.ts';

function infer(name: string) {
  const document = parse(readFileSync(`test/contracts/${name}.yaml`, 'utf8'));
  return inferModel(document, readOperations(document));
}

describe('documents of other styles', () => {
  test('offset pages, integer ids and three levels', () => {
    const { resources, operations } = infer('projects');
    const parents = [...resources.values()].map(({ name, parent }) => [name, parent?.resource]);
    expect(parents).toEqual([
      ['project', undefined],
      ['task', 'project'],
      ['comment', 'task'],
    ]);
    expect(operations.get('list_projects')?.list).toMatchObject({
      items: '/items',
      style: 'offset',
      position: 'offset',
      size: 'limit',
      total: '/total',
      filters: new Map([['status', '/status']]),
      sort: { parameter: 'sort' },
    });
    expect(operations.get('replace_project')?.role).toBe('replace');
    expect(operations.get('get_project_stats')?.role).toBe('view');
  });

  test('page numbers, envelopes, actions and bulk operations', () => {
    const { resources, operations } = infer('shop');
    expect(operations.get('createCustomer')).toMatchObject({
      requestItem: '/customer',
      responseItem: '/data',
    });
    expect(operations.get('listOrders')?.list).toMatchObject({
      items: '/data',
      style: 'page',
      total: '/meta/total',
    });
    expect(operations.get('cancelOrder')?.sets).toEqual(new Map([['/status', 'cancelled']]));
    expect(operations.get('bulkCancelOrders')?.bulk?.ids).toEqual({ in: 'body', pointer: '/ids' });
    expect(resources.get('customer')?.hidden).toEqual(new Set(['/password']));
    expect(resources.get('order')?.references).toEqual(new Map([['/customerId', 'customer']]));
  });

  test('cursors two levels deep, relations, singletons and flags', () => {
    const { resources, operations } = infer('notebook');
    expect(operations.get('GET /api/notes')?.list).toMatchObject({
      items: '/result/notes',
      style: 'cursor',
      next: '/paging/next-cursor',
      more: '/paging/has-more',
    });
    expect(operations.get('PUT /api/notes/{note-id}/tags/{tag-name}')).toMatchObject({
      role: 'link',
      resource: 'tag',
      relation: { from: 'note', to: 'tag', field: '/tags' },
    });
    expect(operations.get('DELETE /api/notes/{note-id}/archive')?.sets).toEqual(
      new Map([['/archived', false]]),
    );
    expect(resources.get('settings')?.isSingleton).toBe(true);
    expect(resources.get('reminder')?.parent?.resource).toBe('note');
  });

  test('PUT as upsert, flat items and total headers', () => {
    const { resources, operations } = infer('flags');
    expect(operations.get('environments_put')?.role).toBe('upsert');
    expect(operations.get('environments_list')?.list).toMatchObject({
      items: '',
      style: 'page',
      totalHeader: 'x-total-count',
      hasLinkHeader: true,
    });
    expect(resources.get('flag')).toMatchObject({
      itemPaths: ['/v1/flags/{flagId}'],
      parent: { resource: 'environment', field: '/environmentKey' },
    });
  });

  test.each([
    [
      { create: 'createOrdr' },
      '/create: unknown operation "createOrdr"; did you mean "createOrder"?',
    ],
    [{ at: '/v2/order/{orderId}' }, '/at: unknown path "/v2/order/{orderId}"; did you mean'],
    [{ id: 'identifier' }, '/id: unknown field "identifier"; use one of '],
    [{ parent: { custmerId: 'customer' } }, '"custmerId"; did you mean "customerId"?'],
    [{ parent: { customerId: 'custmer' } }, '"custmer"; did you mean "customer"?'],
    [{ refs: { customerId: 'custmer' } }, '"custmer"; did you mean "customer"?'],
    [{ item: '/dat' }, '/item: unknown field "dat"; did you mean "data"?'],
    [{ body: '/odrer' }, '/body: unknown field "odrer"'],
    [{ list: { limit: 'siz' } }, '/list: unknown parameter "siz"; '],
    [{ list: { items: '/dat' } }, '/list: unknown field "dat"; did you mean "data"?'],
    [{ list: { filter: { status: '/statu' } } }, '/list/filter: unknown field "statu"; did you'],
    [{ actions: { cancelOrder: { sets: { statu: 'a' } } } }, '/sets: unknown field "statu"; did'],
    [
      { copy: { operation: 'cancelOrder', fresh: ['statu'] } },
      '/copy/fresh: unknown field "statu"',
    ],
    [{ hidden: ['statu'] }, '/hidden: unknown field "statu"; did you mean "status"?'],
  ])('x-resources %j is refused', (declaration, message) => {
    const document = parse(readFileSync('test/contracts/shop.yaml', 'utf8'));
    document['x-resources'] = { order: declaration };
    expect(() => inferModel(document, readOperations(document))).toThrow(message);
  });

  test('an unknown operation in x-resources is refused with the nearest name', () => {
    const document = parse(readFileSync('test/contracts/projects.yaml', 'utf8'));
    document['x-resources'] = { project: { create: 'create_projct' } };
    expect(() => inferModel(document, readOperations(document))).toThrow(
      'x-resources/project/create: unknown operation "create_projct"; did you mean "create_project"?',
    );
  });
});
