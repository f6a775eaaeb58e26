import { Inconclusive } from '../outcomes.ts';
import type { Credential } from '../runner/client.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import { isDone } from '../world/world.ts';
import { makeUnique } from '../world/write-requests.ts';
import { listWrongCredentials } from '../world/wrong-credentials.ts';
import { adoptCreated } from './adopt-created.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';
import { callValidly, type PreparedCall, prepareCall } from './valid-call.ts';

/** Operations of other roles could have an effect that nobody wants. */
const drivenRoles = new Set(['create', 'update', 'replace', 'upsert', 'delete', 'copy', 'action']);

/** What is deleted cannot be deleted again, so a deletion is only prepared. */
function findValidCall(scope: ProtocolScope): Promise<PreparedCall> {
  return scope.operation.method === 'DELETE' ? prepareCall(scope) : callValidly(scope);
}

/**
 * Repeats a valid request with another credential. A request that breaks the document in another way, too, would say nothing:
 * it may be refused for that.
 */
async function sendWith(
  scope: ProtocolScope,
  { call, handle }: PreparedCall,
  credential: Credential,
): Promise<Sent> {
  const { world, check, operation } = scope;
  const body = makeUnique(world, operation, '', call.body, world.nextNumber());
  const sent = await callOperation(world, check, { ...call, body, credential, isValid: false });
  if (isDone(sent)) adoptCreated(scope, handle, sent);
  return sent;
}

export const requiresCredentials: ProtocolCheck = {
  slug: 'requires-credentials',
  stage: 'access',
  sentence: 'A request without valid credentials is refused.',
  applies: (_, { secured }) => secured,
  async run(scope) {
    const { world, operation } = scope;
    const role = world.model.operations.get(operation.id);
    if (operation.method !== 'GET' && !drivenRoles.has(role?.role ?? ''))
      throw new Inconclusive(
        `not called: an operation with the role ${role?.role} could have an effect`,
      );
    const valid = await findValidCall(scope);
    for (const { fault, credential } of listWrongCredentials(world, operation)) {
      const sent = await sendWith(scope, valid, credential);
      // A redirection leads to a login, and a 5xx status is the fault of another check.
      if (!isDone(sent)) continue;
      scope.fail({
        message: `${operation.id} accepts ${fault}`,
        expected: 'status 401 or 403',
        received: `status ${sent.reply?.status}`,
        exchange: world.show(sent),
      });
    }
  },
};
