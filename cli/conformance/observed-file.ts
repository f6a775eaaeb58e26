import { toObservedOverlay } from '../../conformance/observed-overlay.ts';
import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { defaultApiKey } from '../../mock/mock-options.ts';

/** Why there is nothing that a mock could go by; undefined where there is. */
export function explainUnobserved(result: RunResult, contract: Contract): string | undefined {
  if (result.verdict.kind === 'not-run')
    return 'the run reached no verdict, so a mock cannot imitate the target';
  return toObservedOverlay(result, contract).actions.length === 0
    ? 'the run observed nothing that a mock could imitate'
    : undefined;
}

/** The command that starts a mock which does what the target was seen to do, and takes the same requests. */
export function toMockCommand(file: string, result: RunResult, apiKey: string | undefined): string {
  const { target, observations } = result;
  // If every UUID is a workspace, the mock accepts those of the target anyway.
  const takesAny = observations.some(
    ({ assumption }) => assumption?.id === 'unknown-workspace' && assumption.value === 'exists',
  );
  const workspaces = takesAny ? [] : [target.workspace, target.otherWorkspace];
  return [
    `site-contract mock --overlay ${quote(file)}`,
    ...workspaces.flatMap((id) => (id === undefined ? [] : [`--workspace ${id}`])),
    // A key that was passed may be a secret of the target, so the command names its variable.
    ...(apiKey === undefined || apiKey === defaultApiKey
      ? []
      : ['--api-key "$SITE_CONTRACT_API_KEY"']),
  ].join(' ');
}

function quote(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
