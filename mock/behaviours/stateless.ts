import type { RoleBehaviour, RoleReply, ServedRole } from './behaviour.ts';
import { findRecord, isCreatable, locate } from './locate.ts';
import { type ReplyForm, readReplyForm } from './reply-body.ts';

/** Replies with an example of the document, or a generated value. The records in the path must exist. */
export function createStateless(served: ServedRole): RoleBehaviour {
  const form = readReplyForm(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const resource = served.model.resources.get(served.role.resource ?? '');
    const isNamed = resource !== undefined && location.id !== undefined;
    if (isNamed && isCreatable(resource)) await findRecord(served, location, context);
    return createStatelessReply(served, form, request.url);
  };
}

/** @param seed the same request gets the same reply */
export function createStatelessReply(
  { operation, values }: ServedRole,
  form: ReplyForm,
  seed: string,
): RoleReply {
  const { status, schema } = form;
  if (schema === undefined) return { status };
  const success = operation.responses.find((documented) => /^2/.test(documented.status));
  const examples = [
    ...(success?.examples ?? []).map(({ value }) => value),
    ...values.listExamples(schema),
  ];
  const example = examples.find((value) => value !== undefined && values.isValid(schema, value));
  if (example !== undefined) return { status, body: example, basis: 'example' };
  const body = values.generate(schema, `${operation.id}?${seed}`, {});
  return { status, body, basis: 'generated' };
}
