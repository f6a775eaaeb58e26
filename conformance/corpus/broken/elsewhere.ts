import { changeInput, changeText } from '../deviations/inputs.ts';
import { hide } from '../deviations/storing.ts';
import { pause } from '../deviations/traffic.ts';
import { afterUpdateSite } from '../deviations/updating.ts';
import type { Entry, Proof } from '../entry.ts';
import type { ProbeAnswer, ProbeClient } from '../probe/client.ts';
import type { OperationId } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

const sitesOf = (client: ProbeClient, workspace: 0 | 1): string =>
  `/v1/workspaces/${client.workspaceIds[workspace]}/sites`;

const readId = ({ text }: ProbeAnswer): string => text.match(/"id":"([^"]+)"/)?.[1] ?? '';

const makeSite = async (client: ProbeClient, workspace: 0 | 1, body: object): Promise<string> =>
  readId(await client.call('POST', sitesOf(client, workspace), { body }));

/** Refuses an operation on what belongs to the second workspace. */
const lostInSecond = (operationId: OperationId): Deviation => {
  return (service) => {
    const plain = service.operations[operationId];
    service.operations[operationId] = (exchange) => {
      const { findRoute, findSite } = service.store;
      const siteId = findRoute(exchange.resourceId)?.siteId ?? exchange.resourceId;
      if (findSite(siteId)?.workspaceId === service.workspaceIds[1])
        throw new Refusal('not-found', 'no such thing here');
      return plain(exchange);
    };
  };
};

const updateInSecond: Proof = async (client) => {
  const id = await makeSite(client, 1, { name: 'A' });
  return (await client.call('PATCH', `/v1/sites/${id}`, { body: { name: 'B' } })).status;
};

const routeInSecond: Proof = async (client) => {
  const id = await makeSite(client, 1, { name: 'A' });
  const body = { pathname: '/a' };
  const route = await client.call('POST', `/v1/sites/${id}/routes`, { body });
  const moved = await client.call('PATCH', `/v1/routes/${readId(route)}`, { body });
  return [route.status, moved.status];
};

/** A site of the first workspace, one behind it, and the same of the second; pages behind each in the other workspace. */
const crossCursors: Proof = async (client) => {
  const answers: boolean[] = [];
  for (const workspace of [0, 1] as const) {
    const id = await makeSite(client, workspace, { name: 'A' });
    await makeSite(client, workspace, { name: `Of ${workspace}` });
    const other = workspace === 0 ? 1 : 0;
    const page = await client.call('GET', `${sitesOf(client, other)}?after=${id}`);
    answers.push(page.text.includes(`Of ${workspace}`));
  }
  return answers;
};

const pageOfSecond: Proof = async (client) => {
  const first = await makeSite(client, 1, { name: 'A' });
  await makeSite(client, 1, { name: 'B' });
  const { text } = await client.call('GET', `${sitesOf(client, 1)}?limit=1&after=${first}`);
  return [text.includes('"A"'), text.includes('"B"')];
};

/** A host, another one, and the first again; then what the list shows. */
const hostAndBack: Proof = async (client) => {
  const hosts = ['https://a.example.com', 'https://b.example.com', 'https://a.example.com'];
  const id = await makeSite(client, 0, { name: 'A', hostUrl: hosts[0] });
  for (const hostUrl of hosts.slice(1))
    await client.call('PATCH', `/v1/sites/${id}`, { body: { hostUrl } });
  const { text } = await client.call('GET', sitesOf(client, 0));
  return hosts.map((host) => text.includes(host));
};

const routeAndBack: Proof = async (client) => {
  const id = await makeSite(client, 0, { name: 'A' });
  const body = { pathname: '/a' };
  const route = `/v1/routes/${readId(await client.call('POST', `/v1/sites/${id}/routes`, { body }))}`;
  for (const pathname of ['/b', '/a']) await client.call('PATCH', route, { body: { pathname } });
  return (await client.call('PATCH', route, { body: {} })).text.includes('"/a"');
};

