import type { OptionValues } from '../../cli/option.ts';
import type { Contract } from '../../contract/index.ts';
import { assertWorkspace } from './assert-workspace.ts';
import type { mockFlags } from './flags.ts';

type MockFlags = OptionValues<typeof mockFlags>;

/** The options of a mock of the built-in service. @throws UsageError for a wrong value */
export function readMockScope(
  { workspace: workspaces }: MockFlags,
  contract: Contract,
): { workspaces?: readonly string[] } {
  for (const workspace of workspaces) assertWorkspace(contract, '--workspace', workspace);
  return workspaces.length === 0 ? {} : { workspaces };
}

/** What is shown of a listening mock. */
interface ShownMock {
  contract: Contract;
  workspaces: readonly string[];
}

/** The facts of a listening mock that programs read. */
export function toScopeFacts({ workspaces }: ShownMock): object {
  return workspaces.length === 0 ? {} : { workspaces };
}

/** A row of the banner: a name, a value and a note. Undefined for another contract. */
export function toScopeRow(
  { contract, workspaces }: ShownMock,
  { workspace: named }: MockFlags,
): [name: string, value: string, note: string] | undefined {
  const [workspace, ...further] = workspaces;
  if (workspace === undefined) return undefined;
  const isAny = named.length === 0 && contract.assumptions['unknown-workspace'] === 'exists';
  const more = further.length === 0 ? '' : ` (and ${further.length} more)`;
  return ['Workspace', workspace, isAny ? ' (any UUID works)' : more];
}

/** The options of demo data for the built-in service. */
export function toDemoOptions(
  { workspace: workspaces }: MockFlags,
  count: number | undefined,
): { workspaces: readonly string[] | undefined; sites: number | undefined } {
  return { workspaces: workspaces.length === 0 ? undefined : workspaces, sites: count };
}
