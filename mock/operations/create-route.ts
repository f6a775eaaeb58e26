import { whenAnswered } from '../store/answer.ts';
import type { Behaviour } from './behaviour.ts';
import { refuseUnknownSite } from './refusals.ts';
import { claimPathname, toVariants } from './route-fields.ts';

export const createRoute: Behaviour<'createRoute'> = ({ parameters, body }, context) => {
  const { createUuid, keep, store } = context;
  return whenAnswered(store.findSite(parameters.siteId), (record) => {
    if (record === undefined) return refuseUnknownSite(parameters.siteId);
    const siteId = record.site.id.toLowerCase();
    const route = keep('Route', {
      id: createUuid(),
      pathname: body.pathname,
      localizedVariants: toVariants(body.localizedVariants),
    });
    return claimPathname(siteId, route, context, () =>
      whenAnswered(store.putRoute({ siteId, route }), () => ({
        body: route,
      })),
    );
  });
};
