import type { Contract, Operation } from '../../contract/index.ts';
import type { OperationRole, Resource, ResourceModel } from '../../contract/resources/model.ts';
import type { Values } from '../../contract/values/index.ts';

/** An operation with its role in the model. */
export interface Step {
  operation: Operation;
  role: OperationRole;
}

/** A document with its model, and values for its schemas. */
export interface Subject {
  readonly contract: Contract;
  readonly model: ResourceModel;
  readonly values: Values;
}

/** The main operation of a resource for a role. */
export function findStep(
  subject: Subject,
  resource: Resource,
  ...roles: readonly OperationRole['role'][]
): Step | undefined {
  for (const name of roles) {
    const [id = ''] = resource.slots.get(name) ?? [];
    const step = findOperation(subject, id);
    if (step !== undefined && !isListedByBody(step)) return step;
  }
  return undefined;
}

/** An operation with its role, by its id. */
export function findOperation({ contract, model }: Subject, id: string): Step | undefined {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const role = model.operations.get(id);
  return operation === undefined || role === undefined ? undefined : { operation, role };
}

/** Whether a list has its pages and filters in a request body. Laws about lists write them into the query. */
function isListedByBody({ operation, role }: Step): boolean {
  return role.role === 'list' && operation.method !== 'GET';
}
