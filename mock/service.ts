import {
  type Contract,
  type Operation,
  type OperationId,
  operationIds,
} from '../contract/index.ts';
import type { RequestHead } from './mock-request.ts';
import type { Refusal } from './refusal.ts';
import { createTextRules } from './rules/text-rules.ts';
import type { Clock } from './seed/clock.ts';
import { type ServedOperation, type Serving, serveOperation } from './serve-operation.ts';

/** What the requests of one mock share. */
export interface Service {
  contract: Contract;
  clock: Clock;
  operations: ReadonlyMap<string, ServedOperation<OperationId>>;
  /** For operations that ask for the API key. */
  authorise: (head: RequestHead) => Refusal | undefined;
  checkWorkspace: (path: Record<string, string>) => Refusal | undefined;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
}

/**
 * Works out the steps of every operation of a contract.
 * @throws Error when the contract has an operation that nobody taught the mock
 */
export function serveOperations(options: Omit<Serving, 'textRules'>): Service['operations'] {
  const { assumptions, operations } = options.contract;
  const serving = { ...options, textRules: createTextRules(assumptions) };
  return new Map(
    operations.map((operation) => {
      if (!isKnown(operation)) {
        const known = operationIds.join(', ');
        throw new Error(`the mock has no behaviour for ${operation.id}; it knows ${known}`);
      }
      return [operation.id, serveOperation(operation, serving)];
    }),
  );
}

function isKnown(operation: Operation): operation is Operation<OperationId> {
  return operationIds.some((id) => id === operation.id);
}
