import { type Contract, type OperationId, operationIds } from '../contract/index.ts';
import type { RequestHead } from './mock-request.ts';
import { createTextRules } from './operations/rules/text-rules.ts';
import type { Refusal } from './refusal.ts';
import { type ServedOperation, type Serving, serveOperation } from './serve-operation.ts';
import type { Clock } from './sessions/clock.ts';

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
  for (const { id } of operations) {
    // Callers without a compiler can pass a contract with other operations.
    if (!Object.hasOwn(options.behaviours, id))
      throw new Error(`the mock has no behaviour for ${id}; it knows ${operationIds.join(', ')}`);
  }
  const served = new Map<string, ServedOperation<OperationId>>();
  return (id) => {
    let found = served.get(id);
    if (found === undefined) {
      const operation = operations.find((each) => each.id === id);
      if (operation === undefined) throw new Error(`${id} is not served`);
      found = serveOperation(operation, serving);
      served.set(id, found);
    }
    return found;
  };
}
