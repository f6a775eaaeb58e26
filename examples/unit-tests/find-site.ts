import { ApiProblem, type Client, listAllSites, type Site } from 'site-contract/client';

/**
 * Finds the first site of a workspace with this host, or undefined; `busy` if the service is temporarily unavailable.
 */
export async function findSite(
  client: Client,
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
