import type { Operation } from '../../contract/index.ts';
import type { OperationRole, PathBinding } from '../../contract/resources/model.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { assertOwn } from '../world/assert-allowed.ts';
import { callOperation } from '../world/call-operation.ts';
import { findOwner, type Handle, toPath } from '../world/handle.ts';
import { assertMayAct } from '../world/known-actions.ts';
import type { OperationCall } from '../world/operation-call.ts';
import type { Step } from '../world/step.ts';
import type { World } from '../world/world.ts';
import { recipes, writeBody, writeRequired } from '../world/write-requests.ts';
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

/** A request and its response. */
export interface ValidCall {
  call: OperationCall;
  sent: Sent;
  /** The record that it created or was sent to, if any. */
  handle: Handle | undefined;
}

/** @throws Inconclusive if the run may not call the operation */
export function assertCallable(world: World, operation: Operation): OperationRole {
  const role = world.model.operations.get(operation.id);
  if (role === undefined) throw new Inconclusive(`${operation.id} has no role`);
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  if (role.role === 'action' && !isRead) assertMayAct(world, operation, role);
  const isKnown = safeRoles.has(role.role) || role.role === 'action';
  const isSafe = isRead || isKnown || world.settings.include.has(operation.id);
  if (!isSafe)
    throw new Inconclusive(
      `not called: ${role.role} operations are called only with --include ${operation.id}`,
    );
  if (!world.credentials.covers(operation)) {
    const schemes = operation.security.flat().map(({ scheme }) => scheme);
    throw new Inconclusive(
      `not called: no credentials for ${schemes.join(', ')}; pass --auth <scheme>=<value>`,
    );
  }
  return role;
}

/**
 * Sends a valid request to an operation, on records that the run created.
 * @throws Inconclusive if the operation may not be called, or if nothing gives its values
 */
export async function callValidly(scope: ProtocolScope): Promise<ValidCall> {
  const { world, check, operation, records } = scope;
  const role = assertCallable(world, operation);
  const resource = world.model.resources.get(role.resource ?? '');
  const isMain = resource?.slots.get(role.role)?.[0] === operation.id;
  if (resource !== undefined && isMain && (role.role === 'create' || role.role === 'upsert')) {
    const handle = await records.create(check, resource);
    const { creation } = handle;
    if (creation !== undefined) return { call: creation.call, sent: creation.sent, handle };
  }
  return sendBodies(scope, { operation, role }, await prepareCall(scope));
}

/** A request, and the record that it is sent to, if any. */
export type PreparedCall = Pick<ValidCall, 'call' | 'handle'>;

/**
 * A valid request without its body, to a record that the run created.
 * @throws Inconclusive if the operation may not be called, or if nothing gives its values
 */
export async function prepareCall(scope: ProtocolScope): Promise<PreparedCall> {
  const { world, operation } = scope;
  const role = assertCallable(world, operation);
  const handle = await provide(scope);
  assertOwn(world, operation, handle);
  const path = await fillPath(scope, { operation, role }, handle);
  return { call: { operation, path, ...writeRequired(world, operation) }, handle };
}

/** Sends bodies until one is accepted. */
async function sendBodies(
  { world, check, operation }: ProtocolScope,
  step: Step,
  { call: base, handle }: PreparedCall,
): Promise<ValidCall> {
  const isDeletion = step.role.role === 'delete' && handle !== undefined;
  let last: ValidCall | undefined;
  for (const recipe of recipes) {
    const body = writeBody(world, step, undefined, recipe, world.nextNumber());
    if (body === undefined && operation.requestBody !== undefined) continue;
    const call = operation.requestBody === undefined ? base : { ...base, body };
    const sent = await callOperation(world, check, call);
    last = { call, sent, handle };
    const status = sent.reply?.status ?? 500;
    if (isDeletion && status < 300) handle.isDeleted = true;
    if (status < 400 || operation.requestBody === undefined) return last;
  }
  if (last === undefined)
    throw new Inconclusive(`no valid request body is known for ${operation.id}`);
  return last;
}

/** The path of an operation. One that links two records names a second one, which the first does not lead to. */
async function fillPath(
  { world, check, records }: ProtocolScope,
  { operation, role }: Step,
  handle: Handle | undefined,
): Promise<ReadonlyMap<string, string>> {
  const path = new Map<string, string>();
  const missing: PathBinding[] = [];
  for (const binding of role.bindings)
    if (findOwner(handle, binding.resource) === undefined) missing.push(binding);
  const reachable = role.bindings.filter((binding) => !missing.includes(binding));
  for (const [name, value] of toPath({ operation, role: { ...role, bindings: reachable } }, handle))
    path.set(name, value);
  for (const { parameter, resource: name } of missing) {
    const resource = world.model.resources.get(name ?? '');
    const value = world.settings.parameters.get(parameter)?.[0];
    if (resource === undefined && value === undefined)
      throw new Inconclusive(
        `nothing gives a value for ${parameter}; pass --param ${parameter}=<value>`,
      );
    const owner = resource && (await records.share(check, resource));
    const [id = ''] = owner?.ids ?? [];
    path.set(parameter, value ?? id);
  }
  return path;
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
  // The path gets a value of the options.
  if (resource === undefined) return undefined;
  const changes = operation.method !== 'GET';
  return changes ? records.create(check, resource) : records.share(check, resource);
}
