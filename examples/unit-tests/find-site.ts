import { ApiProblem, createClient, listAllSites, type Site } from 'site-contract/client';

/** A real program reads the URL of the service and the key from its configuration. */
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'site-contract-key' });

/**
 * Finds the first site of a workspace with this host, or undefined; `busy` if the service is temporarily unavailable.
 */
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
