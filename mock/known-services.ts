/** The only file of the mock that imports `service/`: which services are known, and what can be said about them. */

import type { Contract } from '../contract/index.ts';
import { siteManagement } from '../service/mock/index.ts';
import type { KnownService } from './service-port.ts';

export type {
  DemoSites as KnownDemoOptions,
  KnownBehaviours,
  SiteFacts as KnownFacts,
  SiteOptions as KnownOptions,
} from '../service/mock/index.ts';
export { readFacts, siteOptionNames as knownOptionNames } from '../service/mock/index.ts';

const services: readonly KnownService[] = [siteManagement];

/** The service that a contract belongs to. Undefined for every other contract. */
export function findService(contract: Contract): KnownService | undefined {
  return services.find((service) => service.recognises(contract));
}
