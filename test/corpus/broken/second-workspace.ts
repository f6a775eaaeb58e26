import { wrapOperation } from '../deviations/replies.ts';
import { pause } from '../deviations/traffic.ts';
import type { Entry } from '../entry.ts';
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

/** Faults that only show in the second workspace. */
export const secondWorkspace: readonly Entry[] = [
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
  },
  {
    id: 'updates/second-workspace-unknown',
    title: 'Sites of the second workspace cannot be updated.',
    deviate: lostInSecond('updateSite'),
  },
  {
    id: 'refusals/routes-of-second-workspace',
    title: 'Sites of the second workspace accept no routes.',
    deviate: lostInSecond('createRoute'),
  },
  {
    id: 'route-updates/second-workspace-unknown',
    title: 'Routes of sites of the second workspace cannot be updated.',
    deviate: lostInSecond('updateRoute'),
  },
];
