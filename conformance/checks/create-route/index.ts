import type { Check } from '../../model/scope.ts';
import { acceptedBodies, independentRoutes, skipValidation } from './bodies.ts';
import { keptTexts, keptVariants } from './texts.ts';

export const createRouteChecks: readonly Check[] = [
  ...acceptedBodies,
  ...keptVariants,
  ...skipValidation,
  ...keptTexts,
  independentRoutes,
];
