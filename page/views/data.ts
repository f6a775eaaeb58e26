import { html, nothing, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import type { Schemas, Workspace } from '../api.ts';
import { saveFile } from '../browser.ts';
import {
  type ContractOperation,
  findResourceOperations,
  type ResourceOperations,
} from '../contract.ts';
import { drawForm } from '../form.ts';
import { toCount } from '../journal.ts';
import { toAddress } from '../model.ts';
import { type Content, drawDetail, drawId, drawMenu, drawRows, drawSearch } from '../parts.ts';
import { createDraft, toRequest, type WholeRequest } from '../request.ts';
import { drawWebhookState } from './control.ts';

type Kind = Schemas['StateEdit']['kind'];

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
  const rest = { parent, routes: [] };
  return [
    ...sites.map(({ routes, ...fields }): Resource => {
      const { id, name: title } = fields;
      const inner = routes.map((route): Resource => {
        const { id: own, pathname } = route;
        return { kind: 'route', id: own, parent: id, title: pathname, fields: route, routes: [] };
      });
      return { kind: 'site', id, parent, title, fields, routes: inner };
    }),
    ...webhooks.map((fields): Resource => {
      return { ...rest, kind: 'webhook', id: fields.id, title: fields.url, fields };
    }),
  ];
}

/** Maximum number of drawn rows. */
const rowLimit = 500;

export function drawData(context: Context): TemplateResult {
  const { model, set, actions } = context;
  const rows = listRows(context);
  const detail = drawPlace(context);
  const drawReverse = (way: 'undo' | 'redo', label: string) => {
    const last = model.history[way].at(-1);
    return html`<button type="button" ?disabled=${last === undefined} title=${last?.what ?? ''} @click=${() => actions.reverse(way)}>${label}</button>`;
  };
  return html`<div class="split ${detail === null ? '' : 'has-detail'}"><section class="list" aria-label="Data" tabindex="-1">
    <form class="filters row" role="search" @submit=${(event: Event) => event.preventDefault()}>
      ${drawSearch('Search data', 'Search name, host, path, id', model.dataFilter, (dataFilter) => set({ dataFilter }))}
      ${drawReverse('undo', 'Undo')} ${drawReverse('redo', 'Redo')} ${drawFixture(context)}
    </form>
    ${rows.some(({ isResource }) => isResource) ? null : html`<p class="nothing">${model.dataFilter === '' ? 'No data yet. Sites, routes and webhooks appear here when they are created.' : 'No results.'}</p>`}
    ${drawRows(
      rows.slice(0, rowLimit),
      ({ key }) => key,
      ({ draw }) => draw(),
    )}
    ${rows.length > rowLimit ? html`<p class="nothing">And ${rows.length - rowLimit} more. Search to find them.</p>` : null}</section>
    ${detail}</div>`;
}

interface Row {
  key: string;
  isResource: boolean;
  draw(): TemplateResult;
}

/**
 * The workspaces with what matches the filter; a workspace whose id matches is listed whole. Without a filter, empty
 * workspaces are listed as well, so that something can be added to them.
 */
