/** The only file of the mock that imports `service/`: which services are known, and what can be said about them. */

import type { Contract } from '../contract/index.ts';
import { services } from '../service/mock/index.ts';
import type { KnownService } from './service-port.ts';

export {
  type KnownBehaviours,
  type KnownDemoOptions,
  type KnownFacts,
  type KnownOptions,
  knownOptionNames,
  readFacts,
  toKnownInfo,
} from '../service/mock/index.ts';

/** The service that a contract belongs to. Undefined for every other contract. */
export function findService(contract: Contract): KnownService | undefined {
  return services.find((service) => service.recognises(contract));
}
