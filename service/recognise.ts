import type { Contract } from '../contract/index.ts';
import { operationIds } from '../generated/names.ts';

/** Whether a contract has the operations of the built-in service, so that the behaviours and checks made for it apply. */
export function isBuiltIn({ operations }: Contract): boolean {
  const ids = operations.map(({ id }) => id);
  return operationIds.every((id) => ids.includes(id));
}
