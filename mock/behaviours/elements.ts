import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { ElementRule, Resource } from '../../contract/resources/model.ts';
import { readFields, resolveSchema } from '../../contract/schema-fields.ts';
import { findInner, setAt } from '../../contract/values-at.ts';
import { Refusal } from '../refusal.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleBehaviour, RoleContext, RoleRequest, ServedRole } from './behaviour.ts';
import { fillMissing } from './fill-missing.ts';
import { findOrAdopt } from './find-or-adopt.ts';
import { locate, ownResource, refuseMissing, toRecordKey } from './locate.ts';
import { readRecordSchemas, touchRecord } from './record-value.ts';
import { readReplyForm, toItemBody, wrap } from './reply-body.ts';
import { createStateless } from './stateless.ts';

/** Adds, removes or replaces elements of a list in the record that the path names, or shows the list. */
export function createElements(served: ServedRole, rule: ElementRule): RoleBehaviour {
  const resource = ownResource(served);
  const schemas = readRecordSchemas(served, resource);
  const form = readReplyForm(served);
  const stateless = createStateless(served);
  const list = findInner(served.document, schemas.returned, rule.field) ?? {};
  const items = resolveSchema(served.document, list.items ?? {});
  return async (request, context) => {
    const location = await locate(served, request, context);
    const id = location.id ?? location.keys.get(resource.name);
    const record = await findOrAdopt(served, { ...location, id }, context);
    const current = [readAt(record.value, rule.field) ?? []].flat();
    const sent = await readElements(served, rule, items, request, context);
    const elements = change(rule, current, sent);
    const changed = await save(record, elements);
    const { schema, status } = form;
    if (schema === undefined) return { status };
    if (rule.shown !== undefined)
      return { status, body: wrap(served, schema, rule.shown, elements, record.id) };
    if (served.role.responseItem === undefined) return stateless(request, context);
    return { status, body: toItemBody(served, form, changed) };

    async function save(stored: StoredRecord, next: readonly unknown[]): Promise<StoredRecord> {
      if (rule.change === 'show') return stored;
      const value = structuredClone({ ...stored.value });
      setAt(value, rule.field, next);
      touchRecord(served, schemas, value, new Set(), context.now);
      const replaced = { ...stored, value };
      await context.records.replace(replaced);
      return replaced;
    }
  };
}

/** @throws Refusal `not-found` if an element that is to be removed is not in the list */
function change(
  rule: ElementRule,
  current: readonly unknown[],
  sent: readonly unknown[],
): readonly unknown[] {
  const includes = (elements: readonly unknown[], wanted: unknown): boolean =>
    elements.some((element) => isSameElement(element, wanted));
  switch (rule.change) {
    case 'show':
      return current;
    case 'replace':
      return sent;
    case 'add': {
      const added = sent.filter((element) => !includes(current, element));
      return [...current, ...added];
    }
    case 'remove': {
      const missing = sent.find((element) => !includes(current, element));
      if (missing === undefined) return current.filter((element) => !includes(sent, element));
      const name = String(nameOf(missing));
      throw new Refusal('not-found', `${name} is not in ${rule.field.slice(1)}.`);
    }
  }
}

/** Fields that name an object, from the most to the least usual. */
const naming = ['id', 'name', 'key', 'slug', 'login', 'username', 'label', 'title'];

function nameOf(element: unknown): unknown {
  if (!isRecord(element)) return element;
  const name = naming.find((field) => element[field] !== undefined);
  return name === undefined ? JSON.stringify(element) : element[name];
}

/** Whether two elements are the same, by any of the fields that name objects. */
function isSameElement(element: unknown, wanted: unknown): boolean {
  if (!isRecord(element)) return String(element) === String(nameOf(wanted));
  const names = naming.flatMap((field) => (element[field] === undefined ? [] : [element[field]]));
  if (!isRecord(wanted)) return names.some((name) => String(name) === String(wanted));
  return String(nameOf(element)) === String(nameOf(wanted));
}

/** The elements that a request names, as the list shows them. */
async function readElements(
  served: ServedRole,
  rule: ElementRule,
  items: Schema,
  request: RoleRequest,
  context: RoleContext,
): Promise<unknown[]> {
  const { element, change: kind } = rule;
  if (element === undefined) return [];
  const isInBody = element.in === 'body';
  const sent = isInBody ? readAt(request.body, element.pointer) : request.parameters[element.name];
  const values = sent === undefined ? [] : [sent].flat();
  if (kind === 'remove') return values;
  const elements: unknown[] = [];
  for (const value of values) elements.push(await toElement(served, rule, items, value, context));
  return elements;
}

/** A text where the list has texts; otherwise the record that it names, or an object with that name. */
async function toElement(
  served: ServedRole,
  { resource: name }: ElementRule,
  items: Schema,
  value: unknown,
  context: RoleContext,
): Promise<unknown> {
  const { fields } = readFields(served.document, items);
  if (isRecord(value) || fields.size === 0) return value;
  const resource = served.model.resources.get(name ?? '');
  const record = resource && (await findNamed(resource, value, context));
  if (record !== undefined) return record.value;
  const field = naming.find((candidate) => fields.has(candidate) && candidate !== 'id') ?? 'id';
  const isNamedOnly = field !== 'id' && resource?.isCreated !== true;
  if (resource?.isCreated === true) throw refuseMissing(resource, [value]);
  const named = { [isNamedOnly ? field : 'id']: value };
  return fillMissing(served, items, named, `${name ?? 'element'}/${String(value)}`);
}

async function findNamed(
  resource: Resource,
  value: unknown,
  { records }: RoleContext,
): Promise<StoredRecord | undefined> {
  const byId = await records.find(resource.name, toRecordKey(resource, [value], undefined));
  if (byId !== undefined) return byId;
  const all = await records.list(resource.name);
  return all.find((record) => isSameElement(record.value, value));
}