function listRows(context: Context): Row[] {
  const { model, mock } = context;
  const wanted = model.dataFilter.trim().toLowerCase();
  const { workspaces } = mock.state;
  const known = new Set(workspaces.map(({ id }) => id.toLowerCase()));
  const empty = mock.info.workspaces
    .filter((id) => wanted === '' && !known.has(id.toLowerCase()))
    .map((id) => ({ id, sites: [], webhooks: [] }));
  return [...workspaces, ...empty].flatMap((workspace) => {
    const { id } = workspace;
    const isWhole = id.toLowerCase().includes(wanted);
    // The API key of a site is not searched.
    const toText = ({ fields, routes }: Resource) =>
      JSON.stringify([{ ...fields, apiKey: '' }, routes]);
    const found = listResources(workspace).filter(
      (resource) => isWhole || toText(resource).toLowerCase().includes(wanted),
    );
    if (!isWhole && found.length === 0) return [];
    return [
      { key: id, isResource: false, draw: () => drawWorkspace(id, found, context) },
      ...found.map((resource) => {
        return { key: resource.id, isResource: true, draw: () => drawRow(resource, context) };
      }),
    ];
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
  return html`<div class="datum is-workspace"><h2>Workspace ${drawId(id, 'workspace id', context)}</h2>
    <span>${drawAdd('site')}${drawAdd('webhook')}</span> <small class="about">${counts.join(', ')}</small></div>`;
}

function drawRow(
  { kind, id, title, fields, routes }: Resource,
  { model }: Context,
): TemplateResult {
  const about = kind === 'site' ? (fields['hostUrl'] ?? 'no host') : fields['eventType'];
  return html`<a class="datum" href=${toAddress('data', id)} aria-current=${id === model.dataPlace}><span class="name" dir="auto">${title}</span>
    <small>${kind === 'site' ? toCount(routes.length, 'route') : kind}</small> <code class="about quiet">${about}</code></a>`;
}

/** The state as a fixture: to the clipboard, to a file, and back from one. */
function drawFixture({ mock, actions }: Context): TemplateResult {
  const toText = (): string => `${JSON.stringify(mock.state, null, 2)}\n`;
  const choose = () => document.querySelector<HTMLInputElement>('#fixture')?.click();
  const load = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (file !== undefined) await actions.loadFixture(file);
    // Otherwise, the same file could not be chosen again after it was corrected.
    target.value = '';
  };
  return html`${drawMenu('Fixture', [
    { label: 'Copy as fixture', act: () => actions.copy(toText(), 'state') },
    { label: 'Save as file', act: () => saveFile('fixture.json', toText(), 'application/json') },
    { label: 'Load a file…', act: choose },
  ])}<input id="fixture" type="file" hidden accept=".json,application/json" aria-label="Fixture" @change=${load}>`;
}

function findOperations({ mock }: Context, kind: Kind): ResourceOperations {
  return findResourceOperations(mock.contract, kind);
}

const allData = { href: toAddress('data'), label: 'All data' };

function close(): void {
  location.hash = allData.href;
}

/** Draws the open site or webhook, or a form for a new one. */
function drawPlace(context: Context): TemplateResult | null {
  const { model, mock } = context;
  const [id = '', kind] = model.dataPlace.split('/');
  if (id === '') return null;
  if (kind === 'site' || kind === 'webhook')
    return drawDetail(allData, `New ${kind}`, null, drawNew(kind, id, context));
  const found = mock.state.workspaces.flatMap(listResources).find((each) => each.id === id);
  if (found === undefined) {
    const text = 'It was removed, or is in another session.';
    return drawDetail(allData, 'Not found', null, html`<p class="quiet">${text}</p>`);
  }
  const webhook = mock.webhooks.find((each) => each.id === id);
  return drawDetail(
    allData,
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
  if (context.model.form?.key === key) return drawChange(key, resource, context);
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
  return html`<section aria-labelledby="routes"><h3 id="routes">Routes</h3>
    ${routes.length === 0 ? html`<p class="quiet">No routes.</p>` : null}
    ${routes.map((route) => drawResource(route, context))}
    ${drawNew('route', id, context)}</section>`;
}

async function erase({ kind, id, title }: Resource, { actions }: Context): Promise<void> {
  const { edit, attempt } = actions;
  const isDone = await attempt(() => edit(`Deleted the ${kind} ${title}.`, [{ kind, id }]));
  if (isDone && kind !== 'route') close();
}

function toIds(kind: Kind, parent: string, id = ''): Record<string, string> {
  return { [`${parents[kind]}Id`]: parent, [`${kind}Id`]: id };
}

function openForm(key: string, { set }: Context): void {
  set({ form: { key } });
  queueMicrotask(() =>
    document.querySelector<HTMLElement>('#detail form :is(input, select)')?.focus(),
  );
}

/** If the contract has no operation that changes a resource, the form is based on the one that adds it. */
function drawChange(key: string, resource: Resource, context: Context): Content {
  const { kind, id, parent, title, fields } = resource;
  const { edit } = context.actions;
  const { change, add } = findOperations(context, kind);
  const operation = change ?? add;
  if (operation === undefined) return null;
  const schema = operation.body?.schema ?? {};
  const isKnown = ([name, value]: [string, unknown]) =>
    value !== null && Object.hasOwn(schema.properties ?? {}, name);
  const initial = Object.fromEntries(Object.entries(fields).filter(isKnown));
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(initial[name]);
  const save = async (value: object): Promise<void> => {
    if (!Object.entries(value).some(isChanged)) return;
    const edits = [{ kind, id, parent, value: { ...fields, ...value } }];
    await edit(`Changed the ${kind} ${title}.`, edits);
  };
  const toRequest = (value: object) =>
    toCheckedRequest(operation, toIds(kind, parent, id), value, context);
  return drawForm(
    { key, schema, initial, label: 'Save', toRequest, save, cancel: () => {} },
    context,
  );
}

/** Draws the form for a new resource, based on the operation that adds it to its parent; for a route, a button first. */
function drawNew(kind: Kind, parent: string, context: Context): Content {
  const { add } = findOperations(context, kind);
  const key = `new ${kind} ${parent}`;
  const isRoute = kind === 'route';
  if (add === undefined) return html`<p>The contract has no operation that adds a ${kind}.</p>`;
  if (isRoute && context.model.form?.key !== key)
    return html`<p><button type="button" @click=${() => openForm(key, context)}>Add route</button></p>`;
  const save = async (value: Record<string, unknown>): Promise<void> => {
    const { undo } = await context.actions.edit(`Added the ${kind}.`, [{ kind, parent, value }]);
    if (!isRoute) location.hash = toAddress('data', undo[0]?.id ?? '');
  };
  const schema = add.body?.schema ?? {};
  const label = `Add ${kind}`;
  const cancel = isRoute ? () => {} : close;
  const toRequest = (value: object) => toCheckedRequest(add, toIds(kind, parent), value, context);
  return drawForm({ key, schema, initial: {}, label, toRequest, save, cancel }, context);
}

function toCheckedRequest(
  operation: ContractOperation,
  parameters: Record<string, string>,
  value: object,
  { model, mock }: Context,
): WholeRequest {
  const draft = createDraft(operation, mock, model.session);
  return toRequest({ ...draft, parameters, body: JSON.stringify(value) }, operation, mock.info);
}

/** Draws links to requests for all other operations on a resource. */
function drawOtherOperations({ kind, id, parent }: Resource, context: Context): Content {
  const { model, mock, actions } = context;
  const { change } = findOperations(context, kind);
  const found = mock.contract
    .filter(({ path }) => path.includes(`{${kind}Id}`))
    .filter((operation) => operation !== change);
  if (found.length === 0) return null;
  return html`<section aria-labelledby="requests"><h3 id="requests">Requests</h3><p class="row">${found.map(
    (operation) =>
      html`<button type="button" @click=${() => {
        const draft = createDraft(operation, mock, model.session);
        actions.setDraft({
          ...draft,
          parameters: { ...draft.parameters, ...toIds(kind, parent, id) },
        });
        location.hash = toAddress('send');
      }}>${operation.id}…</button>`,
  )}</p></section>`;
}
