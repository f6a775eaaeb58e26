import type { Check } from '../../model/scope.ts';
import { changedFields, emptyUpdate } from './changes.ts';
import { concurrentUpdatesOfOneSite, concurrentUpdatesOfTwoSites } from './concurrent-updates.ts';
import { keptNames, keptOrigins, moreThanAnOrigin } from './texts.ts';

export const updateSiteChecks: readonly Check[] = [
  ...changedFields,
  emptyUpdate,
  ...keptNames,
  concurrentUpdatesOfTwoSites,
  keptOrigins,
  concurrentUpdatesOfOneSite,
  moreThanAnOrigin,
];
