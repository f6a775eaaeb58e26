import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import type { Info, Site, State, Workspace } from '../api.ts';
import { rememberEach, rememberLast, saveFile } from '../browser.ts';
import { type ContractOperation, findResourceOperations } from '../contract.ts';
import { toDataAddress } from '../model.ts';
import { drawDataDetail } from './data-detail.ts';
import { drawId, drawMenu, readValue } from './parts.ts';
import { drawWindowed, moveToRows } from './windowed.ts';

export function drawData(context: Context): TemplateResult {
  const { model, set, actions } = context;
  if (model.state === undefined) return html`<p class="nothing">Reading…</p>`;
  const rows = listDataRows(model.state, model.info, model.dataFilter);
  const isEmpty = model.state.workspaces.every(
    ({ sites, webhooks }) => sites.length + webhooks.length === 0,
  );
  const isOwn = model.history.session === model.session;
  const undone = isOwn ? model.history.undo.at(-1) : undefined;
  const redone = isOwn ? model.history.redo.at(-1) : undefined;
  const detail = drawDataDetail(context);
  return html`<div class="split ${detail === null ? '' : 'has-detail'}"><section class="list" aria-label="Data" tabindex="-1">
    <form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
      <input type="search" aria-label="Search data" placeholder="Search name, host, path, id" .value=${model.dataFilter} @keydown=${moveToRows} @input=${(event: Event) => set({ dataFilter: readValue(event) })}>
      <div class="row end">
        <button type="button" ?disabled=${undone === undefined} title=${undone?.what ?? ''} @click=${() => actions.undo()}>Undo</button>
        <button type="button" ?disabled=${redone === undefined} title=${redone?.what ?? ''} @click=${() => actions.redo()}>Redo</button>
        ${drawFixture(context)}</div>
    </form>
    ${isEmpty ? html`<p class="nothing">No data yet. Sites, routes and webhooks appear here when they are created.</p>` : null}
    ${rows.length === 0 ? html`<p class="nothing">No results.</p>` : null}
    <ol class="rows" ?hidden=${rows.length === 0}>${drawWindowed({
      items: rows,
      toKey: ({ kind, id }) => `${kind} ${id}`,
      draw: (row) => drawRow(row, context),
    })}</ol></section>
    ${detail}</div>`;
}

function drawRow(row: DataRow, context: Context): TemplateResult {
  const isCurrent = String(row.id === context.model.dataPlace);
  switch (row.kind) {
    case 'workspace':
      return drawWorkspace(row, context);
    case 'site': {
      const { name, hostUrl, routes } = row.site;
      return html`<a class="datum" href=${toDataAddress(row.id)} aria-current=${isCurrent}><span class="name" dir="auto">${name}</span>
        <span class="host">${hostUrl ?? 'no host'}</span> <span class="quiet">${toCount(routes.length, 'route')}</span></a>`;
    }
    case 'webhook': {
      const { url, eventType } = row.webhook;
      return html`<a class="datum" href=${toDataAddress(row.id)} aria-current=${isCurrent}><span class="name url">${url}</span>
        <span class="host"><span class="tag">${eventType}</span></span> <span class="quiet">webhook</span></a>`;
    }
  }
}

/** The kinds of resources that a workspace holds. */
const kinds = ['site', 'webhook'] as const;

function drawWorkspace(
  { id, sites, routes, webhooks }: DataRow & { kind: 'workspace' },
  context: Context,
): TemplateResult {
  const counts = [
    toCount(sites, 'site'),
    toCount(routes, 'route'),
    toCount(webhooks, 'webhook'),
  ].join(', ');
  return html`<div class="datum is-workspace"><h2><span class="word">Workspace</span> ${drawId(id, 'workspace id', context)}</h2>
    <small title=${counts}>${counts}</small>
    <span class="row end">${kinds.map((kind) =>
      findAdd(context, kind) === undefined
        ? null
        : html`<a class="button small" href=${toDataAddress(`${id}/${kind}`)}>Add ${kind}</a>`,
    )}</span></div>`;
}

function findAdd({ model }: Context, kind: string): ContractOperation | undefined {
  return findResourceOperations(model.contract ?? [], kind).add;
}

function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The state as a fixture: to the clipboard, to a file, and back from one. */
function drawFixture({ model, set, actions }: Context): TemplateResult {
  const toText = (): string => `${JSON.stringify(model.state, null, 2)}\n`;
  const choose = (): void => document.querySelector<HTMLInputElement>('.fixture input')?.click();
  const read = async (file: File): Promise<void> => {
    try {
      await actions.loadFixture(file.name, JSON.parse(await file.text()));
    } catch {
      set({ notice: { text: `“${file.name}” is not valid JSON.`, isBad: true } });
    }
  };
  const load = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (file !== undefined) await read(file);
    // Otherwise, the same file could not be chosen again after it was corrected.
    target.value = '';
  };
  return html`<span class="fixture">${drawMenu('Fixture', [
    { label: 'Copy as fixture', act: () => void actions.copy(toText(), 'state') },
    {
      label: 'Save as file',
      act: () => saveFile('fixture.json', toText(), 'application/json'),
    },
    { label: 'Load a file…', act: choose },
  ])}
    <input type="file" hidden accept=".json,application/json" aria-label="Fixture" @change=${load}></span>`;
}

type Webhook = Workspace['webhooks'][number];

type DataRow =
  | { kind: 'workspace'; id: string; sites: number; routes: number; webhooks: number }
  | { kind: 'site'; id: string; site: Site }
  | { kind: 'webhook'; id: string; webhook: Webhook };

/**
 * The workspaces with what matches a text; a workspace whose id matches is listed whole. Without a text, empty workspaces
 * are listed as well, so that something can be added to them.
 */
const listDataRows = rememberLast(
  (state: State, info: Info | undefined, text: string): readonly DataRow[] => {
    const wanted = text.trim().toLowerCase();
    const known = new Set(state.workspaces.map(({ id }) => id.toLowerCase()));
    const empty = (info?.workspaces ?? [])
      .filter((id) => !known.has(id.toLowerCase()))
      .map((id) => ({ id, sites: [], webhooks: [] }));
    const all = wanted === '' ? [...state.workspaces, ...empty] : state.workspaces;
    return all.flatMap((workspace) => listRows(workspace, wanted));
  },
);

function listRows(workspace: Workspace, wanted: string): DataRow[] {
  const { id } = workspace;
  const isWhole = wanted === '' || id.toLowerCase().includes(wanted);
  const isFound = (resource: Site | Webhook) => isWhole || toText(resource).includes(wanted);
  const sites = workspace.sites.filter(isFound);
  const webhooks = workspace.webhooks.filter(isFound);
  if (!isWhole && sites.length + webhooks.length === 0) return [];
  const routes = sites.reduce((sum, site) => sum + site.routes.length, 0);
  return [
    { kind: 'workspace', id, sites: sites.length, routes, webhooks: webhooks.length },
    ...sites.map((site): DataRow => ({ kind: 'site', id: site.id, site })),
    ...webhooks.map((webhook): DataRow => ({ kind: 'webhook', id: webhook.id, webhook })),
  ];
}

/** The API key of a site is neither shown nor searched. */
const toText = rememberEach((resource: Site | Webhook) =>
  JSON.stringify({ ...resource, apiKey: undefined }).toLowerCase(),
);
