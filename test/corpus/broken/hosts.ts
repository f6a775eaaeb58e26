import { changeInput, changeText } from '../deviations/inputs.ts';
import { changeListed, wrapOperation } from '../deviations/replies.ts';
import type { Entry, Proof } from '../entry.ts';
import { makeSite } from '../probe/make-site.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Deviation, Service } from '../service/service.ts';

type Change = (hostUrl: string) => string | undefined;

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['ignored', 'is not kept', () => undefined],
  ['port-lost', 'loses its port', (host) => host.replace(/:\d+$/, '')],
  ['www-lost', 'loses a leading www', (host) => host.replace('://www.', '://')],
  ['www-added', 'gains a leading www', (host) => host.replace('://', '://www.')],
  ['upgraded-to-https', 'turns from http into https', (host) => host.replace('http:', 'https:')],
  ['downgraded-to-http', 'turns from https into http', (host) => host.replace('https:', 'http:')],
  ['first-label-lost', 'loses its first label', (host) => host.replace(/:\/\/[^.:]+\./, '://')],
  ['dashes-lost', 'loses its dashes', (host) => host.replaceAll('-', '')],
  ['cut-at-30', 'is cut at 30 characters', (host) => host.slice(0, 30)],
];

/** Whether another site of the workspace already has the host in a request. */
function isTaken({ input, operationId, resourceId }: Exchange, { store }: Service): boolean {
  const workspaceId =
    operationId === 'createSite' ? resourceId : (store.findSite(resourceId)?.workspaceId ?? '');
  const isOther = (id: string) => id.toLowerCase() !== resourceId.toLowerCase();
  return store
    .sitesOf(workspaceId)
    .some(({ id, hostUrl }) => hostUrl !== null && hostUrl === input.hostUrl && isOther(id));
}

const ignoreTaken = (operationId: 'createSite' | 'updateSite'): Deviation =>
  wrapOperation(operationId, (exchange, plain, service) => {
    if (isTaken(exchange, service)) exchange.input = { ...exchange.input, hostUrl: undefined };
    return plain(exchange);
  });

/** Creates a site with the host of another site, updates a site to it, and reads both back. */
const giveTaken: Proof = async (client) => {
  const hostUrl = 'https://a.example.com';
  await makeSite(client, 0, { name: 'A', hostUrl });
  const id = await makeSite(client, 0, { name: 'B', hostUrl });
  const other = await makeSite(client, 0, { name: 'C', hostUrl: 'https://c.example.com' });
  await client.call('PATCH', `/v1/sites/${other}`, { body: { hostUrl } });
  const read = await Promise.all(
    [id, other].map((site) => client.call('PATCH', `/v1/sites/${site}`, { body: {} })),
  );
  return read.map(({ text }) => text.includes(hostUrl));
};

export const hosts: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `hosts/${fault}`,
    title: `The host of a site ${what}.`,
    deviate: changeInput(['createSite', 'updateSite'], (input) =>
      input.hostUrl === undefined ? input : { ...input, hostUrl: change(input.hostUrl) },
    ),
  })),
  {
    id: 'hosts/create-ignored',
    title: 'The host given at creation is not kept.',
    deviate: changeInput(['createSite'], (input) => ({ ...input, hostUrl: undefined })),
  },
  {
    id: 'hosts/update-ignored',
    title: 'The host given in an update is not kept.',
    deviate: changeInput(['updateSite'], (input) => ({ ...input, hostUrl: undefined })),
  },
  {
    id: 'hosts/update-port-lost',
    title: 'The host given in an update loses its port.',
    deviate: changeText(['updateSite'], 'hostUrl', (host) => host.replace(/:\d+$/, '')),
  },
  {
    id: 'hosts/listed-as-null',
    title: 'The list has null for every host.',
    deviate: changeListed((site) => ({ ...site, hostUrl: null })),
  },
  {
    id: 'hosts/listed-as-first',
    title: 'The list has the host of the first site for all that have one.',
    deviate: (service) => {
      let first: unknown;
      changeListed((site, { index }) => {
        if (index === 0) first = undefined;
        first ??= site['hostUrl'];
        return { ...site, hostUrl: site['hostUrl'] === null ? null : first };
      })(service);
    },
  },
  {
    id: 'hosts/of-previous-create',
    title: 'A site that is created without a host gets the host of the previous one.',
    deviate: (service) => {
      let previous: string | undefined;
      changeInput(['createSite'], (input) => {
        previous = input.hostUrl ?? previous;
        return { ...input, hostUrl: previous };
      })(service);
    },
  },
  {
    id: 'hosts/swapped-with-name',
    title: 'The list has the host of a site as its name.',
    deviate: changeListed((site) => ({ ...site, name: site['hostUrl'] ?? site['name'] })),
  },
  {
    id: 'hosts/lost-with-locale',
    title: 'The host is lost when a locale is given too.',
    deviate: changeInput(['createSite'], (input) =>
      input.locale === undefined ? input : { ...input, hostUrl: undefined },
    ),
  },
  ...(['createSite', 'updateSite'] as const).map(
    (operationId): Entry => ({
      id: `hosts/taken-ignored-${operationId}`,
      title: `In ${operationId}, a host that another site of the workspace has is neither kept nor refused.`,
      deviate: ignoreTaken(operationId),
      proof: giveTaken,
    }),
  ),
  {
    id: 'hosts/taken-shown-and-not-stored',
    title: 'An update to a host that another site has succeeds but is not stored.',
    deviate: wrapOperation('updateSite', async (exchange, plain, service) => {
      const old = service.store.findSite(exchange.resourceId);
      const isIgnored = isTaken(exchange, service);
      const body = await plain(exchange);
      const site = service.store.findSite(exchange.resourceId);
      if (isIgnored && old && site) service.store.replaceSite({ ...site, hostUrl: old.hostUrl });
      return body;
    }),
    proof: giveTaken,
  },
];
