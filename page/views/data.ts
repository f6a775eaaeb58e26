import { html, nothing, type TemplateResult } from 'lit-html';
import { toCount } from '../../writers/terminal-text.ts';
import type { Context } from '../actions.ts';
import type { Workspace } from '../api.ts';
import type { ContractOperation } from '../contract.ts';
import { drawForm } from '../form.ts';
import { toAddress } from '../model.ts';
import { type Content, drawDetail, drawId } from '../parts.ts';
import { createDraft, type FinishedRequest, type RequestDraft, toRequest } from '../request.ts';
import { drawWebhookState } from './control.ts';
import { drawDataList } from './data-list.ts';
import { drawRecords } from './records.ts';

type Kind = 'site' | 'route' | 'webhook';

/** A resource of the state. */
interface Resource {
  kind: Kind;
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
      const inner = routes.map((route) => toLeaf('route', id, route.pathname, route));
      return { kind: 'site', id, parent, title: name, fields, routes: inner };
    }),
    ...webhooks.map((webhook) => toLeaf('webhook', parent, webhook.url, webhook)),
  ];
}

function toLeaf(kind: Kind, parent: string, title: string, fields: { id: string }): Resource {
  return { kind, id: fields.id, parent, title, fields: { ...fields }, routes: [] };
}

export function drawData(context: Context): TemplateResult {
  if (!context.mock.info.isBuiltIn) return drawRecords(context);
  const { model } = context;
  const workspaces = listWorkspaces(context);
  const rows = workspaces.flatMap(({ id, found }) => [
    { key: id, draw: () => drawWorkspace(id, found, context) },
    ...found.map((each) => ({ key: each.id, draw: () => drawRow(each, context) })),
  ]);
  const note =
    model.dataFilter === ''
      ? 'No data yet. Sites, routes and webhooks appear here when they are created.'
      : 'No results.';
  const emptyNote = rows.length > workspaces.length ? undefined : note;
  const searched = 'Search name, host, path, id';
  return drawDataList({ rows, searched, emptyNote, detail: drawPlace(context) }, context);
}

/**
 * The workspaces with what matches the filter; a workspace whose id matches is listed whole. Without a filter, empty
 * workspaces are listed as well, so that something can be added to them.
 */
function listWorkspaces({ model, mock }: Context): { id: string; found: Resource[] }[] {
  const wanted = model.dataFilter.trim().toLowerCase();
  const { workspaces } = mock.state;
  const known = new Set(workspaces.map(({ id }) => id.toLowerCase()));
  const empty = mock.info.workspaces
    .filter((id) => wanted === '' && !known.has(id.toLowerCase()))
    .map((id) => ({ id, sites: [], webhooks: [] }));
  // The API key of a site is not searched.
  const toText = ({ fields, routes }: Resource): string =>
    JSON.stringify([{ ...fields, apiKey: '' }, routes]).toLowerCase();
  return [...workspaces, ...empty].flatMap((workspace) => {
    const { id } = workspace;
    const isWhole = id.toLowerCase().includes(wanted);
    const found = listResources(workspace).filter(
      (each) => isWhole || toText(each).includes(wanted),
    );
    return isWhole || found.length > 0 ? [{ id, found }] : [];
  });
}

function drawWorkspace(id: string, found: readonly Resource[], context: Context): TemplateResult {
  const routes = found.flatMap((resource) => resource.routes);
  const sites = found.filter(({ kind }) => kind === 'site').length;
  const webhooks = toCount(found.length - sites, 'webhook');
  const counts = [toCount(sites, 'site'), toCount(routes.length, 'route'), webhooks];
  const drawAdd = (kind: Kind) =>
    findOperations(context, kind).add === undefined
      ? null
      : html`<a class="button" href=${toAddress('data', `${id}/${kind}`)}>Add ${kind}</a> `;
  return html`<div class="row is-workspace"><span class="grow"><h2>Workspace ${drawId(id, 'workspace id', context)}</h2>
    <small>${counts.join(', ')}</small></span> <span>${drawAdd('site')}${drawAdd('webhook')}</span></div>`;
}

function drawRow(
  { kind, id, title, fields, routes }: Resource,
  { model }: Context,
): TemplateResult {
  const about = kind === 'site' ? (fields['hostUrl'] ?? 'no host') : fields['eventType'];
  return html`<a class="datum" href=${toAddress('data', id)} aria-current=${id === model.dataPlace}><small>${kind}</small>
    <span class="name" dir="auto">${title}</span> <small>${kind === 'site' ? toCount(routes.length, 'route') : ''}</small>
    <code class="about quiet">${about}</code></a>`;
}

