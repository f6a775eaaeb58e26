import type { Contract, Operation } from '../contract/index.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import { createValues } from '../contract/values/index.ts';

/** Contracts whose examples were repaired before. */
const repaired = new WeakMap<Contract, Contract>();

/**
 * Returns the contract with valid examples of request bodies, which requests are derived from. An example that no longer
 * matches its schema, or that is missing, is replaced. The document itself does not change.
 */
export function withValidExamples(contract: Contract): Contract {
  const stored = repaired.get(contract);
  if (stored !== undefined) return stored;
  const operations = contract.operations.map((operation) => repairOperation(contract, operation));
  const isSame = operations.every((operation, at) => operation === contract.operations[at]);
  const result = isSame ? contract : { ...contract, operations };
  repaired.set(contract, result);
  repaired.set(result, result);
  return result;
}

/** The fields of all examples in one body: those that the largest example lacks come from the others. */
export function joinExamples({ requestBody }: Operation): Record<string, unknown> {
  const examples = requestBody?.examples ?? [];
  const values = examples.map(({ value }) => value);
  const bodies = values.filter(isRecord);
  const bySize = bodies.sort((a, b) => Object.keys(a).length - Object.keys(b).length);
  return Object.assign({}, ...bySize);
}

function repairOperation(contract: Contract, operation: Operation): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  const joined = joinExamples(operation);
  const validate = (body: unknown) => contract.validators.body(operation.id)(body).length === 0;
  // The validator fills in defaults.
  if (validate(structuredClone(joined))) return operation;
  const values = requestBody.examples.map(({ value }) => value);
  const value = createValues(contract.document).generate(requestBody.pointer, {
    direction: 'request',
    samples: [joined, ...values],
    validate,
  });
  // Checks without a valid body say so.
  if (!isRecord(value)) return operation;
  return { ...operation, requestBody: { ...requestBody, examples: [{ name: 'valid', value }] } };
}
