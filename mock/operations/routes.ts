import type { Route } from '../../contract/index.ts';
import type { Refusal } from '../refusal.ts';
import { type Answer, whenAnswered } from '../store/store.ts';
import {
  type Behaviour,
  type BehaviourContext,
  refuseConflict,
  refuseUnknown,
} from './behaviour.ts';

export const createRoute: Behaviour<'createRoute'> = ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  return whenAnswered(store.hasSite(parameters.siteId), (isThere) => {
    if (!isThere) return refuseUnknown('Site', parameters.siteId);
    const siteId = parameters.siteId.toLowerCase();
    const route = createResource('Route', { id: createUuid() }, body);
    return claimPathname(siteId, route, context, () =>
      whenAnswered(store.putRoute({ siteId, route }), () => ({ body: route })),
    );
  });
};

export const updateRoute: Behaviour<'updateRoute'> = ({ parameters, body }, context) => {
  const { createResource, store } = context;
  return whenAnswered(store.findRoute(parameters.routeId), (record) => {
    if (record === undefined) return refuseUnknown('Route', parameters.routeId);
    const { siteId } = record;
    const route = createResource('Route', { id: record.route.id }, record.route, body);
    return claimPathname(siteId, route, context, () =>
      whenAnswered(store.putRoute({ siteId, route }), () => ({ body: route })),
    );
  });
};

/** Continues unless pathnames have to be unique and another route of the site has this one. */
function claimPathname<Next>(
  siteId: string,
  { id, pathname }: Pick<Route, 'id' | 'pathname'>,
  { assumptions, store }: BehaviourContext,
  next: () => Answer<Next>,
): Answer<Next | Refusal> {
  if (assumptions['unique-pathname'] === 'allowed') return next();
  return whenAnswered(store.lock?.(), () =>
    whenAnswered(store.listRoutes(siteId), (records) => {
      const other = records.find(({ route }) => route.pathname === pathname && route.id !== id);
      if (other === undefined) return next();
      return refuseConflict(
        '/pathname',
        `The route ${other.route.id} of the site already has the pathname ${pathname}.`,
      );
    }),
  );
}
