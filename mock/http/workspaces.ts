import type { Contract } from '../../contract/index.ts';
import { Refusal } from '../refusal.ts';

/** The workspaces that can be used: those given, or else the one that the contract gives as an example. */
export function listWorkspaces(
  contract: Contract,
  given: readonly string[] | undefined,
): readonly string[] {
  if (given !== undefined) return given;
  const parameters = contract.operations.flatMap((operation) => operation.parameters);
  const example = parameters.find(({ name }) => name === 'workspaceId')?.example;
  return typeof example === 'string' ? [example] : [];
}

/** Makes the step that refuses workspaces that nobody made known, where not every UUID is one. */
export function createWorkspaceCheck(
  contract: Contract,
  given: readonly string[] | undefined,
): (path: Record<string, string>) => Refusal | undefined {
  const assumed = contract.assumptions['unknown-workspace'];
  if (given === undefined && assumed === 'exists') return () => undefined;
  const known = new Set(listWorkspaces(contract, given).map((id) => id.toLowerCase()));
  return ({ workspaceId }) => {
    if (workspaceId === undefined || known.has(workspaceId.toLowerCase())) return undefined;
    const detail = `There is no workspace with the id ${workspaceId}. Use one of those that this server was started with.`;
    return new Refusal(
      'unknown-workspace',
      detail,
      typeof assumed === 'number' ? { status: assumed } : {},
    );
  };
}
