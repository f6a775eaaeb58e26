/*
 * service/client/: what the client has for the built-in service only. It imports client/ and types of generated/. Start here.
 */

import type { CallOptions, Client } from '../../client/create-client.ts';
import type { Site } from '../../generated/types.ts';

/** The workspace whose sites to list, the size of the pages, and the options of the calls. */
export interface ListAllSitesOptions extends CallOptions {
  /** The workspace whose sites are listed. */
  workspaceId: string;
  /** How many sites to request at a time, at least 1. Default: the default page size of the service. */
  pageSize?: number;
}

/**
 * Iterates over all sites of a workspace. Each page is requested when it is needed.
 * @throws RangeError when the page size is less than 1
 * @throws Error when the service announces more sites and then sends an empty page or repeats one
 * @example
 * for await (const site of listAllSites(client, { workspaceId })) console.log(site.name);
 */
export async function* listAllSites(
  client: Pick<Client, 'listSites'>,
  { workspaceId, pageSize, ...options }: ListAllSitesOptions,
): AsyncGenerator<Site, void, undefined> {
  if (pageSize !== undefined && !(pageSize >= 1)) {
    throw new RangeError(`pageSize must be at least 1 (got ${pageSize})`);
  }
  const limit = pageSize === undefined ? {} : { limit: pageSize };
  const cursors = new Set<string>();
  let after: { after?: string } = {};
  for (;;) {
    const { data, hasMore } = await client.listSites({ workspaceId, ...limit, ...after }, options);
    yield* data;
    if (!hasMore) return;
    const last = data.at(-1)?.id;
    // Without this, a service that repeats a page would cause an endless loop.
    if (last === undefined || cursors.has(last)) {
      const where = after.after === undefined ? 'on the first page' : `after ${after.after}`;
      const what = last === undefined ? 'an empty page' : 'a page that it had returned before';
      throw new Error(`listSites reported more sites and then returned ${what} (${where})`);
    }
    cursors.add(last);
    after = { after: last };
  }
}
