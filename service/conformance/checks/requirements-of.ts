import { isOperationId } from '../../../contract/create-contract.ts';
import {
  type OperationRequirements,
  operationRequirements,
} from '../../../generated/requirements.js';

/** The requirements that the derived checks of an operation prove. */
export function requirementsOf(operationId: string): OperationRequirements {
  if (isOperationId(operationId)) return operationRequirements[operationId];
  throw new Error(`spec/requirements.yaml has no requirements of ${operationId}`);
}
