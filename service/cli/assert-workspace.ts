import { UsageError } from '../../cli/usage-error.ts';
import type { Contract } from '../../contract/index.ts';
import { isBuiltIn } from '../recognise.ts';

/** @throws UsageError if the value of an option is not a workspace id that the contract accepts */
export function assertWorkspace(contract: Contract, option: string, value: string): void {
  if (!isBuiltIn(contract))
    throw new UsageError(
      `${option} is only for the built-in contract, but --contract names another one; omit ${option}`,
    );
  const faults = contract.validators.parameter('createSite', 'workspaceId')(value);
  if (faults.length > 0) throw new UsageError(`${option} must be a UUID (got "${value}")`);
}
