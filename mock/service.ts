import {
  type Contract,
  type Operation,
  type OperationId,
  operationIds,
} from '../contract/index.ts';
import type { RequestHead } from './mock-request.ts';
import type { Refusal } from './refusal.ts';
import { createTextRules } from './operations/rules/text-rules.ts';
import type { Clock } from './sessions/clock.ts';
import { type ServedOperation, type Serving, serveOperation } from './serve-operation.ts';

/** What the requests of one mock share. */
export interface Service {
  contract: Contract;
  clock: Clock;
  /** @throws Error when the contract has no operation of that id */
  findOperation: (id: string) => ServedOperation<OperationId>;
  /** For operations that ask for the API key. */
  authorise: (head: RequestHead) => Refusal | undefined;
  checkWorkspace: (path: Record<string, string>) => Refusal | undefined;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
}

/**
 * Works out the steps of an operation of a contract when it is first asked for: a start pays for none.
 * @throws Error when the contract has an operation that nobody taught the mock
 */
export function serveOperations(options: Omit<Serving, 'textRules'>): Service['findOperation'] {
  const { assumptions, operations } = options.contract;
  const serving = { ...options, textRules: createTextRules(assumptions) };
  const known = operations.map(requireKnown);
  const served = new Map<string, ServedOperation<OperationId>>();
  return (id) => {
    let found = served.get(id);
    if (found === undefined) {
      const operation = known.find((each) => each.id === id);
      if (operation === undefined) throw new Error(`${id} is not served`);
      found = serveOperation(operation, serving);
      served.set(id, found);
    }
    return found;
  };
}

function requireKnown(operation: Operation): Operation<OperationId> {
  if (isKnown(operation)) return operation;
  const known = operationIds.join(', ');
  throw new Error(`the mock has no behaviour for ${operation.id}; it knows ${known}`);
}

function isKnown(operation: Operation): operation is Operation<OperationId> {
  return operationIds.some((id) => id === operation.id);
}
