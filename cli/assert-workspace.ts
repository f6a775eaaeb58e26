import type { Contract } from '../contract/index.ts';
import { UsageError } from './usage-error.ts';

/** Holds that the value of an option is what the contract takes as a workspace. */
export function assertWorkspace(contract: Contract, option: string, value: string): void {
  const faults = contract.validators.parameter('createSite', 'workspaceId', value);
  if (faults.length > 0) throw new UsageError(`${option} takes a UUID, not "${value}"`);
}
