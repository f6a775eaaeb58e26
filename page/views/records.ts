import { html, type TemplateResult } from 'lit-html';
import type { Schema } from '../../contract/openapi-document.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { ResourceJson } from '../../contract/resources/model-json.ts';
import { toCount } from '../../writers/terminal-text.ts';
import type { Context } from '../actions.ts';
import type { RecordItem } from '../api.ts';
import type { ContractOperation } from '../contract.ts';
import { drawForm } from '../form.ts';
import { toAddress } from '../model.ts';
import { type Content, drawDetail, openForm, pick } from '../parts.ts';
import { createDraft } from '../request.ts';
import { toWords } from '../words.ts';
import { type DataRow, drawDataList } from './data-list.ts';

/**
 * The data of any contract but the built-in one, by its resource model. Addresses are `#/data/<kind>/<id>`, and
 * `#/data/<kind>/new/<id of the parent>` for a new record; each part is percent-encoded.
 */

/** Records that are nested more deeply are indented as far as these. */
const deepestIndent = 4;

export function drawRecords(context: Context): TemplateResult {
  const { model, mock } = context;
  const roots = mock.resources.resources.filter(({ parent }) => parent === null);
  const rows = roots.flatMap((resource) => listRows(resource, context));
  const note = model.dataFilter === '' ? 'The contract has no resources.' : 'No results.';
  const emptyNote = rows.length > 0 ? undefined : note;
  const list = {
    rows,
    searched: 'Search fields and ids',
    emptyNote,
    detail: drawOpenItem(context),
  };
  return drawDataList(list, context);
}

/** A resource at the root with its records, each followed by those that it contains. */
function listRows(resource: ResourceJson, context: Context): DataRow[] {
  const { records } = context.mock;
  const roots = records.filter(({ kind }) => kind === resource.name);
  const branches = roots.flatMap((record) => listBranch(record, 0, context));
  const orphans = listOrphans(resource, context);
  const wanted = context.model.dataFilter.trim();
  const isHidden = wanted !== '' && branches.length + orphans.length === 0;
  if (isHidden) return [];
  const draw = (): TemplateResult => drawHeading(resource, roots.length, context);
  return [{ key: resource.name, draw }, ...branches, ...orphans];
}

/** A record and what it contains, as far as it matches the filter. */
function listBranch(record: RecordItem, depth: number, context: Context): DataRow[] {
  const inner = listChildren(record, context).flatMap((child) =>
    listBranch(child, depth + 1, context),
  );
  if (inner.length === 0 && !matchesFilter(record, context)) return [];
  return [{ key: toKey(record), draw: () => drawRow(record, depth, context) }, ...inner];
}

/** Records below one that nothing creates: it is only known by its id. */
function listOrphans(resource: ResourceJson, context: Context): DataRow[] {
  const { records, resources } = context.mock;
  const storedKeys = new Set(records.map(toKey));
  const kinds = resources.resources.filter(({ parent }) => parent === resource.name);
  const names = new Set(kinds.map(({ name }) => name));
  return records
    .filter(({ kind, parent = '' }) => {
      const isStored = storedKeys.has(toKey({ kind: resource.name, id: parent }));
      return names.has(kind) && !isStored;
    })
    .flatMap((record) => listBranch(record, 0, context));
}

const toKey = ({ kind, id }: Pick<RecordItem, 'kind' | 'id'>): string => `${kind} ${id}`;

function listChildren({ kind, id }: RecordItem, { mock }: Context): RecordItem[] {
  const inner = mock.resources.resources.filter(({ parent }) => parent === kind);
  const names = new Set(inner.map(({ name }) => name));
  return mock.records.filter((record) => names.has(record.kind) && record.parent === id);
}

function matchesFilter({ id, value }: RecordItem, { model }: Context): boolean {
  const wanted = model.dataFilter.trim().toLowerCase();
  return wanted === '' || `${id} ${JSON.stringify(value)}`.toLowerCase().includes(wanted);
}

function drawHeading(resource: ResourceJson, count: number, context: Context): TemplateResult {
  const add = resource.singleton ? null : drawAdd(resource, '', context);
  return html`<div class="row is-group"><span class="grow"><h2>${toWords(resource.plural)}</h2>
    <small>${toCount(count, 'record')}</small></span> <span>${add}</span></div>`;
}

function drawAdd(resource: ResourceJson, parent: string, { mock }: Context): Content {
  if (!mock.recordSchemas.has(resource.name)) return null;
  const href = toItemAddress(resource.name, 'new', parent);
  return html`<a class="button" href=${href}>Add ${toWords(resource.name).toLowerCase()}</a> `;
}

