import type { Check } from '../../runner/check.ts';
import { acceptedFields } from './accepted-fields.ts';
import { concurrentCreations } from './concurrent-creations.ts';
import { hosts } from './hosts.ts';
import { keptNames } from './kept-names.ts';
import { nameAlone } from './name-alone.ts';
import { secondWorkspace } from './second-workspace.ts';

export const createSiteChecks: readonly Check[] = [
  nameAlone,
  ...acceptedFields,
  ...keptNames,
  ...hosts,
  concurrentCreations,
  secondWorkspace,
];
