import { Inconclusive } from '../outcomes.ts';
import { assertOwn } from '../world/assert-allowed.ts';
import { callOperation } from '../world/call-operation.ts';
import { toPath } from '../world/handle.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';

/** Path values for requests that must be refused before anything is looked up. */
async function providePath(scope: ProtocolScope): Promise<Map<string, string>> {
  const { world, check, operation, records } = scope;
  const role = world.model.operations.get(operation.id);
  const last = role?.bindings.at(-1);
  if (role === undefined || last === undefined) return new Map();
  const resource = world.model.resources.get(last.resource ?? '');
  if (resource === undefined) throw new Inconclusive(`nothing gives a value for ${last.parameter}`);
  // What is accepted by mistake must not change a record that other checks read.
  const isOwn = operation.method !== 'GET' && last.resource === role.resource;
  const handle = isOwn
    ? await records.create(check, resource)
    : await records.share(check, resource);
  assertOwn(world, operation, handle);
  return toPath({ operation, role }, handle);
}

const wrongValues = { missing: undefined, wrong: 'Bearer wrong-0123456789abcdef' };

export const requiresCredentials: ProtocolCheck = {
  slug: 'requires-credentials',
  stage: 'access',
  sentence: 'A request without valid credentials is refused.',
  applies: (_, { secured }) => secured,
  async run(scope) {
    const { world, check, operation } = scope;
    const isRead = operation.method === 'GET';
    const role = world.model.operations.get(operation.id);
    const isDriven =
      isRead || ['create', 'update', 'replace', 'upsert', 'delete'].includes(role?.role ?? '');
    if (!isDriven)
      throw new Inconclusive(
        `not called: an operation with the role ${role?.role} could have an effect`,
      );
    const path = await providePath(scope);
    for (const [kind, value] of Object.entries(wrongValues)) {
      const usual = world.credentials.find(operation);
      const { shown: _, ...carrier } = usual ?? { shown: undefined };
      const credential = value === undefined ? { value } : { ...carrier, value };
      const sent = await callOperation(world, check, {
        operation,
        path,
        credential,
        isValid: false,
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500) continue;
      scope.fail({
        message: `${operation.id} accepts ${kind === 'missing' ? 'a request without credentials' : 'wrong credentials'}`,
        expected: 'status 401 or 403',
        received: `status ${status}`,
        exchange: world.show(sent),
      });
    }
  },
};
