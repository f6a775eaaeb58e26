import type { Check } from '../../runner/check.ts';
import { changedFields } from './changed-fields.ts';
import { concurrentUpdates } from './concurrent-updates.ts';
import { emptyUpdate } from './empty-update.ts';
import { keptTexts } from './kept-texts.ts';
import { skipValidation } from './skip-validation.ts';

export const updateRouteChecks: readonly Check[] = [
  ...changedFields,
  ...skipValidation,
  emptyUpdate,
  ...keptTexts,
  concurrentUpdates,
];
