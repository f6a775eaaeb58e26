import { splitPointer } from '../../contract/resolve-reference.ts';
import type { Sent } from '../runner/target.ts';
import { readRequestFields } from '../world/request-schema.ts';
import { isDone, type World } from '../world/world.ts';
import type { ProtocolScope } from './check.ts';

/** Statuses that say that an operation does not exist (RFC 9110, sections 15.5.6 and 15.6.2). */
const notServed = new Set([405, 501]);

/** Fails if the service answers every valid request to an operation as it answers a path that no operation has. */
export async function assertServed(scope: ProtocolScope): Promise<void> {
  const { world, operation } = scope;
  const valid = world.journal.filter((entry) => entry.operation === operation && entry.isValid);
  const last = valid.at(-1)?.sent;
  const replies = valid.map(({ sent }) => sent.reply);
  const statuses = replies.map((reply) => reply?.status ?? 0);
  if (last?.reply === undefined) return;
  const documented = new Set(operation.responses.map(({ status }) => String(status)));
  const saysSo = statuses.every(
    (status) => notServed.has(status) && !documented.has(String(status)),
  );
  const isNotFound = statuses.every((status) => status === 404);
  if (
    !saysSo &&
    !(isNotFound && namesOnlyKnown(scope, last) && (await answersAnyPathSo(world, last)))
  )
    return;
  scope.fail({
    message: `${operation.id} is not served: valid requests get ${last.reply.status}`,
    expected: operation.responses.map(({ status }) => status).join(', '),
    received: `status ${last.reply.status}`,
    exchange: world.show(last),
  });
}

/**
 * Whether the service knew everything that a request names: an earlier request for it succeeded. It may show later what was only
 * created. A body may name more.
 */
function namesOnlyKnown({ world, operation }: ProtocolScope, last: Sent): boolean {
  const role = world.model.operations.get(operation.id);
  const resource = world.model.resources.get(role?.resource ?? '');
  if (role === undefined || resource === undefined) return false;
  const fields = readRequestFields(world, { operation, role });
  const references = [...resource.references.keys()].map((pointer) => splitPointer(pointer)[0]);
  if (references.some((name = '') => fields.has(name))) return false;
  const known = new Set<string>();
  const earlier = world.journal.slice(
    0,
    world.journal.findIndex((entry) => entry.sent === last),
  );
  for (const { sent } of earlier)
    if (isDone(sent)) for (const segment of listSegments(sent)) known.add(segment);
  const template = operation.path.split('/');
  return listSegments(last).every(
    (segment, at) => template[at]?.startsWith('{') !== true || known.has(segment),
  );
}

function listSegments({ request }: Pick<Sent, 'request'>): string[] {
  const [path = ''] = request.path.split('?');
  return path.split('/').map((segment) => decodeURIComponent(segment));
}

/** Whether a path that surely does not exist gets the same response. Many name the path in it. */
async function answersAnyPathSo(world: World, { request, reply }: Sent): Promise<boolean> {
  const [path = ''] = request.path.split('?');
  const unknownPath = `${path}-no-such-path`;
  const control = await world.target.send({ ...request, path: unknownPath });
  if (reply === undefined || control.reply?.status !== reply.status) return false;
  const text = new TextDecoder().decode(reply.bytes);
  const textOfControl = new TextDecoder().decode(control.reply.bytes);
  return textOfControl.replaceAll(unknownPath, path) === text;
}
