import type { Entry } from '../entry.ts';
import { addressRules } from './address-rules.ts';
import { choices } from './choices.ts';
import { chosenHosts } from './chosen-hosts.ts';
import { collisions } from './collisions.ts';
import { demands } from './demands.ts';
import { errors } from './errors.ts';
import { createMixtures } from './mixtures.ts';
import { nameRules } from './name-rules.ts';
import { neighbours } from './neighbours.ts';
import { neverAgain } from './never-again.ts';
import { quotas } from './quotas.ts';
import { records } from './records.ts';
import { routeRules } from './route-rules.ts';
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
