import { type ExpectedRoute, prepareRoute } from '../../model/routes.ts';
import { useOriginal } from '../../model/shared.ts';
import { useVariantsIfTaken } from '../../model/variants.ts';
import type { Scope } from '../../runner/check.ts';

/** A route with a pathname of its own, and with variants where those are taken. */
export async function makeRoute(scope: Scope): Promise<ExpectedRoute> {
  const site = await useOriginal(scope);
  const makeVariants = await useVariantsIfTaken(scope);
  return prepareRoute(scope, site.id, {
    pathname: scope.pathname(),
    localizedVariants: makeVariants(scope.unique()),
  });
}
