import { toKey } from '../../model/ledger.ts';
import { compareRoute, createRoute, expectRoute } from '../../model/routes.ts';
import { useOriginal } from '../../model/shared.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import type { Check } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import { frame } from './frame.ts';

export const independentRoutes: Check = {
  ...frame,
  id: 'createRoute/routes-are-independent',
  title: 'Two routes of a site are independent',
  requirements: [
    'ids-are-unique',
    'update-route-changes-what-is-named',
    'concurrent-requests-are-independent',
  ],
  sends: 'two routes at once; an update of the one; then a no-op update of each to read them back',
  expects: 'two ids, and the update only in its own route',
  async run(scope) {
    const site = await useOriginal(scope);
    const makeVariants = await useVariantsIfTaken(scope);
    const names = [scope.unique(), scope.unique()];
    const [one, two] = await Promise.all(
      names.map((name) =>
        createRoute(scope, site.id, {
          pathname: scope.pathname(),
          localizedVariants: makeVariants(name),
        }),
      ),
    );
    if (one === undefined || two === undefined) return;
    for (const { body, expected, sent } of [one, two])
      compareRoute(scope, body, expected, 'a route created concurrently with another', sent);
    if (toKey(one.expected.id) === toKey(two.expected.id)) {
      scope.fail({
        message: 'two routes share an id',
        finding: 'two routes share an id',
        about: { what: 'the id of a route', distance: -2 },
        expected: 'a unique id for each route',
        received: two.expected.id,
        pointer: '/id',
        exchange: scope.run.show(two.sent),
      });
    }
    const change = { pathname: scope.pathname(), localizedVariants: [] };
    const sent = await call(scope, {
      operation: 'updateRoute',
      path: { routeId: one.expected.id },
      body: change,
    });
    if (isSuccess(sent)) Object.assign(one.expected, change);
    await expectRoute(scope, two.expected, 'a route after an update of another');
    await expectRoute(scope, one.expected, 'a route after its update');
  },
};
