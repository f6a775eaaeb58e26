import type { Check } from '../../runner/check.ts';
import { acceptedBodies } from './accepted-bodies.ts';
import { independentRoutes } from './independent-routes.ts';
import { keptTexts } from './kept-texts.ts';
import { keptVariants } from './kept-variants.ts';
import { skipValidation } from './skip-validation.ts';

export const createRouteChecks: readonly Check[] = [
  ...acceptedBodies,
  ...keptVariants,
  ...skipValidation,
  ...keptTexts,
  independentRoutes,
];
