import type { RunOptions } from '../../conformance/index.ts';
import type { Contract } from '../../contract/index.ts';
import { assertWorkspace } from '../assert-workspace.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { UsageError } from '../usage-error.ts';

/** Where a run goes, and how to put away what was started for it. */
export interface OpenTarget {
  options: Pick<RunOptions, 'baseUrl' | 'apiKey' | 'workspace' | 'otherWorkspace'>;
  close(): Promise<void>;
}

/** The target that was named, or else a mock on a free port of this machine. */
export async function openTarget(
  values: ConformanceValues,
  contract: Contract,
): Promise<OpenTarget> {
  const { workspace, otherWorkspace } = values;
  if (workspace !== undefined) assertWorkspace(contract, '--workspace', workspace);
  if (otherWorkspace !== undefined) assertWorkspace(contract, '--other-workspace', otherWorkspace);
  if (workspace !== undefined && workspace.toLowerCase() === otherWorkspace?.toLowerCase())
    throw new UsageError('--other-workspace must differ from --workspace');
  return values.baseUrl === undefined
    ? startMock(values, contract)
    : nameTarget(values.baseUrl, values);
}

function nameTarget(baseUrl: string, values: ConformanceValues): OpenTarget {
  const { apiKey, workspace, otherWorkspace } = values;
  if (apiKey === undefined)
    throw new UsageError(
      `${baseUrl} needs an API key: set SITE_CONTRACT_API_KEY, or pass --api-key <key>`,
    );
  if (workspace === undefined)
    throw new UsageError(
      `${baseUrl} needs a workspace to work in: set SITE_CONTRACT_WORKSPACE, or pass --workspace <uuid>`,
    );
  return { options: { baseUrl, apiKey, workspace, otherWorkspace }, close: async () => {} };
}

async function startMock(values: ConformanceValues, contract: Contract): Promise<OpenTarget> {
  const { createMock } = await import('../../mock/index.ts');
  const { apiKey, workspace, otherWorkspace } = values;
  const named = [workspace, otherWorkspace].filter((id) => id !== undefined);
  const mock = createMock({
    contract,
    ...(apiKey === undefined ? {} : { apiKeys: [apiKey] }),
    ...(workspace === undefined ? {} : { workspaces: named }),
  });
  const server = await mock.listen({ port: 0 });
  const [acceptedKey = ''] = mock.apiKeys;
  const [usedWorkspace = ''] = mock.workspaces;
  return {
    options: { baseUrl: server.url, apiKey: acceptedKey, workspace: usedWorkspace, otherWorkspace },
    close: () => server.close(),
  };
}
