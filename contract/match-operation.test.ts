import { describe, expect, test } from '@jest/globals';
import { contract } from './index.ts';
import { createMatcher } from './match-operation.ts';

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

describe('several templates', () => {
  const lines = [
    'GET /a/{id}',
    'DELETE /a/{other}',
    'GET /a/mine',
    'GET /a/{id}/b',
    'POST /users/{id}:activate',
    'GET /users/{id}',
    'GET /files/{name}.{ext}',
    'DELETE /files/{name}',
    'GET /compare/{base}...{head}',
    'GET /deep/{x}/end',
    'GET /deep/fixed/{y}',
  ];
  const operations = lines.map((line) => {
    const [method = '', path = ''] = line.split(' ');
    const [template] = contract.operations;
    if (template === undefined) throw new Error('the contract has no operations');
    return { ...template, id: line, method, path };
  });
  const match = createMatcher(operations);

  test.each([
    { sent: 'GET /a/mine', id: 'GET /a/mine', parameters: {} },
    { sent: 'GET /a/5', id: 'GET /a/{id}', parameters: { id: '5' } },
    { sent: 'DELETE /a/5', id: 'DELETE /a/{other}', parameters: { other: '5' } },
    { sent: 'HEAD /a/5', id: 'GET /a/{id}', parameters: { id: '5' } },
    { sent: 'GET /a/mine/b', id: 'GET /a/{id}/b', parameters: { id: 'mine' } },
    {
      sent: 'POST /users/5:activate',
      id: 'POST /users/{id}:activate',
      parameters: { id: '5' },
    },
    { sent: 'GET /users/5:activate', id: 'GET /users/{id}', parameters: { id: '5:activate' } },
    {
      sent: 'GET /files/a.b.txt',
      id: 'GET /files/{name}.{ext}',
      parameters: { name: 'a.b', ext: 'txt' },
    },
    { sent: 'DELETE /files/a.txt', id: 'DELETE /files/{name}', parameters: { name: 'a.txt' } },
    {
      sent: 'GET /compare/main...dev',
      id: 'GET /compare/{base}...{head}',
      parameters: { base: 'main', head: 'dev' },
    },
    { sent: 'GET /deep/fixed/end', id: 'GET /deep/fixed/{y}', parameters: { y: 'end' } },
    { sent: 'GET /deep/other/end', id: 'GET /deep/{x}/end', parameters: { x: 'other' } },
  ])('$sent', ({ sent, id: operationId, parameters }) => {
    const [method = '', path = ''] = sent.split(' ');
    expect(match(method, path)).toMatchObject({
      kind: 'operation',
      operation: { id: operationId },
      parameters,
    });
  });

  test('a path without parameters hides a template that matches it as well', () => {
    expect(match('DELETE', '/a/mine')).toEqual({
      kind: 'method-not-allowed',
      path: '/a/mine',
      allow: ['GET', 'HEAD', 'OPTIONS'],
    });
  });

  test('templates with other parameter names are one path', () => {
    expect(match('PUT', '/a/5')).toMatchObject({ allow: ['GET', 'DELETE', 'HEAD', 'OPTIONS'] });
  });
});
