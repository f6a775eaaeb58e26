/*
 * conformance/protocol/: the checks that need only the document, and know no resource. It imports world/, runner/ and contract/.
 * Start in check.ts; valid-call.ts sends the valid request that most of them change.
 */

import type { ProtocolCheck } from './check.ts';
import { requiresCredentials } from './credentials.ts';
import { documentedRefusal } from './documented-refusal.ts';
import { documentedReply } from './documented-reply.ts';
import { refusesInvalidBodies } from './invalid-bodies.ts';
import { refusesInvalidParameters } from './invalid-parameters.ts';
import { survivesNonsense } from './nonsense.ts';
import { needsNoCredentials } from './open-operation.ts';

export const protocolChecks: readonly ProtocolCheck[] = [
  documentedReply,
  requiresCredentials,
  needsNoCredentials,
  refusesInvalidBodies,
  refusesInvalidParameters,
  survivesNonsense,
  documentedRefusal,
];
