import type { ApiOperation } from './api.ts';
import { compareBody } from './compare-bodies.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSecurity } from './compare-security.ts';
import { type Comparison, createOperationContext, type FoundChange } from './operation-context.ts';

/**
 * Compares one operation. What is sent to the service has to be taken as before; what the service sends has to be what a
 * client expects. With an outgoing request (a webhook) the two change places.
 */
export function compareOperation(
  comparison: Comparison,
  before: ApiOperation,
  after: ApiOperation,
  isOutgoing: boolean,
): FoundChange[] {
  const context = createOperationContext(comparison, before, after, isOutgoing);
  compareParameters(context);
  compareBody(context);
  compareResponses(context);
  if (!isOutgoing) context.found.push(...compareSecurity(before, after, context.witnessRequest));
  if (!before.isDeprecated && after.isDeprecated)
    context.add(
      'compatible',
      'operation-deprecated',
      after.pointer,
      'the operation is deprecated',
      'Tell clients what to use instead.',
      { new: after.pointer },
    );
  return context.found;
}
