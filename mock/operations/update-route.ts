import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { refuseUnknownRoute } from './refusals.ts';
import { claimPathname } from './route-fields.ts';

export const updateRoute: Behaviour<'updateRoute'> = ({ parameters, body }, context) => {
  const { createResource, store } = context;
  return whenAnswered(store.findRoute(parameters.routeId), (record) => {
    if (record === undefined) return refuseUnknownRoute(parameters.routeId);
    const route = createResource('Route', { id: record.route.id }, record.route, body);
    return claimPathname(record.siteId, route, context, () =>
      whenAnswered(store.putRoute({ ...record, route }), () => ({
        body: route,
      })),
    );
  });
};
