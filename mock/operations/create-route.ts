import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { refuseUnknownSite } from './refusals.ts';
import { claimPathname } from './route-fields.ts';

export const createRoute: Behaviour<'createRoute'> = ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (record) => {
    if (record === undefined) return refuseUnknownSite(parameters.siteId);
    const siteId = record.site.id.toLowerCase();
    const route = createResource('Route', { id: createUuid() }, body);
    return claimPathname(siteId, route, context, () =>
      whenAnswered(store.putRoute({ siteId, route }), () => ({
        body: route,
      })),
    );
  });
};
