import { wrapOperation } from '../deviations/replies.ts';
import { pause } from '../deviations/traffic.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite, sitesOf } from '../probe/make-site.ts';
import { readId } from '../probe/script/session.ts';
import type { OperationId } from '../service/exchange.ts';
import { Refusal } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';

/** Refuses an operation on records of the second workspace. */
const lostInSecond = (operationId: OperationId): Deviation => {
  return wrapOperation(operationId, (exchange, plain, service) => {
    const { findRoute, findSite } = service.store;
    const siteId = findRoute(exchange.resourceId)?.siteId ?? exchange.resourceId;
    if (findSite(siteId)?.workspaceId === service.workspaceIds[1])
      throw new Refusal('not-found', 'no such thing here');
    return plain(exchange);
  });
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

/** Creates two sites in each workspace, and lists the pages after each in the other workspace. */
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

/** Faults that only show in the second workspace. */
export const secondWorkspace: readonly Entry[] = [
  {
    id: 'listing/cursor-of-another-workspace-followed',
    title: 'A page after a site of another workspace shows the sites that follow there.',
    deviate: wrapOperation('listSites', (exchange, plain, service) => {
      const cursor = service.store.findSite(exchange.query.after ?? '');
      if (cursor !== undefined) exchange.resourceId = cursor.workspaceId;
      return plain(exchange);
    }),
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
    title: 'In every workspace but the first, a page after a cursor is empty.',
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
      // On a busy machine, two requests do not always overlap.
      const seen = new Set<string>();
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const lists = ([0, 1] as const).map((at) => client.call('GET', sitesOf(client, at)));
        seen.add((await Promise.all(lists)).map(({ text }) => text.includes('"A"')).join(' '));
      }
      return [...seen].sort();
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
    title: 'Sites of the second workspace accept no routes.',
    deviate: lostInSecond('createRoute'),
    proof: routeInSecond,
  },
  {
    id: 'route-updates/second-workspace-unknown',
    title: 'Routes of sites of the second workspace cannot be updated.',
    deviate: lostInSecond('updateRoute'),
    proof: routeInSecond,
  },
];
