import type { Contract } from '../create-contract.ts';
import { inferModel } from './infer-model.ts';
import type { ResourceModel } from './model.ts';

const models = new WeakMap<Contract, ResourceModel>();

/** The resource model of a contract, which is inferred when it is first needed. */
export function readModel(contract: Contract): ResourceModel {
  const model = models.get(contract) ?? inferModel(contract.document, contract.operations);
  models.set(contract, model);
  return model;
}

/** Gives a contract a model that was inferred before. */
export function provideModel(contract: Contract, model: ResourceModel): void {
  models.set(contract, model);
}
