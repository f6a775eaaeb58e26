import { compareRoute, expectRoute, updateRoute } from '../../model/routes.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { call, prepare, requireSuccess } from '../../runner/run.ts';
import { changes } from './changes.ts';
import { frame } from './frame.ts';
import { makeRoute } from './make-route.ts';

/** Each field by itself, and both. */
export const changedFields: readonly Check[] = [
  changes(
    'changes-the-pathname-alone',
    'Changing the pathname leaves the variants unchanged',
    'an update with a pathname',
    (scope) => ({ pathname: scope.pathname() }),
  ),
  changes(
    'changes-the-variants-alone',
    'Changing the variants leaves the pathname unchanged',
    'an update with one variant',
    async (_, makeVariants) => ({ localizedVariants: (await makeVariants()).slice(0, 1) }),
  ),
  changes(
    'changes-both-fields',
    'Pathname and variants can change together',
    'an update with a pathname and two variants',
    async (scope, makeVariants) => ({
      pathname: scope.pathname(),
      localizedVariants: (await makeVariants()).reverse(),
    }),
  ),
  changes(
    'clears-the-variants',
    'An empty list removes the variants',
    'an update with an empty array of variants',
    () => ({ localizedVariants: [] }),
  ),
  {
    ...frame,
    id: 'updateRoute/changes-back',
    title: 'A route can be changed back to its first values',
    requirements: ['update-route-changes-what-is-named', 'writes-last'],
    sends:
      'an update to another pathname without variants, one to what the route was created with, then a no-op update to read it back',
    expects:
      'what was sent, in all responses (a refusal is inconclusive: the interface does not show whether a pathname can be used again)',
    async run(scope) {
      const route = await makeRoute(scope);
      const { pathname, localizedVariants } = route;
      await prepare('an update', () =>
        updateRoute(scope, route, { pathname: scope.pathname(), localizedVariants: [] }),
      );
      const change = { pathname, localizedVariants };
      const sent = await call(scope, {
        operation: 'updateRoute',
        path: { routeId: route.id },
        body: change,
        intent: 'probe',
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500)
        throw new Inconclusive('a pathname that the route had before is refused');
      const body = requireSuccess(scope.run, sent, 'an update');
      Object.assign(route, change);
      compareRoute(scope, body, route, 'the updated route', sent);
      await expectRoute(scope, route, 'the route read back');
    },
  },
];
