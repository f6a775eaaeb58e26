// Calls a mock with the replacements that React Native has for parts of a browser: fetch on XMLHttpRequest, and its own
// URL.
import 'whatwg-fetch';
import 'react-native-url-polyfill/auto';
import { ApiProblem, createClient, listAllSites } from 'site-contract/client';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

globalThis.called = (async () => {
  const client = createClient({ baseUrl: globalThis.baseUrl, apiKey: 'site-contract-key' });
  const { name } = await client.createSite({ workspaceId, body: { name: 'Café 🏬' } });
  let listed = 0;
  for await (const _ of listAllSites(client, { workspaceId, pageSize: 2 })) listed += 1;
  const refused = await client.listSites({ workspaceId, limit: 1000 }).catch((error) => error);
  return { name, listed, refused: refused instanceof ApiProblem && refused.status };
})();
