import { html, type TemplateResult } from 'lit-html';
import { toDataAddress } from '../address.ts';
import { type ContractOperation, findResourceOperations } from '../contract.ts';
import { type DataRow, listDataRows } from '../data-rows.ts';
import type { Context } from './context.ts';
import { drawDataDetail } from './data-detail.ts';
import { drawFixture } from './fixture.ts';
import { drawId } from './secret.ts';
import { drawWindowed, moveToRows } from './windowed.ts';

/** Workspaces, sites, routes and webhooks. */
export function drawData(context: Context): TemplateResult {
  const { model, set, actions } = context;
  if (model.state === undefined) return html`<p class="nothing">Reading…</p>`;
  const search = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) set({ dataFilter: target.value });
  };
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
      <input type="search" aria-label="Search data" placeholder="Search name, host, path, id" .value=${model.dataFilter} @keydown=${moveToRows} @input=${search}>
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
