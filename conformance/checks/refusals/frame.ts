import type { Operation } from '../../../contract/index.ts';
import type { Check } from '../../runner/check.ts';
import { listPathSites } from './use-path.ts';

/** What all checks of refusals by an operation have in common. */
export function frame(
  operation: Operation,
): Pick<Check, 'operation' | 'level' | 'stage' | 'writes' | 'uses' | 'refuses'> {
  const uses = listPathSites(operation);
  return {
    operation: operation.id,
    level: 'MUST',
    refuses: true,
    // A list is asked for while it follows the last writes, which leaves time.
    stage: operation.method === 'GET' ? 'listing' : 'calls',
    // What reads a record needs one that it can read.
    writes: operation.method !== 'GET' || uses.length > 0,
    uses,
  };
}
