// Generated from spec/openapi.yaml by `npm run generate`. Do not edit: change that file.
/** Method and path template of every operation. */
export const endpoints = {
  listSites: { method: 'GET', path: '/v1/workspaces/{workspaceId}/sites' },
  createSite: { method: 'POST', path: '/v1/workspaces/{workspaceId}/sites' },
  updateSite: { method: 'PATCH', path: '/v1/sites/{siteId}' },
  duplicateSite: { method: 'POST', path: '/v1/sites/{siteId}/duplicate' },
  createRoute: { method: 'POST', path: '/v1/sites/{siteId}/routes' },
  updateRoute: { method: 'PATCH', path: '/v1/routes/{routeId}' },
  createWebhook: { method: 'POST', path: '/v1/workspaces/{workspaceId}/webhooks' },
} as const;
