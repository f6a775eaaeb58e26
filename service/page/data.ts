import { html, nothing, type TemplateResult } from 'lit-html';
import type { Context } from '../../page/actions.ts';
import type { State } from '../../page/api.ts';
import type { ContractOperation } from '../../page/contract.ts';
import { drawForm } from '../../page/form.ts';
import { toAddress } from '../../page/model.ts';
import { type Content, drawDetail, drawId, openForm, pick } from '../../page/parts.ts';
import {
  createDraft,
  type FinishedRequest,
  type RequestDraft,
  toRequest,
} from '../../page/request.ts';
import { type DataRow, drawDataList } from '../../page/views/data-list.ts';
import { drawWebhookState } from '../../page/views/webhook-state.ts';
import { decodePath, toWords } from '../../page/words.ts';
import { toCount } from '../../writers/terminal-text.ts';

type Workspace = State['workspaces'][number];

type ResourceKind = 'site' | 'route' | 'webhook';

/** A resource of the state. */
interface Resource {
  kind: ResourceKind;
  id: string;
  /** The id of the workspace or site that it belongs to. */
  parent: string;
  /** Its name on the page. */
  title: string;
  /** Its own fields. */
  fields: Readonly<Record<string, unknown>>;
  routes: readonly Resource[];
}

const parents = { site: 'workspace', route: 'site', webhook: 'workspace' } as const;

function listResources({ id: parent, sites, webhooks }: Workspace): Resource[] {
  return [
    ...sites.map(({ routes, ...fields }): Resource => {
      const { id, name } = fields;
      const inner = routes.map((route) => toLeaf('route', id, decodePath(route.pathname), route));
      return { kind: 'site', id, parent, title: name, fields, routes: inner };
    }),
    ...webhooks.map((webhook) => toLeaf('webhook', parent, webhook.url, webhook)),
  ];
}

function toLeaf(
  kind: ResourceKind,
  parent: string,
  title: string,
  fields: { id: string },
): Resource {
  return { kind, id: fields.id, parent, title, fields: { ...fields }, routes: [] };
}

/** Draws the workspaces with their sites, routes and webhooks. */
export function drawData(context: Context): TemplateResult {
  const { model } = context;
  const workspaces = listWorkspaces(context);
  const rows: DataRow[] = [];
  for (const { id, resources } of workspaces) {
    rows.push({ key: id, draw: () => drawWorkspace(id, resources, context) });
    for (const resource of resources)
      rows.push({ key: resource.id, draw: () => drawRow(resource, context) });
  }
  const note =
    model.dataFilter === ''
      ? 'No data yet. Sites, routes and webhooks appear here when they are created.'
      : 'No results.';
  const emptyNote = rows.length > workspaces.length ? undefined : note;
  const searched = 'Search name, host, path, id';
  return drawDataList({ rows, searched, emptyNote, detail: drawOpenItem(context) }, context);
}

/**
 * The workspaces with what matches the filter; a workspace whose id matches is listed whole. Without a filter, empty
 * workspaces are listed as well, so that something can be added to them.
 */
function listWorkspaces({ model, mock }: Context): { id: string; resources: Resource[] }[] {
  const wanted = model.dataFilter.trim().toLowerCase();
  const { workspaces } = mock.state;
  const filled = new Set(workspaces.map(({ id }) => id.toLowerCase()));
  const empty = mock.info.workspaces
    .filter((id) => wanted === '' && !filled.has(id.toLowerCase()))
    .map((id) => ({ id, sites: [], webhooks: [] }));
  const listed: { id: string; resources: Resource[] }[] = [];
  for (const workspace of [...workspaces, ...empty]) {
    const { id } = workspace;
    const all = listResources(workspace);
    const matches = all.filter((resource) => toSearchedText(resource).includes(wanted));
    if (id.toLowerCase().includes(wanted)) listed.push({ id, resources: all });
    else if (matches.length > 0) listed.push({ id, resources: matches });
  }
  return listed;
}

/** The API key of a site is not searched. */
function toSearchedText({ title, fields, routes }: Resource): string {
  return JSON.stringify([title, { ...fields, apiKey: '' }, routes]).toLowerCase();
}

