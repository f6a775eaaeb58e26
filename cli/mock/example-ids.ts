import type { Mock } from '../../mock/index.ts';
import { createSeeded } from '../../mock/sessions/seeded.ts';
import { emptyContents, type StoreContents } from '../../mock/store/store.ts';

/** A site and a route that URLs can be shown with. */
export interface ExampleIds {
  siteId: string;
  routeId: string;
  /** Whether they are not there yet. */
  foretold: boolean;
}

/**
 * Ids of a site and a route that are there, or otherwise those that the next site and its first route will get when nothing is
 * made in between: the seed says them beforehand. Undefined where the time has a say, as in UUIDs of version 7.
 */
export async function findExampleIds(
  mock: Pick<Mock, 'contract' | 'seed' | 'snapshot' | 'workspaces'>,
  hasData: boolean,
): Promise<ExampleIds | undefined> {
  const contents = hasData ? (await mock.snapshot()).contents : emptyContents;
  const { sites, routes } = contents;
  const [workspace] = mock.workspaces;
  const { site } = sites.find(({ workspaceId }) => workspaceId === workspace) ?? sites[0] ?? {};
  const [{ route } = { route: undefined }] = routes;
  if (site !== undefined && route !== undefined)
    return { siteId: site.id, routeId: route.id, foretold: false };
  if (mock.contract.assumptions['uuid-version'] !== 4) return undefined;
  const createId = createForesight(mock, contents);
  const siteId = createId();
  // A site takes a second one for its key.
  createId();
  return { siteId, routeId: createId(), foretold: true };
}

/** The ids that the mock will make, in their order. It passes over those that came with the data. */
function createForesight(
  { seed, contract }: Pick<Mock, 'contract' | 'seed'>,
  { sites, routes, webhooks }: StoreContents,
): () => string {
  const createUuid = createSeeded({ seed }).createUuids(contract.assumptions);
  const given = new Set([
    ...sites.flatMap(({ site }) => [site.id, site.apiKey]),
    ...routes.map(({ route }) => route.id),
    ...webhooks.map(({ webhook }) => webhook.id),
  ]);
  return () => {
    let id = createUuid();
    while (given.has(id)) id = createUuid();
    return id;
  };
}
