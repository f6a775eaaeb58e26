import type { Contract } from '../contract/index.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError when the value of an option is not what the contract accepts as a workspace */
export function assertWorkspace(contract: Contract, option: string, value: string): void {
  const faults = contract.validators.parameter('createSite', 'workspaceId', value);
  if (faults.length > 0) throw new UsageError(`${option} must be a UUID (got "${value}")`);
}
