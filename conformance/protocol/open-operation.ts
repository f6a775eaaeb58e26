import type { ProtocolCheck } from './check.ts';
import { callValidly } from './valid-call.ts';

export const needsNoCredentials: ProtocolCheck = {
  slug: 'needs-no-credentials',
  stage: 'access',
  sentence: 'An operation that the document exempts from security needs no credentials.',
  // Where the document says nothing about security at all, the service may need what the document forgot.
  applies: ({ contract }, { security }) =>
    security.length === 0 && (contract.document.security ?? []).length > 0,
  async run(scope) {
    const { world, operation, fail } = scope;
    const { sent } = await callValidly(scope);
    if (sent.reply?.status !== 401) return;
    fail({
      message: `${operation.id} requires credentials`,
      expected: 'a success response',
      received: 'status 401',
      exchange: world.show(sent),
    });
  },
};
