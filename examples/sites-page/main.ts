/** The page against a mock on a port: `?api=http://127.0.0.1:4010`. */
import { createClient } from 'site-contract/client';
import { openSitesPage } from './sites-page.ts';

const baseUrl = new URLSearchParams(location.search).get('api') ?? 'http://127.0.0.1:4010';
void openSitesPage({
  // The mock's key is not a secret. A real key belongs on a server, never in a page.
  client: createClient({ baseUrl, apiKey: 'site-contract-key' }),
  workspaceId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  pageSize: 5,
});
