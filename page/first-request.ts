import { endpoints } from '../generated/endpoints.ts';

const { method, path } = endpoints.createSite;

/** The request that the page offers where nothing has happened yet: it creates a site. */
export const firstRequest = {
  method,
  mediaType: 'application/json',
  body: JSON.stringify({ name: 'My first site' }),
  toPath: (workspace: string) => path.replace('{workspaceId}', workspace),
};
