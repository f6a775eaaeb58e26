import { changeInput, changeText } from '../deviations/inputs.ts';
import { wrapOperation } from '../deviations/replies.ts';
import type { Entry } from '../entry.ts';
import type { Exchange } from '../service/exchange.ts';
import type { Deviation, Service } from '../service/service.ts';

type Change = (hostUrl: string) => string | undefined;

const rows: readonly (readonly [fault: string, what: string, change: Change])[] = [
  ['ignored', 'is not kept', () => undefined],
  ['port-lost', 'loses its port', (host) => host.replace(/:\d+$/, '')],
  ['www-lost', 'loses a leading www', (host) => host.replace('://www.', '://')],
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

export const hosts: readonly Entry[] = [
  ...rows.map(([fault, what, change]) => ({
    id: `hosts/${fault}`,
    title: `The host of a site ${what}.`,
    deviate: changeInput(['createSite', 'updateSite'], (input) =>
      input.hostUrl === undefined ? input : { ...input, hostUrl: change(input.hostUrl) },
    ),
  })),
  {
    id: 'hosts/update-port-lost',
    title: 'The host given in an update loses its port.',
    deviate: changeText(['updateSite'], 'hostUrl', (host) => host.replace(/:\d+$/, '')),
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
  ...(['createSite', 'updateSite'] as const).map(
    (operationId): Entry => ({
      id: `hosts/taken-ignored-${operationId}`,
      title: `In ${operationId}, a host that another site of the workspace has is neither kept nor refused.`,
      deviate: ignoreTaken(operationId),
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
  },
];
