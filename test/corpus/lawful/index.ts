import type { Entry } from '../entry.ts';
import { addressRules, chosenHosts } from './address-rules.ts';
import { choices, demands } from './choices.ts';
import { errors } from './errors.ts';
import { createMixtures } from './mixtures.ts';
import { records } from './records.ts';
import { nameRules, routeRules } from './rules.ts';
import { collisions, neighbours, neverAgain, quotas } from './taken.ts';
import { traffic } from './traffic.ts';
import { transport } from './transport.ts';

const single: readonly Entry[] = [
  ...errors,
  ...records,
  ...choices,
  ...demands,
  ...nameRules,
  ...routeRules,
  ...addressRules,
  ...chosenHosts,
  ...quotas,
  ...neverAgain,
  ...transport,
  ...traffic,
  ...collisions,
  ...neighbours,
];

export const lawfulEntries: readonly Entry[] = [...single, ...createMixtures(single)];
