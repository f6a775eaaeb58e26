import { ApiProblem, createClient, listAllSites, type Site } from 'site-contract/client';

/** Where the service is, and the key for it: in a real program from its configuration. */
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'site-contract-key' });

/** The first site of a workspace that has this host, or undefined; `busy` when the service cannot say right now. */
export async function findSite(
  workspaceId: string,
  hostUrl: string,
): Promise<Site | undefined | 'busy'> {
  try {
    for await (const site of listAllSites(client, { workspaceId, pageSize: 100 })) {
      if (site.hostUrl === hostUrl) return site;
    }
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 503) return 'busy';
    throw error;
  }
}
