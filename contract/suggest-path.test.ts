import { expect, test } from '@jest/globals';
import { contract } from './index.ts';

const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test.each([
  { path: `/v1/workspace/${id}/sites`, want: `/v1/workspaces/${id}/sites` },
  { path: `/workspaces/${id}/sites`, want: `/v1/workspaces/${id}/sites` },
  { path: `/v1/workspaces/${id}/sites/`, want: `/v1/workspaces/${id}/sites` },
  { path: `//v1/workspaces/${id}/sites`, want: `/v1/workspaces/${id}/sites` },
  { path: `/V1/Workspaces/${id}/Sites`, want: `/v1/workspaces/${id}/sites` },
  { path: `/v1/sites/${id}/route`, want: `/v1/sites/${id}/routes` },
  { path: '/v1/workspaces/sites', want: '/v1/workspaces/{workspaceId}/sites' },
  { path: `/v1/site/${id}`, want: `/v1/sites/${id}` },
  { path: '/v1/sites/x/', want: '/v1/sites/x' },
  { path: '/v1/sites/x/routs', want: '/v1/sites/x/routes' },
  { path: '/v1/sitez', want: '/v1/sites/{siteId}' },
  { path: '/v1/routes', want: '/v1/routes/{routeId}' },
  { path: '/v1/workspaces//sites', want: '/v1/workspaces/{workspaceId}/sites' },
  { path: '/', want: undefined },
  { path: '/favicon.ico', want: undefined },
  { path: `/v1/${'x'.repeat(600)}`, want: undefined },
])('the suggestion for $path is $want', ({ path, want }) => {
  expect(contract.matchOperation('GET', path)).toMatchObject({
    kind: 'unknown-path',
    suggestion: want,
  });
});
