/*
 * service/mock/: the built-in service as the mock knows it, beyond its document. It may import parts of mock/, which knows it only
 * as a `KnownService`. Start in behaviours.ts; body-rules.ts has what schemas cannot say.
 */

import { requirements } from '../../generated/requirements.js';
import type { KnownService } from '../../mock/service-port.ts';
import { isBuiltIn } from '../recognise.ts';
import type { Behaviours } from './behaviours.ts';
import { createDemoSites, readExampleSites } from './demo-sites.ts';
import { applyEdits } from './edit-state.ts';
import { listReceivers, toEventData } from './receivers.ts';
import { serveOperation } from './serve-operation.ts';
import { countRecords, readState, toState } from './state.ts';
import { createWorkspaceCheck, nameMissing } from './workspaces.ts';

export type { DemoOptions as KnownDemoOptions } from './demo-sites.ts';
export {
  readFacts,
  type SiteFacts as KnownFacts,
  type SiteOptions as KnownOptions,
  siteOptionNames as knownOptionNames,
  toInfo as toKnownInfo,
} from './workspaces.ts';

export type KnownBehaviours = Partial<Behaviours>;

const siteManagement: KnownService = {
  recognises: isBuiltIn,
  serve: serveOperation,
  createPathCheck: createWorkspaceCheck,
  nameMissing,
  requirements,
  writeState: toState,
  readState,
  applyEdits,
  countRecords,
  createDemo: createDemoSites,
  readExamples: readExampleSites,
  listReceivers,
  toEventData,
};

/** The services that the mock knows. */
export const services: readonly KnownService[] = [siteManagement];
