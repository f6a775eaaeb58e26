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

  test.each([
    { path: `/v1/%77orkspaces/${id}/sites`, parameters: { workspaceId: id } },
    { path: `/%761/%73%69%74%65%73/${id}`, parameters: { siteId: id } },
    { path: '/v1/sites/%61b%2f', parameters: { siteId: 'ab/' } },
  ])('match however unreserved characters are escaped: $path', ({ path, parameters }) => {
    const method = path.endsWith('/sites') ? 'GET' : 'PATCH';
    expect(contract.matchOperation(method, path)).toMatchObject({ kind: 'operation', parameters });
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

  test.each([
    { path: `/v1/workspace/${id}/sites`, want: `/v1/workspaces/${id}/sites` },
    { path: `/workspaces/${id}/sites`, want: `/v1/workspaces/${id}/sites` },
    { path: `/v1/workspaces/${id}/sites/`, want: `/v1/workspaces/${id}/sites` },
    { path: `//v1/workspaces/${id}/sites`, want: `/v1/workspaces/${id}/sites` },
    { path: `/V1/Workspaces/${id}/Sites`, want: `/v1/workspaces/${id}/sites` },
    { path: `/v1/sites/${id}/route`, want: `/v1/sites/${id}/routes` },
    { path: '/v1/workspaces/sites', want: '/v1/workspaces/{workspaceId}/sites' },
    { path: '/v1/sites/x/', want: '/v1/sites/x' },
    { path: '/v1/sites/x/routs', want: '/v1/sites/x/routes' },
    { path: '/v1/sitez', want: '/v1/sites/{siteId}' },
    { path: '/v1/workspaces//sites', want: '/v1/workspaces/{workspaceId}/sites' },
    { path: '/', want: undefined },
    { path: '/favicon.ico', want: undefined },
    { path: `/v1/${'x'.repeat(600)}`, want: undefined },
  ])('the suggestion for $path is $want', ({ path, want }) => {
    const paths = contract.operations.map((operation) => operation.path);
    expect(contract.matchOperation('GET', path)).toMatchObject({
      kind: 'unknown-path',
      suggestion: want,
    });
    expect(paths).toContain(Object(contract.matchOperation('GET', path)).nearest);
  });
});
