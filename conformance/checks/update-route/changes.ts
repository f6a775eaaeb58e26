import {
  compareRoute,
  type ExpectedRoute,
  expectRoute,
  updateRoute,
  type Variant,
} from '../../model/routes.ts';
import { useVariants } from '../../model/variants.ts';
import type { Check, Scope } from '../../runner/check.ts';
import { frame } from './frame.ts';
import { makeRoute } from './make-route.ts';

type RouteChange = Partial<Omit<ExpectedRoute, 'id'>>;

/** An update of a route, and what has to be in its answer and in the next. */
export function changes(
  slug: string,
  title: string,
  sends: string,
  makeChange: (
    scope: Scope,
    makeVariants: () => Promise<Variant[]>,
  ) => RouteChange | Promise<RouteChange>,
  query = '',
): Check {
  return {
    ...frame,
    id: `updateRoute/${slug}`,
    title,
    requirements: [
      'operations-exist',
      'update-route-changes-what-is-named',
      'update-route-body',
      'writes-last',
      ...(query === '' ? [] : (['skip-validation-is-an-enum'] as const)),
    ],
    sends: `${sends}, then a no-op update to read it back`,
    expects: 'the sent fields changed, and the others unchanged, in both responses',
    async run(scope) {
      const route = await makeRoute(scope);
      const { body, sent } = await updateRoute(
        scope,
        route,
        await makeChange(scope, async () => (await useVariants(scope))(scope.unique())),
        query,
      );
      compareRoute(scope, body, route, 'the updated route', sent);
      await expectRoute(scope, route, 'the route read back');
    },
  };
}
