import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { refuseUnknownRoute } from './refusals.ts';
import { claimPathname, toVariants } from './route-fields.ts';

export const updateRoute: Behaviour<'updateRoute'> = ({ parameters, body }, context) => {
  const { keep, store } = context;
  return whenAnswered(store.findRoute(parameters.routeId), (record) => {
    if (record === undefined) return refuseUnknownRoute(parameters.routeId);
    const old = record.route;
    const route = keep('Route', {
      id: old.id,
      pathname: body?.pathname ?? old.pathname,
      localizedVariants: toVariants(body?.localizedVariants ?? old.localizedVariants),
    });
    return claimPathname(record.siteId, route, context, () =>
      whenAnswered(store.putRoute({ ...record, route }), () => ({
        body: route,
      })),
    );
  });
};
