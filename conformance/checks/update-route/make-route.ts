import type { Scope } from '../../engine/check.ts';
import { type ExpectedRoute, prepareRoute } from '../../engine/routes.ts';
import { useOriginal } from '../../engine/shared.ts';
import { useVariantsIfTaken } from '../../engine/variants.ts';

/** A route with a pathname of its own, and with variants where those are taken. */
export async function makeRoute(scope: Scope): Promise<ExpectedRoute> {
  const site = await useOriginal(scope);
  const makeVariants = await useVariantsIfTaken(scope);
  return prepareRoute(scope, site.id, {
    pathname: scope.pathname(),
    localizedVariants: makeVariants(scope.unique()),
  });
}
