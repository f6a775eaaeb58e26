import type { Refusal } from '../refusal.ts';
import { type Answer, whenAnswered } from '../store/answer.ts';
import type { BehaviourContext } from './behaviour.ts';
import { refuseConflict } from './refusals.ts';

/** Refuses a pathname that another route of the site has, where pathnames have to be unique. */
export function claimPathname<Next>(
  siteId: string,
  { id, pathname }: { id: string; pathname: string },
  { assumptions, store }: BehaviourContext,
  next: () => Answer<Next>,
): Answer<Next | Refusal> {
  if (assumptions['unique-pathname'] === 'allowed') return next();
  return whenAnswered(store.listRoutes(siteId), (records) => {
    const other = records.find(({ route }) => route.pathname === pathname && route.id !== id);
    if (other === undefined) return next();
    return refuseConflict(
      '/pathname',
      `The route ${other.route.id} of the site already has the pathname ${pathname}.`,
    );
  });
}
