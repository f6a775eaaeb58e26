import type { Schema } from '../../contract/openapi-document.ts';
import { isSuccess } from '../../contract/operation.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { normalise } from '../../contract/resources/words.ts';
import { define } from '../../contract/values-at.ts';
import type {
  RoleBehaviour,
  RoleContext,
  RoleReply,
  RoleRequest,
  ServedRole,
} from './behaviour.ts';
import { listCountNames } from './child-count.ts';
import { findRecord, locate } from './locate.ts';
import { type ReplyForm, readReplyForm } from './reply-body.ts';

/** Replies with an example of the document, or a generated value. */
export function createStateless(served: ServedRole): RoleBehaviour {
  const form = readReplyForm(served);
  const documentsMissing = served.operation.responses.some(({ status }) =>
    /^(?:404|410|4XX|default)$/i.test(status),
  );
  return async (request, context) => {
    // Where the document has no reply for a missing record, any id is accepted: nothing is stored.
    if (documentsMissing) await findNamed(served, request, context);
    const reply = createStatelessReply(served, form, request);
    return reply.basis === 'generated' ? withCounts(served, form, reply, context) : reply;
  };
}

/** Counts records in the numbers that are named after them: `{ "books": 2 }`, `{ "bookCount": 2 }`. */
async function withCounts(
  { model, values }: ServedRole,
  { schema }: ReplyForm,
  reply: RoleReply,
  { records }: RoleContext,
): Promise<RoleReply> {
  const { body } = reply;
  if (!isRecord(body) || schema === undefined) return reply;
  const counted = { ...body };
  for (const resource of model.resources.values()) {
    if (resource.isSingleton || !resource.isCreated) continue;
    const names = [normalise(resource.plural), ...listCountNames(resource)];
    for (const [name, value] of Object.entries(body)) {
      if (!Number.isInteger(value) || !names.includes(normalise(name))) continue;
      const all = await records.list(resource.name);
      define(counted, name, all.length);
    }
  }
  return values.isValid(schema, counted) ? { ...reply, body: counted } : reply;
}

/** @throws Refusal `not-found` if the path names a record that some operation creates, and that does not exist */
async function findNamed(
  served: ServedRole,
  request: RoleRequest,
  context: RoleContext,
): Promise<void> {
  const location = await locate(served, request, context);
  const resource = served.model.resources.get(served.role.resource ?? '');
  const isNamed = resource?.isCreated === true && location.id !== undefined;
  if (isNamed) await findRecord(served, location, context);
}

/** The same request gets the same reply. */
export function createStatelessReply(
  served: ServedRole,
  form: ReplyForm,
  request: Pick<RoleRequest, 'url' | 'parameters'>,
): RoleReply {
  const { operation, values } = served;
  const { status, schema } = form;
  if (schema === undefined) return { status };
  const success = operation.responses.find(isSuccess);
  const documented = success?.examples ?? [];
  const examples = documented.map(({ value }) => value).concat(values.listExamples(schema));
  const example = examples.find((value) => value !== undefined && values.isValid(schema, value));
  const basis = example === undefined ? 'generated' : 'example';
  const body = example ?? values.generate(schema, `${operation.id}?${request.url}`, {});
  return { status, body: fillInIds(served, schema, body, request.parameters), basis };
}

/** Replaces the ids that the path of the request names: a reply about a record has its id. */
function fillInIds(
  served: ServedRole,
  schema: Schema,
  body: unknown,
  parameters: RoleRequest['parameters'],
): unknown {
  if (!isRecord(body)) return body;
  const ids = listIds(served, parameters);
  const filled = {};
  for (const [name, value] of Object.entries(body))
    define(filled, name, ids.get(normalise(name)) ?? value);
  return served.values.isValid(schema, filled) ? filled : body;
}

/** The values in the path of a request, by the names that a field with them may have. */
function listIds(
  { model, role }: ServedRole,
  parameters: RoleRequest['parameters'],
): Map<string, unknown> {
  const ids = new Map<string, unknown>();
  for (const { parameter } of role.bindings) ids.set(normalise(parameter), parameters[parameter]);
  const last = role.bindings.at(-1);
  const resource = model.resources.get(role.resource ?? '');
  const [id = ''] = resource?.id ?? [];
  if (last !== undefined && last.resource === resource?.name)
    ids.set(normalise(id), parameters[last.parameter]);
  return ids;
}
