import type { Check } from '../../model/scope.ts';
import { changedFields, concurrentUpdates, emptyUpdate } from './changes.ts';
import { keptTexts } from './kept-texts.ts';
import { skipValidation } from './skip-validation.ts';

export const updateRouteChecks: readonly Check[] = [
  ...changedFields,
  ...skipValidation,
  emptyUpdate,
  ...keptTexts,
  concurrentUpdates,
];
