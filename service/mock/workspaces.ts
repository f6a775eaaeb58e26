import type { Contract, Operation } from '../../contract/index.ts';
import type { ProblemId } from '../../generated/names.ts';
import { Refusal } from '../../mock/refusal.ts';

/** What can be said to a mock of the service, besides the options that every mock has. */
export interface SiteOptions {
  /** The existing workspaces. Default: as in the assumption `unknown-workspace`. */
  workspaces?: readonly string[] | undefined;
}

export const siteOptionNames = Object.keys({
  workspaces: true,
} satisfies Record<keyof SiteOptions, true>);

/** What a mock of the service tells about itself. */
export interface SiteFacts {
  /** The existing workspaces. */
  readonly workspaces: readonly string[];
}

/** The usable workspaces: the given ones, otherwise the example in the contract. */
export function listWorkspaces(
  contract: Contract,
  workspaces: readonly string[] | undefined,
): readonly string[] {
  if (workspaces !== undefined) return workspaces;
  const parameters = contract.operations.flatMap((operation) => operation.parameters);
  const parameter = parameters.find(({ name }) => name === 'workspaceId');
  return typeof parameter?.example === 'string' ? [parameter.example] : [];
}

/** Number of workspaces in a message. */
const mostNamed = 5;

/** Creates the step that refuses unknown workspaces, unless every UUID is a workspace. */
export function createWorkspaceCheck(
  contract: Contract,
  { workspaces }: SiteOptions,
): (path: Record<string, string>) => void {
  const assumed = contract.assumptions['unknown-workspace'];
  if (workspaces === undefined && assumed === 'exists') return () => {};
  const existing = listWorkspaces(contract, workspaces);
  const existingIds = new Set(existing.map((id) => id.toLowerCase()));
  const more = existing.length > mostNamed ? `, and ${existing.length - mostNamed} more` : '';
  const listed = `${existing.slice(0, mostNamed).join(', ')}${more}`;
  return ({ workspaceId }) => {
    if (workspaceId === undefined || existingIds.has(workspaceId.toLowerCase())) return;
    const detail = `Workspace ${workspaceId} not found. The mock has ${listed}.`;
    const details = typeof assumed === 'number' ? { status: assumed } : {};
    throw new Refusal('unknown-workspace', detail, details);
  };
}

/** The problem of a request to an operation below something that does not exist. */
export function nameMissing({ path }: Operation): ProblemId {
  return path.includes('{workspaceId}') ? 'unknown-workspace' : 'not-found';
}

export function readFacts(contract: Contract, { workspaces }: SiteOptions): SiteFacts {
  return { workspaces: listWorkspaces(contract, workspaces) };
}

/** The facts in the form that the control surface tells them. */
export function toInfo({ workspaces }: SiteFacts): { workspaces: string[] } {
  return { workspaces: [...workspaces] };
}
