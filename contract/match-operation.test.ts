import { describe, expect, test } from '@jest/globals';
import { contract } from './index.ts';

const id = '16fd2706-8baf-433b-82eb-8c7fada847da';

describe('a method and a path', () => {
  test.each(contract.operations)('find $id', ({ id: operationId, method, path, parameters }) => {
    const values = Object.fromEntries(
      parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, id]),
    );
    const match = contract.matchOperation(method, path.replaceAll(/\{.+?\}/g, id));
    expect(match).toMatchObject({ kind: 'operation', parameters: values });
    expect(match.kind === 'operation' && match.operation.id).toBe(operationId);
  });

  test('decode percent-encoding in a parameter, and keep invalid encoding', () => {
    const parametersOf = (text: string) => contract.matchOperation('PATCH', `/v1/sites/${text}`);
    expect(parametersOf('a%2Fb%C3%BC')).toMatchObject({ parameters: { siteId: 'a/bü' } });
    expect(parametersOf('%zz')).toMatchObject({ parameters: { siteId: '%zz' } });
  });

  test('match the operation of GET for HEAD', () => {
    const match = contract.matchOperation('HEAD', `/v1/workspaces/${id}/sites`);
    expect(match).toMatchObject({ kind: 'operation', operation: { id: 'listSites' } });
  });

  /** The documented methods of a path. GET includes HEAD. */
  const listAllowed = (path: string): string[] => {
    const methods = contract.operations
      .filter((operation) => operation.path === path)
      .map(({ method }) => method);
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  };
  const otherMethods = [
    {
      line: `TRACE /v1/workspaces/${id}/sites`,
      allow: listAllowed('/v1/workspaces/{workspaceId}/sites'),
    },
    { line: `TRACE /v1/sites/${id}`, allow: listAllowed('/v1/sites/{siteId}') },
    { line: `patch /v1/sites/${id}`, allow: listAllowed('/v1/sites/{siteId}') },
  ];
  test.each(otherMethods)('$line lists the methods of the path', ({ line, allow }) => {
    const [method = '', path = ''] = line.split(' ');
    expect(contract.matchOperation(method, path)).toMatchObject({
      kind: 'method-not-allowed',
      allow,
    });
  });

  const unknown = [
    { path: '/', nearest: '/v1/workspaces/{workspaceId}/sites' },
    { path: '*', nearest: '/v1/workspaces/{workspaceId}/sites' },
    { path: 'v1/sites/x', nearest: '/v1/workspaces/{workspaceId}/sites' },
    { path: '/v1/nothing', nearest: '/v1/workspaces/{workspaceId}/sites' },
    { path: '/v1/sites/', nearest: '/v1/sites/{siteId}' },
    { path: '/v1/sites/x/', nearest: '/v1/sites/{siteId}' },
    { path: '/v1/sites/x/routs', nearest: '/v1/sites/{siteId}' },
    { path: '/v1/routes', nearest: '/v1/routes/{routeId}' },
    { path: `/v1/workspaces//sites`, nearest: '/v1/workspaces/{workspaceId}/sites' },
    { path: '/v1/workspaces/x/sites/y', nearest: '/v1/workspaces/{workspaceId}/sites' },
  ];
  test.each(unknown)('the nearest path to $path is $nearest', ({ path, nearest }) => {
    expect(contract.matchOperation('GET', path)).toMatchObject({ kind: 'unknown-path', nearest });
  });
});