function drawWorkspace(
  id: string,
  resources: readonly Resource[],
  context: Context,
): TemplateResult {
  const routes = resources.flatMap((resource) => resource.routes);
  const sites = resources.filter(({ kind }) => kind === 'site').length;
  const webhooks = toCount(resources.length - sites, 'webhook');
  const counts = [toCount(sites, 'site'), toCount(routes.length, 'route'), webhooks];
  const drawAdd = (kind: ResourceKind) =>
    findOperations(context, kind).add === undefined
      ? null
      : html`<a class="button" href=${toAddress('data', `${id}/${kind}`)}>Add ${kind}</a> `;
  return html`<div class="row is-group"><span class="grow"><h2>Workspace ${drawId(id, 'workspace id', context)}</h2>
    <small>${counts.join(', ')}</small></span> <span>${drawAdd('site')}${drawAdd('webhook')}</span></div>`;
}

function drawRow(
  { kind, id, title, fields, routes }: Resource,
  { model }: Context,
): TemplateResult {
  const about = kind === 'site' ? (fields['hostUrl'] ?? 'no host') : fields['eventType'];
  return html`<a class="datum" href=${toAddress('data', id)} aria-current=${id === model.openItem}><small>${kind}</small>
    <span class="name" dir="auto">${title}</span> <small>${kind === 'site' ? toCount(routes.length, 'route') : ''}</small>
    <code class="about quiet">${about}</code></a>`;
}

/** The operations that add and change a resource: `POST …/sites`, `PATCH …/sites/{siteId}`. */
function findOperations({ mock }: Context, kind: ResourceKind) {
  const find = (methods: readonly string[], end: string): ContractOperation | undefined =>
    mock.contract.find(({ method, path }) => methods.includes(method) && path.endsWith(end));
  return {
    add: find(['POST'], `/${kind}s`),
    change: find(['PATCH', 'PUT'], `/${kind}s/{${kind}Id}`),
  };
}

function close(): void {
  location.hash = toAddress('data');
}

/** Draws the open site or webhook, or a form for a new one. */
function drawOpenItem(context: Context): TemplateResult | null {
  const { model, mock } = context;
  const [id = '', kind] = model.openItem.split('/');
  if (id === '') return null;
  if (kind === 'site' || kind === 'webhook')
    return drawDetail(
      toAddress('data'),
      `New ${kind}`,
      null,
      drawEditor(`new ${kind} ${id}`, { kind, parent: id }, undefined, context),
    );
  const resources = mock.state.workspaces.flatMap(listResources);
  const resource = resources.find((candidate) => candidate.id === id);
  if (resource === undefined) {
    const text = 'It was removed, or is in another session.';
    return drawDetail(toAddress('data'), 'Not found', null, html`<p class="quiet">${text}</p>`);
  }
  const webhook = mock.webhooks.find((candidate) => candidate.id === id);
  return drawDetail(
    toAddress('data'),
    resource.title,
    null,
    html`${drawResource(resource, context)}
    ${webhook === undefined ? null : drawWebhookState(webhook, context)}
    ${resource.kind === 'site' ? drawRoutes(resource, context) : null}
    ${drawOtherOperations(resource, context)}`,
  );
}

/** Draws the fields of a resource with its buttons, or the form that changes it. */
function drawResource(resource: Resource, context: Context): Content {
  const { kind, id, title, fields } = resource;
  const { change, add } = findOperations(context, kind);
  const key = `${kind}/${id}`;
  if (context.model.form?.key === key) return drawEditor(key, resource, resource, context);
  const isRoute = kind === 'route';
  const name = isRoute ? title : `the ${kind}`;
  const list = Object.entries(fields).map(
    ([field, value]) => html`<div>
      <dt>${toWords(field)}</dt>
      <dd dir="auto">${drawFieldValue(kind, field, value, context)}</dd>
    </div>`,
  );
  const edit = html`<button type="button" aria-keyshortcuts=${isRoute ? nothing : 'e'}
    aria-label="Edit ${name}" @click=${() => openForm(key, context)}>Edit</button> `;
  const canEdit = (change ?? add) !== undefined;
  return html`<div class="row">
    <dl class="fields grow">${list}</dl>
    <span>${canEdit ? edit : null}<button type="button" aria-keyshortcuts=${isRoute ? nothing : 'Delete'}
      aria-label="Delete ${name}" @click=${() => erase(resource, context)}>Delete</button></span>
  </div>`;
}

