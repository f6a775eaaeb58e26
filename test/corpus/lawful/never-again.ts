import type { Entry, Proof } from '../entry.ts';
import type { ProbeAnswer } from '../probe/client.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const readId = ({ text }: ProbeAnswer): string => text.match(/"id":"([^"]+)"/)?.[1] ?? '';

/** Changes a site, or one of its routes, and changes it back. */
const thereAndBack =
  (field: 'name' | 'hostUrl' | 'pathname', values: readonly string[]): Proof =>
  async (client) => {
    const sites = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
    const [first, ...others] = values;
    const body = { name: 'A', ...(field === 'pathname' ? {} : { [field]: first }) };
    const site = `/v1/sites/${readId(await client.call('POST', sites, { body }))}`;
    const route = await client.call('POST', `${site}/routes`, { body: { pathname: '/a' } });
    const path = field === 'pathname' ? `/v1/routes/${readId(route)}` : site;
    const statuses: number[] = [];
    for (const value of others)
      statuses.push((await client.call('PATCH', path, { body: { [field]: value } })).status);
    return statuses;
  };

/** Once a record no longer has a value, no record may have it again, including the same one. */
function createUsed(): (value: string | null, before: string | null) => void {
  const used = new Set<string>();
  return (value, before) => {
    if (value === before) return;
    if (value !== null && used.has(value)) throw new Refusal('conflict', 'was in use before');
    if (before !== null) used.add(before);
  };
}

const siteField =
  (field: 'name' | 'hostUrl'): Deviation =>
  (service) => {
    const use = createUsed();
    const { findSite, replaceSite } = service.store;
    service.store.replaceSite = (site) => {
      use(site[field], findSite(site.id)?.[field] ?? null);
      replaceSite(site);
    };
  };

export const neverAgain: readonly Entry[] = [
  {
    id: 'host-rules/never-again',
    title: 'A host that a site has given up cannot be had again.',
    deviate: siteField('hostUrl'),
    proof: thereAndBack('hostUrl', [
      'https://a.example.com',
      'https://b.example.com',
      'https://a.example.com',
    ]),
  },
  {
    id: 'name-rules/never-again',
    title: 'A name that a site has given up cannot be had again.',
    deviate: siteField('name'),
    proof: thereAndBack('name', ['A', 'B', 'A']),
  },
  {
    id: 'route-rules/never-again',
    title: 'A pathname that a route has given up cannot be had again.',
    deviate: (service) => {
      const use = createUsed();
      const { findRoute, replaceRoute } = service.store;
      service.store.replaceRoute = (route) => {
        use(route.pathname, findRoute(route.id)?.pathname ?? null);
        replaceRoute(route);
      };
    },
    proof: thereAndBack('pathname', ['/a', '/b', '/a']),
  },
];
