import type { Site } from '../contract/types.ts';
import type { CallOptions, Client } from './create-client.ts';

/** What `listAllSites` can be told. */
export interface ListAllSitesOptions extends CallOptions {
  /** Whose sites are listed. */
  workspaceId: string;
  /** How many sites are asked for at once, at least one. Default: the service's own page size. */
  pageSize?: number;
}

/**
 * Walks all sites of a workspace, a page at a time; the next page is asked for when it is needed.
 * @throws RangeError when the page size is less than one
 * @throws Error when the service says that more sites follow and does not get on
 * @example
 * for await (const site of listAllSites(client, { workspaceId })) console.log(site.name);
 */
export async function* listAllSites(
  client: Pick<Client, 'listSites'>,
  { workspaceId, pageSize, ...options }: ListAllSitesOptions,
): AsyncGenerator<Site, void, undefined> {
  if (pageSize !== undefined && !(pageSize >= 1)) {
    throw new RangeError(`pageSize must be at least 1, and is ${pageSize}`);
  }
  const limit = pageSize === undefined ? {} : { limit: pageSize };
  const cursors = new Set<string>();
  let after: { after?: string } = {};
  for (;;) {
    const { data, hasMore } = await client.listSites({ workspaceId, ...limit, ...after }, options);
    yield* data;
    if (!hasMore) return;
    const last = data.at(-1)?.id;
    // A service that keeps sending the same page would keep its client busy for ever.
    if (last === undefined || cursors.has(last)) {
      const where = after.after === undefined ? 'from the start' : `after ${after.after}`;
      const what = last === undefined ? 'an empty page' : `a page that was there before`;
      throw new Error(`listSites says that more sites follow, and answers ${what} (${where})`);
    }
    cursors.add(last);
    after = { after: last };
  }
}
