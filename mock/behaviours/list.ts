import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { ListShape } from '../../contract/resources/model.ts';
import { resolveSchema } from '../../contract/schema-fields.ts';
import { findInner, setAt } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, ServedRole } from './behaviour.ts';
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
    const all = await listBelow(served, location, context);
    const selected = selectRecords(all, list, location, request.parameters);
    const page = paginate(selected, list, request.parameters, { resource, context });
    const body =
      form.schema === undefined
        ? undefined
        : writePage(served, form.schema, list, page, request.url);
    return { status: form.status, body, headers: writePageHeaders(list, page, request.url) };
  };
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
  url: string,
): unknown {
  const array = findInner(served.document, schema, list.items) ?? {};
  const itemSchema = resolveSchema(served.document, array.items ?? {});
  const items = page.records.map((record) => toShown(served, itemSchema, record));
  if (list.items === '') return items;
  const body = wrap(served, schema, list.items, items, `${served.role.operationId}`);
  if (!isRecord(body)) return body;
  const envelope = structuredClone(body);
  for (const [pointer, value] of listPageFields(list, page, url))
    setField(served, schema, envelope, pointer, value);
  return envelope;
}

/** The fields of an envelope that tell about the page. */
function listPageFields(list: ListShape, page: Page, url: string): [string, unknown][] {
  const fields: [string, unknown][] = [];
  const next = page.next === undefined ? undefined : withPosition(url, list, page.next);
  if (list.more !== undefined) fields.push([list.more, page.next !== undefined]);
  if (list.next !== undefined) fields.push([list.next, list.nextIsUrl ? next : page.next]);
  if (list.total !== undefined) fields.push([list.total, page.total]);
  for (const [pointer, meaning] of list.echoes) fields.push([pointer, page[meaning]]);
  return fields;
}

/** Sets a field of the envelope. One without a value is null where the schema requires it, and left out otherwise. */
function setField(
  { document }: ServedRole,
  schema: Schema,
  envelope: Record<string, unknown>,
  pointer: string,
  value: unknown,
): void {
  const field = findInner(document, schema, pointer);
  if (field === undefined) return;
  if (value !== undefined) {
    const isText = [field.type].flat().includes('string') && typeof value === 'number';
    setAt(envelope, pointer, isText ? String(value) : value);
    return;
  }
  removeOrNull(document, field, envelope, pointer);
}

function removeOrNull(
  document: ServedRole['document'],
  field: Schema,
  envelope: Record<string, unknown>,
  pointer: string,
): void {
  const allowed = JSON.stringify(resolveSchema(document, field)).includes('"null"');
  const isText = [field.type].flat().includes('string');
  if (allowed) setAt(envelope, pointer, null);
  else setAt(envelope, pointer, isText ? '' : undefined);
}

function writePageHeaders(list: ListShape, page: Page, url: string): readonly string[] {
  const headers: string[] = [];
  if (list.totalHeader !== undefined) headers.push(list.totalHeader, String(page.total));
  if (list.hasLinkHeader) {
    const links = [
      ['next', page.next],
      ['prev', page.previous],
    ].flatMap(([relation, position]) =>
      position === undefined ? [] : [`<${withPosition(url, list, position)}>; rel="${relation}"`],
    );
    if (links.length > 0) headers.push('Link', links.join(', '));
  }
  return headers;
}

/** The URL of another page. */
function withPosition(url: string, list: ListShape, position: unknown): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  if (list.position !== undefined) parameters.set(list.position, String(position));
  return `${path}?${parameters}`;
}

export type { ReplyForm };
