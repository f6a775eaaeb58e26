import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import { type Handle, toPath } from '../world/handle.ts';
import {
  recipes,
  writeBody,
  writeRequiredHeaders,
  writeRequiredQuery,
} from '../world/write-requests.ts';
import type { ProtocolScope } from './check.ts';

/** Roles whose operations may be called on a service that is somebody's. */
const safeRoles = new Set([
  'create',
  'list',
  'read',
  'update',
  'replace',
  'upsert',
  'delete',
  'copy',
  'link',
  'unlink',
]);

/**
 * Sends a valid request to an operation, on records that the run created.
 * @throws Inconclusive if the operation may not be called, or if nothing gives its values
 */
export async function callValidly(scope: ProtocolScope): Promise<Sent> {
  const { world, check, operation, records } = scope;
  const role = world.model.operations.get(operation.id);
  if (role === undefined) throw new Inconclusive(`${operation.id} has no role`);
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  const isSafe = isRead || safeRoles.has(role.role) || world.settings.include.has(operation.id);
  if (!isSafe)
    throw new Inconclusive(
      `not called: ${role.role} operations are called only with --include ${operation.id}`,
    );
  if (!world.credentials.covers(operation))
    throw new Inconclusive(
      `not called: no credentials for ${operation.security
        .flat()
        .map(({ scheme }) => scheme)
        .join(', ')}; pass --auth <scheme>=<value>`,
    );
  const resource = world.model.resources.get(role.resource ?? '');
  if (resource !== undefined && (role.role === 'create' || role.role === 'upsert')) {
    const handle = await records.create(check, resource);
    if (
      handle.creation !== undefined &&
      role.operationId === operation.id &&
      resource.slots.get(role.role)?.[0] === operation.id
    )
      return handle.creation.sent;
  }
  const step = { operation, role };
  const handle = await provide(scope);
  const path = toPath(step, handle);
  const query = writeRequiredQuery(world, operation);
  const headers = writeRequiredHeaders(world, operation);
  const isDeletion = role.role === 'delete' && handle !== undefined;
  if (isDeletion && handle.creation === undefined)
    throw new Inconclusive(
      `not called: it would delete a ${handle.resource.name} that the run did not create`,
    );
  let last: Sent | undefined;
  for (const recipe of recipes) {
    const body = writeBody(world, step, undefined, recipe, world.journal.length);
    if (body === undefined && operation.requestBody !== undefined) continue;
    const sent = operation.requestBody === undefined ? undefined : body;
    last = await callOperation(world, check, { operation, path, query, headers, body: sent });
    if (isDeletion && (last.reply?.status ?? 500) < 300) handle.isDeleted = true;
    if ((last.reply?.status ?? 500) < 400 || operation.requestBody === undefined) return last;
  }
  if (last === undefined)
    throw new Inconclusive(`no valid request body is known for ${operation.id}`);
  return last;
}

/** A record for the path of an operation: of its own for a deletion, otherwise a shared one. */
async function provide({
  world,
  check,
  operation,
  records,
}: ProtocolScope): Promise<Handle | undefined> {
  const role = world.model.operations.get(operation.id);
  const last = role?.bindings.at(-1);
  if (last === undefined) return undefined;
  const resource = world.model.resources.get(last.resource ?? '');
  if (resource === undefined)
    throw new Inconclusive(
      `nothing gives a value for ${last.parameter}; pass --param ${last.parameter}=<value>`,
    );
  const changes = operation.method !== 'GET';
  return changes ? records.create(check, resource) : records.share(check, resource);
}
