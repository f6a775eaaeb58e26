import type { Route } from '../../contract/index.ts';
import type { Refusal } from '../refusal.ts';
import {
  type Behaviour,
  type BehaviourContext,
  refuseConflict,
  refuseUnknown,
} from './behaviour.ts';

export const createRoute: Behaviour<'createRoute'> = async ({ parameters, body }, context) => {
  const { createResource, createUuid, store } = context;
  const owner = await store.find('site', parameters.siteId);
  if (owner === undefined) return refuseUnknown('Site', parameters.siteId);
  const siteId = owner.site.id.toLowerCase();
  const route = createResource('Route', { id: createUuid() }, body);
  const taken = await refuseTakenPathname(siteId, route, context);
  if (taken !== undefined) return taken;
  await store.put('route', { siteId, route });
  return { body: route };
};

export const updateRoute: Behaviour<'updateRoute'> = async ({ parameters, body }, context) => {
  const { createResource, store } = context;
  const record = await store.find('route', parameters.routeId);
  if (record === undefined) return refuseUnknown('Route', parameters.routeId);
  const { siteId } = record;
  const route = createResource('Route', { id: record.route.id }, record.route, body);
  const taken = await refuseTakenPathname(siteId, route, context);
  if (taken !== undefined) return taken;
  await store.put('route', { siteId, route });
  return { body: route };
};

/** Refuses a pathname that another route of the site has, if pathnames have to be unique. */
async function refuseTakenPathname(
  siteId: string,
  { id, pathname }: Pick<Route, 'id' | 'pathname'>,
  { assumptions, store }: BehaviourContext,
): Promise<Refusal | undefined> {
  if (assumptions['unique-pathname'] === 'allowed') return undefined;
  const records = await store.list('route', siteId);
  const other = records.find(({ route }) => route.pathname === pathname && route.id !== id);
  return other === undefined
    ? undefined
    : refuseConflict(
        '/pathname',
        `The route ${other.route.id} of the site already has the pathname ${pathname}.`,
      );
}
