import type { Check } from '../../runner/check.ts';
import { changedFields } from './changed-fields.ts';
import { concurrentUpdatesOfOneSite, concurrentUpdatesOfTwoSites } from './concurrent-updates.ts';
import { emptyUpdate } from './empty-update.ts';
import { keptNames } from './kept-names.ts';
import { keptOrigins } from './kept-origins.ts';
import { moreThanAnOrigin } from './more-than-an-origin.ts';

export const updateSiteChecks: readonly Check[] = [
  ...changedFields,
  emptyUpdate,
  ...keptNames,
  concurrentUpdatesOfTwoSites,
  keptOrigins,
  concurrentUpdatesOfOneSite,
  moreThanAnOrigin,
];