/** What shows in the other workspace alone, in the second record of a kind, or on the way back to what was before. */
export const elsewhere: readonly Entry[] = [
  {
    id: 'listing/cursor-of-another-workspace-followed',
    title: 'A page behind a site of another workspace shows the sites that follow there.',
    deviate: (service) => {
      const { listSites } = service.operations;
      service.operations.listSites = (exchange) => {
        const cursor = service.store.findSite(exchange.query.after ?? '');
        if (cursor !== undefined) exchange.resourceId = cursor.workspaceId;
        return listSites(exchange);
      };
    },
    proof: crossCursors,
  },
  {
    id: 'listing/second-workspace-ignores-cursor',
    title: 'In every workspace but the first, a cursor is ignored.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) =>
        paginate(
          sites,
          exchange.resourceId.toLowerCase() === service.workspaceIds[0].toLowerCase()
            ? query
            : { ...query, after: undefined },
          exchange,
        );
    },
    proof: pageOfSecond,
  },
  {
    id: 'listing/second-workspace-ends-early',
    title: 'In every workspace but the first, a page behind a cursor is empty.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) =>
        query.after === undefined ||
        exchange.resourceId.toLowerCase() === service.workspaceIds[0].toLowerCase()
          ? paginate(sites, query, exchange)
          : { sites: [], hasMore: false };
    },
    proof: pageOfSecond,
  },
  {
    id: 'listing/hides-http-hosts',
    title: 'Sites whose host has http are not listed.',
    deviate: hide(({ hostUrl }) => hostUrl?.startsWith('http:') ?? false),
  },
  {
    id: 'listing/hides-empty-names',
    title: 'Sites with an empty name are not listed.',
    deviate: hide(({ name }) => name === ''),
  },
  {
    id: 'has-more/true-for-limit-zero-at-the-end',
    title: 'With limit=0, hasMore is true behind the last site, too.',
    level: 'should',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => ({
        ...paginate(sites, query, exchange),
        ...(query.limit === 0 ? { hasMore: true } : {}),
      });
    },
    proof: async (client) => {
      const id = await makeSite(client, 0, { name: 'A' });
      return (await client.call('GET', `${sitesOf(client, 0)}?limit=0&after=${id}`)).text;
    },
  },
  {
    id: 'concurrency/lists-of-workspaces-mixed-up',
    title: 'Lists of two workspaces that are read at the same moment are both of one of them.',
    deviate: (service) => {
      const { listSites } = service.operations;
      let asked = '';
      service.operations.listSites = async (exchange) => {
        asked = exchange.resourceId;
        await pause(5);
        exchange.resourceId = asked;
        return listSites(exchange);
      };
    },
    proof: async (client) => {
      await makeSite(client, 0, { name: 'A' });
      const lists = ([0, 1] as const).map((at) => client.call('GET', sitesOf(client, at)));
      return (await Promise.all(lists)).map(({ text }) => text.includes('"A"'));
    },
  },
  {
    id: 'concurrency/creations-share-api-key',
    title: 'Sites that are created within the same 50 milliseconds get the same apiKey.',
    deviate: (service) => {
      const { newIdentifier } = service;
      let last = { at: 0, key: '' };
      service.newIdentifier = (kind) => {
        if (kind !== 'apiKey') return newIdentifier(kind);
        if (Date.now() - last.at > 50) last = { at: Date.now(), key: newIdentifier(kind) };
        return last.key;
      };
    },
  },
  {
    id: 'identifiers/api-key-of-the-workspace',
    title: 'All sites that are created in a workspace have one apiKey.',
    deviate: (service) => {
      const keys = new Map<string, string>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        const apiKey = keys.get(site.workspaceId) ?? site.apiKey;
        keys.set(site.workspaceId, apiKey);
        insertSite({ ...site, apiKey });
      };
      const { site: represent } = service.represent;
      service.represent.site = (site, exchange) =>
        represent({ ...site, apiKey: keys.get(site.workspaceId) ?? site.apiKey }, exchange);
    },
  },
  {
    id: 'updates/second-workspace-unknown',
    title: 'Sites of the second workspace cannot be updated.',
    deviate: lostInSecond('updateSite'),
    proof: updateInSecond,
  },
  {
    id: 'refusals/routes-of-second-workspace',
    title: 'Sites of the second workspace take no routes.',
    deviate: lostInSecond('createRoute'),
    proof: routeInSecond,
  },
  {
    id: 'route-updates/second-workspace-unknown',
    title: 'Routes of sites of the second workspace cannot be updated.',
    deviate: lostInSecond('updateRoute'),
    proof: routeInSecond,
  },
  {
    id: 'updates/host-reaches-same-names',
    title: 'An update of the host reaches all sites of the same name.',
    deviate: afterUpdateSite((site, old, { input }, { store }) => {
      if (input.hostUrl === undefined) return;
      for (const other of store.sitesOf(site.workspaceId))
        if (other.name === old.name && other.id !== site.id)
          store.replaceSite({ ...other, hostUrl: site.hostUrl });
    }),
  },
  {
    id: 'persistence/first-host-not-stored-again',
    title: 'An update back to the first host of a site is answered and not stored.',
    deviate: (service) => {
      const first = new Map<string, string | null>();
      afterUpdateSite((site, old, _, { store }) => {
        const before = first.get(site.id) ?? old.hostUrl;
        first.set(site.id, before);
        if (site.hostUrl === before && old.hostUrl !== before)
          store.replaceSite({ ...site, hostUrl: old.hostUrl });
      })(service);
    },
    proof: hostAndBack,
  },
  {
    id: 'persistence/first-pathname-not-stored-again',
    title: 'An update back to the first pathname of a route is answered and not stored.',
    deviate: (service) => {
      const first = new Map<string, string>();
      const { findRoute, replaceRoute } = service.store;
      service.store.replaceRoute = (route) => {
        const old = findRoute(route.id) ?? route;
        const before = first.get(route.id) ?? old.pathname;
        first.set(route.id, before);
        const isBack = route.pathname === before && old.pathname !== before;
        replaceRoute(isBack ? { ...route, pathname: old.pathname } : route);
      };
    },
    proof: routeAndBack,
  },
  {
    id: 'variants/lost-on-second-route',
    title: 'The second route of a site loses its localized variants.',
    deviate: (service) => {
      const { createRoute } = service.operations;
      service.operations.createRoute = (exchange) => {
        if (service.store.routesOf(exchange.resourceId).length === 1)
          exchange.input = { ...exchange.input, localizedVariants: [] };
        return createRoute(exchange);
      };
    },
    proof: async (client) => {
      const id = await makeSite(client, 0, { name: 'A' });
      const localizedVariants = [{ locale: 'en-US', pathname: '/x' }];
      const texts: boolean[] = [];
      for (const pathname of ['/a', '/b']) {
        const body = { pathname, localizedVariants };
        const { text } = await client.call('POST', `/v1/sites/${id}/routes`, { body });
        texts.push(text.includes('en-US'));
      }
      return texts;
    },
  },
  {
    id: 'names/escaped-in-json-lost',
    title: 'Letters that are escaped in the JSON of an update become question marks.',
    deviate: (service) => {
      const { toInput } = service;
      service.toInput = (exchange) => {
        const input = toInput(exchange);
        const isEscaped = exchange.request.bytes.includes('\\u00');
        if (exchange.operationId !== 'updateSite' || !isEscaped) return input;
        return { ...input, name: input.name?.replace(/[^\0-\x7f]/g, '?') };
      };
    },
    proof: async (client) => {
      const id = await makeSite(client, 0, { name: 'A' });
      const body = Buffer.from('{"name":"\\u00e9"}');
      return (await client.call('PATCH', `/v1/sites/${id}`, { body })).text.includes('?');
    },
  },
  {
    id: 'pathnames/update-decoded-when-validated',
    title: 'An update decodes percent escapes in a pathname, unless validation is skipped.',
    deviate: changeInput(['updateRoute'], (input, { query }) =>
      query.skipValidation ? input : { ...input, pathname: input.pathname?.replace('%20', ' ') },
    ),
  },
  {
    id: 'variants/pathnames-lower-case-when-validated',
    title: 'Pathnames of variants are lower-cased, unless validation is skipped.',
    deviate: changeInput(['createRoute', 'updateRoute'], (input, { query }) =>
      query.skipValidation
        ? input
        : {
            ...input,
            localizedVariants: input.localizedVariants?.map(({ locale, pathname }) => ({
              locale,
              pathname: pathname.toLowerCase(),
            })),
          },
    ),
  },
  {
    id: 'names/create-percent-decoded-strictly',
    title: 'A creation decodes the name as a whole where that is possible.',
    deviate: changeText(['createSite'], 'name', (name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    }),
    proof: async (client) => {
      const body = { name: '100%25' };
      return (await client.call('POST', sitesOf(client, 0), { body })).text.includes('%25');
    },
  },
];
