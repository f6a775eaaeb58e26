import type { Operation } from '../../../contract/index.ts';
import type { Check } from '../../runner/check.ts';

/** What all checks of refusals by an operation have in common. */
export function frame(
  operation: Operation,
): Pick<Check, 'operation' | 'level' | 'stage' | 'writes' | 'uses' | 'refuses'> {
  return {
    operation: operation.id,
    level: 'MUST',
    refuses: true,
    stage: 'calls',
    writes: operation.method !== 'GET',
    uses: operation.path.includes('{workspaceId}') ? [] : ['victim'],
  };
}
