import type { Check } from '../../model/scope.ts';
import { acceptedFields, hosts, nameAlone, secondWorkspace } from './bodies.ts';
import { concurrentCreations } from './concurrent-creations.ts';
import { keptNames } from './kept-names.ts';

export const createSiteChecks: readonly Check[] = [
  nameAlone,
  ...acceptedFields,
  ...keptNames,
  ...hosts,
  concurrentCreations,
  secondWorkspace,
];
