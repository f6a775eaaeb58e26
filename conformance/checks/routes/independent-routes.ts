import { toId, toKey } from '../../model/ledger.ts';
import { compareRoute, createRoute, type ExpectedRoute, expectRoute } from '../../model/routes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { useOriginal } from '../../model/shared.ts';
import { tryUpdateRoute } from '../../model/trials.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import { Failed, type Failure } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { tryRoute } from './validation.ts';

export const independentRoutes: Check = {
  ...frames.createRoute,
  id: 'createRoute/routes-are-independent',
  title: 'Two routes of a site are independent',
  requirements: [
    'ids-are-unique',
    'update-route-changes-what-is-named',
    'concurrent-requests-are-independent',
  ],
  sends:
    'two concurrent creations of routes; an update of the first, and a no-op update of each to read them back; an update of the first to the pathname of the second, a new route with that pathname, and a no-op update of the second',
  expects:
    'two ids, and each change only in its own route (a pathname that another route has may be refused)',
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
    await sharePathname(scope, site.id, one.expected, two.expected);
  },
};

/**
 * Creates two routes with one pathname. The interface does not say whether that is allowed, but if it is, writing to one
 * must not change the other.
 */
async function sharePathname(
  scope: Scope,
  siteId: string,
  first: ExpectedRoute,
  second: ExpectedRoute,
): Promise<void> {
  const { pathname } = second;
  const [updated, created] = await Promise.all([
    tryUpdateRoute(scope, first.id, { pathname }),
    tryRoute(scope, siteId, { pathname, localizedVariants: [] }),
  ]);
  if (isSuccess(updated)) first.pathname = pathname;
  if (isSuccess(created) && toId(created.reply?.json) === toKey(second.id)) {
    scope.fail({
      message: 'the id of a new route is that of the route that has its pathname',
      expected: 'a unique id for each route',
      received: second.id,
      pointer: '/id',
      exchange: scope.run.show(created),
    });
    return;
  }
  const last = [created, updated].find(isSuccess);
  if (last === undefined) return;
  const explain = (failure: Failure): Failure => ({
    ...failure,
  });
  try {
    await expectRoute(
      { ...scope, fail: (failure) => scope.fail(explain(failure)) },
      second,
      'a route after another one was given its pathname',
    );
  } catch (error) {
    throw error instanceof Failed ? new Failed(explain(error.failure)) : error;
  }
}
