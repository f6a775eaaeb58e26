import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import type { ListShape, OperationRole } from './model.ts';

/** What a document contains that the model does not use, one sentence each. */
export function listRemarks(
  document: OpenApiDocument,
  operations: readonly Operation[],
  roles: ReadonlyMap<string, OperationRole>,
): string[] {
  const remarks: string[] = [];
  for (const operation of operations) {
    const role = roles.get(operation.id);
    if (role?.role === 'list') remarks.push(...listIgnored(operation, role.list));
    if (role?.role === 'unexplained') {
      remarks.push(`${operation.id}: what it does was not found; it gets a reply without state`);
    }
    const callbacks = Object.keys(operation.object.callbacks ?? {});
    if (callbacks.length > 0) {
      remarks.push(`${operation.id}: its callbacks are not sent: ${callbacks.join(', ')}`);
    }
  }
  const webhooks = Object.keys(document.webhooks ?? {});
  if (webhooks.length > 0) remarks.push(`webhooks of the document: ${webhooks.join(', ')}`);
  return remarks;
}

/** The query parameters of a list that neither page, sort nor select. */
function listIgnored({ id, parameters }: Operation, list: ListShape | undefined): string[] {
  if (list === undefined) return [`${id}: the array of its list was not found`];
  const { size, position, sort, search } = list;
  const selecting = [...list.filters.keys(), ...list.comparisons.keys(), search?.parameter ?? ''];
  const names = selecting.flatMap((name) => [name, name.replace(/\[.*$/, '')]);
  const used = [size, position, sort?.parameter, sort?.direction, ...names];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const ignored = query.filter(({ name }) => !used.includes(name));
  if (ignored.length === 0) return [];
  const listed = ignored.map(({ name }) => name).join(', ');
  return [`${id}: without effect on the list: ${listed}`];
}
