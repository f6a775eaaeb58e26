import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { ListShape } from '../../contract/resources/model.ts';
import { readFields, resolveSchema, surelyAllowsNull } from '../../contract/schema-fields.ts';
import { findInner, setAt } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, RoleRequest, ServedRole } from './behaviour.ts';
import { withDeleted } from './deleted-records.ts';
import { selectRecords } from './filter.ts';
import { type Location, locate, ownResource } from './locate.ts';
import { type Page, paginate } from './paginate.ts';
import { listLinked } from './relations.ts';
import { type ReplyForm, readReplyForm, toShown, wrap } from './reply-body.ts';

/** Lists records page by page. */
export function createList(served: ServedRole): RoleBehaviour {
  const { list } = served.role;
  if (list === undefined) throw new Error(`${served.role.operationId} has no form of a list`);
  const resource = ownResource(served);
  const form = readReplyForm(served);
  return async (request, context) => {
    const location = await locate(served, request, context);
    const parameters = readListParameters(served, request);
    const all = await listBelow(served, location, withLeftOut(list, parameters, context));
    const selected = selectRecords(all, list, location, parameters);
    const page = paginate(selected, list, parameters, { resource, context });
    const body =
      form.schema === undefined ? undefined : writePage(served, form.schema, list, page, request);
    return { status: form.status, body, headers: writePageHeaders(list, page, request) };
  };
}

/** The parameters of a list. A POST has them in its body as well. */
function readListParameters(
  { operation }: ServedRole,
  { parameters, body }: RoleRequest,
): RoleRequest['parameters'] {
  return operation.method === 'POST' && isRecord(body) ? { ...body, ...parameters } : parameters;
}

/** Shows deleted records to a list whose request asks for them. */
function withLeftOut(
  { leftOut }: ListShape,
  parameters: RoleRequest['parameters'],
  context: RoleContext,
): RoleContext {
  const isAsked = leftOut !== undefined && parameters[leftOut.parameter] === true;
  return isAsked ? { ...context, records: withDeleted(context.records) } : context;
}

/** The records that the path contains, or that are linked to the record in the path. */
async function listBelow(
  { model, role }: ServedRole,
  location: Location,
  { records }: RoleContext,
): Promise<readonly StoredRecord[]> {
  const { relation, resource = '' } = role;
  if (relation !== undefined)
    return listLinked(relation, location.keys.get(relation.from) ?? '', records);
  if (location.parent !== undefined) return records.list(resource, location.parent);
  const all = await records.list(resource);
  const innermost = location.ancestors.at(-1);
  if (innermost === undefined) return all;
  const inside: StoredRecord[] = [];
  for (const record of all) {
    const path = await listAncestorKeys(record, model.resources.get(record.kind)?.parent?.resource);
    if (path.get(innermost.resource) === innermost.key) inside.push(record);
  }
  return inside;

  async function listAncestorKeys(
    record: StoredRecord,
    parentKind: string | undefined,
  ): Promise<Map<string, string>> {
    const keys = new Map<string, string>();
    let { parent } = record;
    let kind = parentKind;
    while (parent !== undefined && kind !== undefined && !keys.has(kind)) {
      keys.set(kind, parent);
      const container: StoredRecord | undefined = await records.find(kind, parent);
      kind = model.resources.get(kind)?.parent?.resource;
      parent = container?.parent;
    }
    return keys;
  }
}

/** Writes the envelope of a page. */
function writePage(
  served: ServedRole,
  schema: Schema,
  list: ListShape,
  page: Page,
  request: RoleRequest,
): unknown {
  const array = findInner(served.document, schema, list.items) ?? {};
  const itemSchema = resolveSchema(served.document, array.items ?? {});
  const items = page.records.map((record) => toShown(served, itemSchema, record));
  if (list.items === '') return items;
  const body = wrap(served, schema, list.items, items, `${served.role.operationId}`);
  if (!isRecord(body)) return body;
  const envelope = structuredClone(body);
  for (const [pointer, value] of listPageFields(list, page, request))
    setField(served, schema, envelope, pointer, value);
  return envelope;
}

/** The fields of an envelope that tell about the page. */
function listPageFields(list: ListShape, page: Page, request: RoleRequest): [string, unknown][] {
  const fields: [string, unknown][] = [];
  const next = page.next === undefined ? undefined : withPosition(request, list, page.next);
  if (list.more !== undefined) fields.push([list.more, page.next !== undefined]);
  if (list.next !== undefined) fields.push([list.next, list.nextIsUrl ? next : page.next]);
  if (list.total !== undefined) fields.push([list.total, page.total]);
  for (const [pointer, meaning] of list.echoes) fields.push([pointer, page[meaning]]);
  for (const [pointer, meaning] of list.urls)
    fields.push([pointer, toPageUrl(list, page, request, meaning)]);
  return fields;
}

/** The URL of another page. Undefined if there is none. */
function toPageUrl(
  list: ListShape,
  page: Page,
  request: RoleRequest,
  meaning: 'self' | 'first' | 'previous' | 'last',
): string | undefined {
  if (meaning === 'self') return `${request.origin}${request.url}`;
  const position = page[meaning];
  return position === undefined ? undefined : withPosition(request, list, position);
}

/** Sets a field of the envelope. One without a value is null where the schema allows that, and otherwise left out. */
function setField(
  served: ServedRole,
  schema: Schema,
  envelope: Record<string, unknown>,
  pointer: string,
  value: unknown,
): void {
  const field = findInner(served.document, schema, pointer);
  if (field === undefined) return;
  if (value !== undefined) {
    const isText = [field.type].flat().includes('string') && typeof value === 'number';
    setAt(envelope, pointer, isText ? String(value) : value);
    return;
  }
  clearField(served, schema, envelope, pointer);
}

function clearField(
  { document, values }: ServedRole,
  schema: Schema,
  envelope: Record<string, unknown>,
  pointer: string,
): void {
  const field = findInner(document, schema, pointer) ?? {};
  const split = pointer.lastIndexOf('/');
  const object = findInner(document, schema, pointer.slice(0, split)) ?? {};
  const isRequired = readFields(document, object).required.has(pointer.slice(split + 1));
  if (surelyAllowsNull(document, field)) setAt(envelope, pointer, null);
  else if (!isRequired) setAt(envelope, pointer, undefined);
  // Otherwise the generated value stays: the schema has no way to say that there is none.
  else if (values.isValid(field, '')) setAt(envelope, pointer, '');
}

function writePageHeaders(list: ListShape, page: Page, request: RoleRequest): readonly string[] {
  const headers: string[] = [];
  if (list.totalHeader !== undefined) headers.push(list.totalHeader, String(page.total));
  if (list.hasLinkHeader) {
    const links = [
      ['next', page.next],
      ['prev', page.previous],
      ['first', page.first],
      ['last', page.last],
    ].flatMap(([relation, position]) =>
      position === undefined
        ? []
        : [`<${withPosition(request, list, position)}>; rel="${relation}"`],
    );
    if (links.length > 0) headers.push('Link', links.join(', '));
  }
  return headers;
}

/** The URL of another page. */
function withPosition({ origin, url }: RoleRequest, list: ListShape, position: unknown): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  if (list.position !== undefined) parameters.set(list.position, String(position));
  return `${origin}${path}?${parameters}`;
}

export type { ReplyForm };
