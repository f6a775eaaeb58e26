import { html, type TemplateResult } from 'lit-html';
import type { Context } from './context.ts';
import { toTime } from './status.ts';

export function drawSnapshots({ model, actions }: Context): TemplateResult {
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const name = String(new FormData(event.target).get('name') ?? '').trim();
    if (await actions.saveSnapshot(name)) event.target.reset();
  };
  return html`<form class="row" @submit=${save}>
      <input name="name" aria-label="Name of the snapshot" placeholder="before-checkout" required maxlength="64"
        pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title="Letters, digits, dots, underscores and hyphens" autocomplete="off" spellcheck="false">
      <button class="primary">Save</button></form>
    ${
      (model.snapshots ?? []).length === 0
        ? html`<p class="nothing">No snapshots yet. A snapshot saves state, ids and clock. Restore it at any time.</p>`
        : html`<ul class="snapshots">${model.snapshots?.map(
            ({ name, savedAt, sites, routes, webhooks }) => html`<li class="card row spread">
              <span><strong>${name}</strong> <span class="quiet">${toTime(savedAt)} · ${sites} sites, ${routes} routes, ${webhooks} webhooks</span></span>
              <span class="row"><button aria-label="Restore ${name}" @click=${() => actions.restoreSnapshot(name)}>Restore</button>
              <button aria-label="Delete ${name}" @click=${() => actions.deleteSnapshot(name)}>Delete</button></span></li>`,
          )}</ul>`
    }`;
}
