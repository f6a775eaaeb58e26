import type { Check } from '../../runner/check.ts';
import { acceptedBodies } from './accepted-bodies.ts';
import { concurrentDuplications } from './concurrent-duplications.ts';
import { copyOfThisMoment } from './copy-of-this-moment.ts';
import { sameWorkspace } from './same-workspace.ts';

export const duplicateSiteChecks: readonly Check[] = [
  ...acceptedBodies,
  copyOfThisMoment,
  sameWorkspace,
  concurrentDuplications,
];
