import type { Check } from '../../model/scope.ts';
import { acceptedBodies } from './bodies.ts';
import { concurrentDuplications, copyOfThisMoment, sameWorkspace } from './independence.ts';

export const duplicateSiteChecks: readonly Check[] = [
  ...acceptedBodies,
  copyOfThisMoment,
  sameWorkspace,
  concurrentDuplications,
];
