import type { Ground, Work, WorkRequest } from './work.ts';

const pageSize = 20;
const newSite = { name: 'Harbour Café', hostUrl: 'https://harbour-cafe.example', locale: 'en-GB' };

const toListPath = ({ workspaceId }: Ground): string =>
  `/v1/workspaces/${workspaceId}/sites?limit=${pageSize}`;

function toPages(ground: Ground): WorkRequest[] {
  const cursors = ground.siteIds.filter((_, index) => (index + 1) % pageSize === 0).slice(0, -1);
  const path = toListPath(ground);
  const paths = [path, ...cursors.map((id) => `${path}&after=${id}`)];
  return paths.map((each) => ({ method: 'GET', path: each }));
}

const toCreation = ({ workspaceId }: Ground): WorkRequest => ({
  method: 'POST',
  path: `/v1/workspaces/${workspaceId}/sites`,
  body: newSite,
});

/** Creates a request for each of the first hundred sites, so that no single site grows. */
const forSites = ({ siteIds }: Ground, toRequest: (id: string, index: number) => WorkRequest) =>
  siteIds.slice(0, 100).map(toRequest);

const toUpdates = (ground: Ground): WorkRequest[] =>
  forSites(ground, (id, index) => ({
    method: 'PATCH',
    path: `/v1/sites/${id}`,
    body: { name: `Renamed site ${index}` },
  }));

const toRouteCreations = (ground: Ground): WorkRequest[] =>
  forSites(ground, (id) => ({
    method: 'POST',
    path: `/v1/sites/${id}/routes`,
    body: {
      pathname: '/about-us',
      localizedVariants: [{ locale: 'de-DE', pathname: '/ueber-uns' }],
    },
  }));

/** The works for which servers are measured. */
export const works: readonly Work[] = [
  {
    id: 'list',
    title: 'List 20 of 1,000 sites',
    toRequests: (ground) => [{ method: 'GET', path: toListPath(ground) }],
    expects: 'success',
  },
  {
    id: 'walk',
    title: 'List all 50 pages in turn',
    toRequests: toPages,
    expects: 'success',
  },
  {
    id: 'create',
    title: 'Create a site',
    toRequests: (ground) => [toCreation(ground)],
    expects: 'success',
  },
  {
    id: 'refuse',
    title: 'Create a site, refused',
    toRequests: (ground) => [{ ...toCreation(ground), body: { ...newSite, name: 5 } }],
    expects: 'refusal',
  },
  { id: 'update', title: 'Update a site', toRequests: toUpdates, expects: 'success' },
  {
    id: 'duplicate',
    title: 'Duplicate a site with a route',
    toRequests: (ground) =>
      forSites(ground, (id) => ({
        method: 'POST',
        path: `/v1/sites/${id}/duplicate`,
        body: { name: 'Harbour Café (staging)' },
      })),
    expects: 'success',
  },
  {
    id: 'create-route',
    title: 'Create a route',
    toRequests: toRouteCreations,
    expects: 'success',
  },
  {
    id: 'update-route',
    title: 'Update a route',
    toRequests: ({ routeIds }) =>
      routeIds.map((id, index) => ({
        method: 'PATCH',
        path: `/v1/routes/${id}`,
        body: { pathname: `/moved/${index}` },
      })),
    expects: 'success',
  },
  {
    id: 'create-webhook',
    title: 'Create a webhook',
    toRequests: ({ workspaceId }) => [
      {
        method: 'POST',
        path: `/v1/workspaces/${workspaceId}/webhooks`,
        body: { url: 'https://hooks.example/site', eventType: 'site.published' },
      },
    ],
    expects: 'success',
  },
  {
    id: 'mixed',
    title: 'An hour of a frontend (90 % reads)',
    toRequests: toMixedHour,
    expects: 'success',
  },
];

/** Nine pages are read for each write; the kinds of writes alternate. */
function toMixedHour(ground: Ground): WorkRequest[] {
  const pages = toPages(ground);
  const writes = [
    toCreation(ground),
    ...toUpdates(ground).slice(0, 6),
    ...toRouteCreations(ground).slice(0, 3),
  ];
  return writes.flatMap((write, turn) => {
    const reads = Array.from({ length: 9 }, (_, index) => pages[(9 * turn + index) % pages.length]);
    return [...reads.filter((read) => read !== undefined), write];
  });
}
