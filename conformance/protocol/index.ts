/** The checks that need only the document. They know no resource. Start with `check.ts`. */
import type { ProtocolCheck } from './check.ts';
import { requiresCredentials } from './credentials.ts';
import { documentedReply } from './documented-reply.ts';

export const protocolChecks: readonly ProtocolCheck[] = [documentedReply, requiresCredentials];