/** The operations that add and change a resource: `POST …/sites`, `PATCH …/sites/{siteId}`. */
function findOperations({ mock }: Context, kind: Kind) {
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
function drawPlace(context: Context): TemplateResult | null {
  const { model, mock } = context;
  const [id = '', kind] = model.dataPlace.split('/');
  if (id === '') return null;
  if (kind === 'site' || kind === 'webhook')
    return drawDetail(
      toAddress('data'),
      `New ${kind}`,
      null,
      drawEditor(`new ${kind} ${id}`, { kind, parent: id }, undefined, context),
    );
  const found = mock.state.workspaces.flatMap(listResources).find((each) => each.id === id);
  if (found === undefined) {
    const text = 'It was removed, or is in another session.';
    return drawDetail(toAddress('data'), 'Not found', null, html`<p class="quiet">${text}</p>`);
  }
  const webhook = mock.webhooks.find((each) => each.id === id);
  return drawDetail(
    toAddress('data'),
    found.title,
    null,
    html`${drawResource(found, context)}
    ${webhook === undefined ? null : drawWebhookState(webhook, context)}
    ${found.kind === 'site' ? drawRoutes(found, context) : null}
    ${drawOtherOperations(found, context)}`,
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
  return html`<div class="row"><dl class="fields grow">${Object.entries(fields).map(
    ([field, value]) =>
      html`<div><dt>${field}</dt><dd dir="auto">${drawFieldValue(kind, field, value, context)}</dd></div>`,
  )}</dl><span>${
    (change ?? add) === undefined
      ? null
      : html`<button type="button" aria-keyshortcuts=${isRoute ? nothing : 'e'} aria-label="Edit ${name}" @click=${() => openForm(key, context)}>Edit</button> `
  }<button type="button" aria-keyshortcuts=${isRoute ? nothing : 'Delete'} aria-label="Delete ${name}" @click=${() => erase(resource, context)}>Delete</button></span></div>`;
}

function drawFieldValue(kind: Kind, field: string, value: unknown, context: Context): Content {
  if (field === 'id') return drawId(String(value), `${kind} id`, context);
  if (field === 'apiKey') return drawId(String(value), `${kind} key`, context, 4);
  if (value === null) return 'none';
  if (Array.isArray(value))
    return value.map((each) => html`<span class="tag">${Object.values(each).join(' ')}</span> `);
  return typeof value === 'string' ? value : JSON.stringify(value);
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

function openForm(key: string, { set }: Context): void {
  set({ form: { key } });
  queueMicrotask(() =>
    document.querySelector<HTMLElement>('#detail form :is(input, select)')?.focus(),
  );
}

/** Draws the form that adds a resource to its parent, or changes one, based on the operation that does so. */
function drawEditor(
  key: string,
  { kind, parent, id = '' }: { kind: Kind; parent: string; id?: string },
  resource: Resource | undefined,
  context: Context,
): Content {
  const { add, change } = findOperations(context, kind);
  const operation = resource === undefined ? add : (change ?? add);
  if (operation === undefined)
    return html`<p>The contract has no operation that adds a ${kind}.</p>`;
  const schema = operation.requestBody?.schema ?? {};
  const { fields = {}, title = '' } = resource ?? {};
  const initial = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null && Object.hasOwn(schema.properties ?? {}, name),
    ),
  );
  const isNew = resource === undefined;
  const isPlace = isNew && kind !== 'route';
  const save = async (value: object): Promise<void> => {
    const what = isNew ? `Added the ${kind}.` : `Changed the ${kind} ${title}.`;
    const edited = { kind, parent, value: { ...fields, ...value }, ...(!isNew && { id }) };
    const { undo } = await context.actions.edit(what, [edited]);
    if (isPlace) location.hash = toAddress('data', undo[0]?.id ?? '');
  };
  const toChecked = (value: object): FinishedRequest => {
    const draft = draftFor(operation, { kind, parent, id }, context);
    return toRequest({ ...draft, body: JSON.stringify(value) }, operation, context.mock.info);
  };
  const label = isNew ? `Add ${kind}` : 'Save';
  const cancel = isPlace ? close : () => {};
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
  const found = context.mock.contract.filter(
    (each) => each.path.includes(`{${resource.kind}Id}`) && each !== change,
  );
  if (found.length === 0) return null;
  const write = (operation: ContractOperation): void => {
    context.actions.setDraft(draftFor(operation, resource, context));
    location.hash = toAddress('send');
  };
  return html`<section aria-labelledby="requests"><h3 id="requests">Requests</h3><p class="row">${found.map(
    (operation) =>
      html`<button type="button" @click=${() => write(operation)}>${operation.id}…</button>`,
  )}</p></section>`;
}
