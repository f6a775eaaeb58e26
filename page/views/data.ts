import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { filterWorkspaces } from '../filter-workspaces.ts';
import type { RegisteredWebhook, Workspace } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawFixture } from './fixture.ts';
import { drawId, drawSecret } from './secret.ts';
import { drawSite } from './site.ts';

/** How many sites of a workspace are drawn; the search finds the others. */
const shownLimit = 100;

/** Workspaces, sites, routes and webhooks. */
export function drawData(context: Context): TemplateResult {
  const { model, set } = context;
  if (model.state === undefined) return html`<p class="nothing">Reading…</p>`;
  const search = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) set({ dataFilter: target.value });
  };
  const workspaces = filterWorkspaces(model.state.workspaces, model.dataFilter);
  const isEmpty = model.state.workspaces.every(
    ({ sites, webhooks }) => sites.length + webhooks.length === 0,
  );
  return html`
    <form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
      <input type="search" aria-label="Search data" placeholder="Search name, host, path, id" .value=${model.dataFilter} @input=${search}>
      ${drawFixture(context)}
    </form>
    ${isEmpty ? html`<p class="nothing">No data yet. Sites, routes and webhooks appear here when they are created.</p>` : null}
    ${!isEmpty && workspaces.length === 0 ? html`<p class="nothing">No results.</p>` : null}
    ${repeat(
      workspaces,
      ({ id }) => id,
      (workspace) => drawWorkspace(workspace, context),
    )}`;
}

function drawWorkspace(workspace: Workspace, context: Context): TemplateResult {
  const { id, sites, webhooks } = workspace;
  const routes = sites.reduce((sum, site) => sum + site.routes.length, 0);
  const counts = [
    toCount(sites.length, 'site'),
    toCount(routes, 'route'),
    toCount(webhooks.length, 'webhook'),
  ].join(', ');
  return html`<section class="workspace" aria-labelledby="workspace-${id}">
    <h2 id="workspace-${id}">Workspace ${drawId(id, 'workspace id', context)} <small>${counts}</small></h2>
    <div class="sites">${repeat(
      sites.slice(0, shownLimit),
      (site) => site.id,
      (site) => drawSite(site, context),
    )}</div>
    ${sites.length > shownLimit ? html`<p class="quiet">${sites.length - shownLimit} more; use the search to find them.</p>` : null}
    ${webhooks.length === 0 ? null : drawWebhooks(workspace, context)}
  </section>`;
}

/** Also shown with the events; here it is what the workspace holds. */
function drawWebhooks({ webhooks }: Workspace, context: Context): TemplateResult {
  return html`<h3>Webhooks</h3><ul class="webhooks">${webhooks.map(({ id, url, eventType }) => {
    const known = context.model.webhooks?.find((webhook) => webhook.id === id);
    return html`<li><span class="tag">${eventType}</span> <span class="url">${url}</span>
      ${known === undefined ? null : drawWebhookState(known, context)}</li>`;
  })}</ul>`;
}

export function drawWebhookState(
  { secret, disabled }: RegisteredWebhook,
  context: Context,
): TemplateResult {
  return html`<span class="row small-text">${disabled ? html`<span class="tag is-bad">disabled (410)</span>` : null}
    <span>signed with</span> ${drawSecret(secret, 'signing secret', context, 10)}</span>`;
}

function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
