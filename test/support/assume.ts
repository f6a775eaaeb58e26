import {
  type AssumptionId,
  type AssumptionValues,
  type Contract,
  contract,
  createContract,
} from '../../contract/index.ts';
import { schemas } from '../../generated/schemas.js';

/** Returns the contract with other values of assumptions, like an overlay. */
export function assume(values: { [Id in AssumptionId]?: AssumptionValues[Id] }): Contract {
  const { document } = contract;
  const assumptions = { ...document['x-assumptions'] };
  for (const [id, value] of Object.entries(values)) {
    const assumption = assumptions[id];
    if (assumption !== undefined) assumptions[id] = { ...assumption, value };
  }
  return createContract({ ...document, 'x-assumptions': assumptions }, schemas);
}
