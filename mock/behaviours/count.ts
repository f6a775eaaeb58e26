import { isRecord } from '../../contract/resolve-reference.ts';
import type { ListShape } from '../../contract/resources/model.ts';
import { setAt } from '../../contract/values-at.ts';
import type { RoleBehaviour, ServedRole } from './behaviour.ts';
import { findContent, showsContent } from './content.ts';
import { selectRecords } from './filter.ts';
import { locate } from './locate.ts';
import { readReplyForm } from './reply-body.ts';
import { createStateless } from './stateless.ts';

/** Returns a computed value: the number of records, where the model says so, otherwise a reply without state. */
export function createView(served: ServedRole): RoleBehaviour {
  const { count, resource = '' } = served.role;
  const stateless = createStateless(served);
  const form = readReplyForm(served);
  const { schema, status } = form;
  if (showsContent(served)) return createContentView(served, stateless, status);
  if (count === undefined || schema === undefined) return stateless;
  const list = findListOf(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const all = await context.records.list(resource, location.parent);
    const selected =
      list === undefined ? all : selectRecords(all, list, location, request.parameters);
    if (count === '') return { status, body: selected.length };
    const body = served.values.generate(schema, served.role.operationId, {});
    const counted = isRecord(body) ? structuredClone(body) : {};
    setAt(counted, count, selected.length);
    return { status, body: counted };
  };
}

/** Returns the content of the record in the path, such as `/files/{id}/download`, if it has one. */
function createContentView(
  served: ServedRole,
  stateless: RoleBehaviour,
  status: number,
): RoleBehaviour {
  return async (request, context) => {
    const location = await locate(served, request, context);
    const content = await findContent(served, location, context);
    return content === undefined ? stateless(request, context) : { status, ...content };
  };
}

/** The list of the same records tells what parameters select. */
export function findListOf({ model, role }: ServedRole): ListShape | undefined {
  const resource = model.resources.get(role.resource ?? '');
  const [list = ''] = resource?.slots.get('list') ?? [];
  return model.operations.get(list)?.list;
}
