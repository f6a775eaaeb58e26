/*
 * service/conformance/observations/: what a target does where the interface is silent. It imports checks/ and model/. Start in
 * observation.ts; each file observes one subject.
 */

import type { Contract } from '../../../contract/index.ts';
import type { Check } from '../model/scope.ts';
import { creations } from './creations.ts';
import { lists } from './lists.ts';
import { toCheck } from './observation.ts';
import { responses } from './responses.ts';
import { siteUpdates } from './site-updates.ts';
import { textRules } from './text-rules.ts';

const observations = [...siteUpdates, ...textRules, ...creations, ...lists, ...responses];

/** Creates checks that record undocumented behaviour of the target. They never fail a run. */
export function createObservations(contract: Contract): Check[] {
  return observations.map((observation) => toCheck(contract, observation));
}