function drawFieldValue(
  kind: ResourceKind,
  field: string,
  value: unknown,
  context: Context,
): Content {
  if (field === 'id') return drawId(String(value), `${kind} id`, context);
  if (field === 'apiKey') return drawId(String(value), `${kind} key`, context, 4);
  if (value === null) return 'none';
  if (Array.isArray(value) && value.length === 0) return 'none';
  if (Array.isArray(value))
    return value.map((item) => html`<span class="tag">${toItemText(item)}</span> `);
  if (typeof value !== 'string') return JSON.stringify(value);
  return field === 'pathname' ? decodePath(value) : value;
}

function toItemText(item: object): string {
  const texts = Object.entries(item).map(([field, value]) =>
    field === 'pathname' ? decodePath(String(value)) : String(value),
  );
  return texts.join(' ');
}

function drawRoutes({ id, routes }: Resource, context: Context): TemplateResult {
  const key = `new route ${id}`;
  return html`<section aria-labelledby="routes"><h3 id="routes">Routes</h3>
    ${routes.length === 0 ? html`<p class="quiet">No routes.</p>` : null}
    ${routes.map((route) => drawResource(route, context))}
    ${
      context.model.form?.key === key
        ? drawEditor(key, { kind: 'route', parent: id }, undefined, context)
        : html`<p><button type="button" @click=${() => openForm(key, context)}>Add route</button></p>`
    }</section>`;
}

async function erase({ kind, id, title }: Resource, { actions }: Context): Promise<void> {
  const { edit, attempt } = actions;
  const isDone = await attempt(() => edit(`Deleted the ${kind} ${title}.`, [{ kind, id }]));
  if (isDone && kind !== 'route') close();
}

/** Draws the form that adds a resource to its parent, or changes one, based on the operation that does so. */
function drawEditor(
  key: string,
  { kind, parent, id = '' }: { kind: ResourceKind; parent: string; id?: string },
  resource: Resource | undefined,
  context: Context,
): Content {
  const { add, change } = findOperations(context, kind);
  const operation = resource === undefined ? add : (change ?? add);
  if (operation === undefined)
    return html`<p>The contract has no operation that adds a ${kind}.</p>`;
  const schema = operation.requestBody?.schema ?? {};
  const { fields = {}, title = '' } = resource ?? {};
  const editable = Object.keys(schema.properties ?? {});
  const initial = pick(
    fields,
    editable.filter((name) => fields[name] !== null),
  );
  const isNew = resource === undefined;
  const opensResource = isNew && kind !== 'route';
  const save = async (value: object): Promise<void> => {
    const what = isNew ? `Added the ${kind}.` : `Changed the ${kind} ${title}.`;
    const edited = { kind, parent, value: { ...fields, ...value }, ...(!isNew && { id }) };
    const { undo } = await context.actions.edit(what, [edited]);
    if (opensResource) location.hash = toAddress('data', undo[0]?.id ?? '');
  };
  const toChecked = (value: object): FinishedRequest => {
    const draft = draftFor(operation, { kind, parent, id }, context);
    return toRequest({ ...draft, body: JSON.stringify(value) }, operation, context.mock.info);
  };
  const label = isNew ? `Add ${kind}` : 'Save';
  const cancel = opensResource ? close : () => {};
  return drawForm({ key, schema, initial, label, toRequest: toChecked, save, cancel }, context);
}

/** Creates a request of an operation for a resource, or for a new one of its parent. */
function draftFor(
  operation: ContractOperation,
  { kind, parent, id }: Pick<Resource, 'kind' | 'parent' | 'id'>,
  { model, mock }: Context,
): RequestDraft {
  const draft = createDraft(operation, mock, model.session);
  const ids = { [`${parents[kind]}Id`]: parent, [`${kind}Id`]: id };
  return { ...draft, parameters: { ...draft.parameters, ...ids } };
}

/** Draws links to requests for all other operations on a resource. */
function drawOtherOperations(resource: Resource, context: Context): Content {
  const { change } = findOperations(context, resource.kind);
  const operations = context.mock.contract.filter(
    (operation) => operation.path.includes(`{${resource.kind}Id}`) && operation !== change,
  );
  if (operations.length === 0) return null;
  const write = (operation: ContractOperation): void => {
    context.actions.setDraft(draftFor(operation, resource, context));
    location.hash = toAddress('send');
  };
  return html`<section aria-labelledby="requests"><h3 id="requests">Requests</h3><p class="row">${operations.map(
    (operation) =>
      html`<button type="button" @click=${() => write(operation)}>${operation.id}…</button>`,
  )}</p></section>`;
}
