import type { Placement } from '../machine/pin.ts';
import { findAutocannon } from './autocannon.ts';
import type { LoadGenerator } from './load.ts';
import { findWrk } from './wrk.ts';

/** @throws when there is none */
export function findLoadGenerator(placement: Placement | undefined): LoadGenerator {
  const found = findWrk(placement) ?? findAutocannon(placement);
  if (found !== undefined) return found;
  throw new Error('no load generator: install wrk, or let the bench install autocannon');
}
