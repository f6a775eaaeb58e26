import type { Contract } from '../../contract/index.ts';
import type { ResourceContext } from './behaviours.ts';
import { createResourceFactory } from './resource-factory.ts';

/** What creates the resources of a contract, without the ids, which depend on the session. */
type Resources = Omit<ResourceContext, 'createUuid'>;

/** Validators are prepared once for each contract. */
const prepared = new WeakMap<Contract, Resources>();

export function readResources(contract: Contract): Resources {
  const resources = prepared.get(contract) ?? createResources(contract);
  prepared.set(contract, resources);
  return resources;
}

function createResources(contract: Contract): Resources {
  const isUpper = contract.assumptions['uuid-case'] === 'upper';
  return {
    assumptions: contract.assumptions,
    writeUuid: (id) => (isUpper ? id.toUpperCase() : id.toLowerCase()),
    createResource: createResourceFactory(contract),
  };
}
