import type { OptionValues } from '../../cli/option.ts';
import { UsageError } from '../../cli/usage-error.ts';
import type { Contract } from '../../contract/index.ts';
import { isBuiltIn } from '../recognise.ts';
import { assertWorkspace } from './assert-workspace.ts';
import type { gateFlags, runFlags, targetFlags } from './flags.ts';

type RunFlags = OptionValues<typeof runFlags & typeof targetFlags>;

/** Where a run may write. Empty for another contract. */
export interface RunScope {
  workspace: string;
  otherWorkspace: string | undefined;
}

/**
 * Reads where a run against a target may write.
 * @param mock a mock that was started for the run, whose workspace is used by default
 * @throws UsageError for a wrong value, and if a deployment of the built-in service has none
 */
export function readRunScope(
  { workspace, otherWorkspace }: RunFlags,
  contract: Contract,
  target: { baseUrl: string } | { mock: { workspaces: readonly string[] } },
): RunScope {
  const names = '--workspace or SITE_CONTRACT_WORKSPACE';
  if (workspace !== undefined) assertWorkspace(contract, names, workspace);
  if (otherWorkspace !== undefined) assertWorkspace(contract, '--other-workspace', otherWorkspace);
  if (workspace !== undefined && workspace.toLowerCase() === otherWorkspace?.toLowerCase())
    throw new UsageError('--other-workspace must differ from --workspace');
  if ('mock' in target)
    return { workspace: workspace ?? target.mock.workspaces[0] ?? '', otherWorkspace };
  if (workspace === undefined && isBuiltIn(contract))
    throw new UsageError(
      `${target.baseUrl} needs a workspace to work in: set SITE_CONTRACT_WORKSPACE, or pass --workspace <uuid>`,
    );
  return { workspace: workspace ?? '', otherWorkspace };
}

/** The words of `conformance` for the flags of `gate`. */
export function toRunWords({ workspace }: OptionValues<typeof gateFlags>): string[] {
  return workspace === undefined ? [] : ['--workspace', workspace];
}