const toItemAddress = (...parts: string[]): string =>
  toAddress('data', parts.map(encodeURIComponent).join('/'));

function drawRow(record: RecordItem, depth: number, { model }: Context): TemplateResult {
  const href = toItemAddress(record.kind, record.id);
  const isOpen = `#/data/${model.openItem}` === href;
  return html`<a class="datum is-depth-${Math.min(depth, deepestIndent)}" href=${href} aria-current=${isOpen}><small>${depth === 0 ? '' : toWords(record.kind)}</small>
    <span class="name" dir="auto">${toTitle(record)}</span> <code class="about quiet">${toOwnId(record)}</code></a>`;
}

/** The id without those of the records around it. */
function toOwnId({ id }: RecordItem): string {
  return decode(id.slice(id.lastIndexOf('/') + 1));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const day = /^\d{4}-\d\d-\d\d/;

/** Fields that usually name a record, the best ones first. */
const titles = ['name', 'title', 'label', 'displayName', 'username', 'login', 'email', 'subject'];

/** Fields that many records share. */
const states = new Set(['status', 'state', 'type', 'kind', 'object', 'role', 'priority']);

function toTitle(record: RecordItem): string {
  const { kind, value } = record;
  const id = toOwnId(record);
  const names = titles.map((title) => value[title]);
  const name = names.find((field) => typeof field === 'string');
  const isTitle = (field: unknown): boolean =>
    typeof field === 'string' && field !== id && !uuid.test(field) && !day.test(field);
  const distinct = Object.entries(value).filter(([field]) => !states.has(field));
  const texts = distinct.map(([, field]) => field).filter(isTitle);
  const title = name ?? texts[0];
  return String(title ?? `${toWords(kind)} ${id.slice(0, 8)}`);
}

/** Draws the open record, or a form for a new one. */
function drawOpenItem(context: Context): TemplateResult | null {
  const { model, mock } = context;
  if (model.openItem === '') return null;
  const [kind = '', id = '', parent = ''] = model.openItem.split('/').map(decode);
  const resource = mock.resources.resources.find(({ name }) => name === kind);
  const record = mock.records.find((item) => item.kind === kind && item.id === id);
  if (resource !== undefined && record === undefined && id === 'new') {
    const title = `New ${toWords(kind).toLowerCase()}`;
    return drawDetail(toAddress('data'), title, null, drawEditor(resource, { parent }, context));
  }
  if (resource === undefined || record === undefined) {
    const text = 'It was removed, or is in another session.';
    return drawDetail(toAddress('data'), 'Not found', null, html`<p class="quiet">${text}</p>`);
  }
  return drawDetail(
    toAddress('data'),
    toTitle(record),
    null,
    html`${drawRecord(resource, record, context)}
    ${drawContained(resource, record, context)}
    ${drawRequests(resource, record, context)}`,
  );
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Draws the fields of a record with its buttons, or the form that changes it. */
function drawRecord(resource: ResourceJson, record: RecordItem, context: Context): Content {
  const key = toKey(record);
  if (context.model.form?.key === key) return drawEditor(resource, { record }, context);
  const canEdit = context.mock.recordSchemas.has(record.kind);
  const edit = html`<button type="button" aria-keyshortcuts="e" @click=${() => openForm(key, context)}>Edit</button> `;
  return html`<div class="row"><dl class="fields grow">${Object.entries(record.value).map(
    ([name, value]) =>
      html`<div><dt>${toWords(name)}</dt><dd dir="auto">${drawFieldValue(value)}</dd></div>`,
  )}</dl><span>${canEdit ? edit : null}<button type="button" aria-keyshortcuts="Delete" @click=${() => erase(record, context)}>Delete</button></span></div>`;
}

function drawFieldValue(value: unknown): Content {
  if (value === null) return 'none';
  if (typeof value === 'object') return html`<code>${JSON.stringify(value)}</code>`;
  return String(value);
}

async function erase(record: RecordItem, { actions }: Context): Promise<void> {
  const { kind, id } = record;
  const what = `Deleted the ${toWords(kind).toLowerCase()} ${toTitle(record)}.`;
  const isDone = await actions.attempt(() => actions.edit(what, [{ kind, id }]));
  if (isDone) location.hash = toAddress('data');
}

/** Draws the form that adds a record, or changes one. */
function drawEditor(
  resource: ResourceJson,
  { record, parent = '' }: { record?: RecordItem; parent?: string },
  context: Context,
): Content {
  const { name: kind } = resource;
  const schema = toFormSchema(resource, record === undefined, context);
  const words = toWords(kind).toLowerCase();
  const { properties = {} } = schema;
  const initial = pick(record?.value ?? {}, Object.keys(properties));
  const save = async (value: object): Promise<void> => {
    const what = record === undefined ? `Added the ${words}.` : `Changed the ${words}.`;
    const target = record === undefined ? toParent(parent) : { id: record.id };
    const edited = { kind, ...target, value: { ...record?.value, ...value } };
    const { undo } = await context.actions.edit(what, [edited]);
    if (record === undefined) location.hash = toItemAddress(kind, undo[0]?.id ?? '');
  };
  const key = record === undefined ? `new ${kind} ${parent}` : toKey(record);
  const label = record === undefined ? `Add ${words}` : 'Save';
  const leave = (): void => {
    location.hash = toAddress('data');
  };
  const cancel = record === undefined ? leave : () => {};
  return drawForm({ key, schema, initial, label, save, cancel }, context);
}

const toParent = (parent: string): { parent?: string } => (parent === '' ? {} : { parent });

/** The fields that a person fills in: without the ids, and for a new record without what the service decides. */
function toFormSchema(
  { name, id, parentField, serverSet }: ResourceJson,
  isNew: boolean,
  { mock }: Context,
): Schema {
  const { properties = {}, required = [] } = mock.recordSchemas.get(name) ?? {};
  const hidden = new Set([...id, parentField ?? '', ...(isNew ? serverSet : [])]);
  const isShown = (field: string): boolean => !hidden.has(`/${field}`);
  const fields = Object.entries(properties).filter(([field]) => isShown(field));
  // The mock fills in what a new record lacks.
  const needed = isNew ? [] : required.filter(isShown);
  return { type: 'object', properties: Object.fromEntries(fields), required: needed };
}

/** Draws the records that a record contains, with links to them. */
function drawContained(resource: ResourceJson, record: RecordItem, context: Context): Content {
  const { resources } = context.mock.resources;
  return resources
    .filter(({ parent }) => parent === resource.name)
    .map((child) => {
      const inner = listChildren(record, context).filter(({ kind }) => kind === child.name);
      const id = `contained-${child.name}`;
      const isFull = child.singleton && inner.length > 0;
      return html`<section aria-labelledby=${id}><h3 id=${id}>${toWords(child.plural)}</h3>
        ${inner.length === 0 ? html`<p class="quiet">None.</p>` : html`<ul>${inner.map((item) => html`<li><a href=${toItemAddress(item.kind, item.id)}>${toTitle(item)}</a></li>`)}</ul>`}
        ${isFull ? null : html`<p>${drawAdd(child, record.id, context)}</p>`}</section>`;
    });
}

/** Draws links to requests for the operations on a record. */
function drawRequests(resource: ResourceJson, record: RecordItem, context: Context): Content {
  const { contract, resources } = context.mock;
  const roles = resources.operations.filter(
    (operation) => operation.resource === resource.name && operation.path.includes('{'),
  );
  const ids = new Set(roles.map(({ operationId }) => operationId));
  const operations = contract.filter(({ id }) => ids.has(id));
  if (operations.length === 0) return null;
  const write = (operation: ContractOperation): void => {
    const draft = createDraft(operation, context.mock, context.model.session);
    const named = readParameters(resource, record, operation, context);
    context.actions.setDraft({ ...draft, parameters: { ...draft.parameters, ...named } });
    location.hash = toAddress('send');
  };
  return html`<section aria-labelledby="requests"><h3 id="requests">Requests</h3><p class="row">${operations.map(
    (operation) =>
      html`<button type="button" @click=${() => write(operation)}>${operation.id}…</button>`,
  )}</p></section>`;
}

/** The values of the path parameters of an operation: the ids of the record, and of those that contain it. */
function readParameters(
  resource: ResourceJson,
  record: RecordItem,
  { path }: ContractOperation,
  { mock }: Context,
): Record<string, string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const values: unknown[] = [];
  let current: RecordItem | undefined = record;
  let kind: ResourceJson | undefined = resource;
  while (kind !== undefined) {
    const { value, parent: parentId }: Partial<RecordItem> = current ?? {};
    const ids = kind.id.map((pointer) => readAt(value, pointer));
    values.unshift(...ids);
    const parentKind: string | null = kind.parent;
    kind = mock.resources.resources.find(({ name }) => name === parentKind);
    current = mock.records.find((record) => record.kind === parentKind && record.id === parentId);
  }
  // The last parameters identify the record; a path may name only some of what contains it.
  const namesRecord = path.endsWith('}') || values.length <= names.length;
  const used = (namesRecord ? values : values.slice(0, -1)).slice(-names.length);
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) parameters[name] = String(used[index] ?? '');
  return parameters;
}
