import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import { toTime } from './parts.ts';

export function drawState(context: Context): TemplateResult {
  return html`<div class="columns">
    <div class="stack">
      <section aria-labelledby="snapshots"><h2 id="snapshots">Snapshots</h2>${drawSnapshots(context)}</section>
      <section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>${drawSessionList(context)}</section>
    </div>
    <section aria-labelledby="clock"><h2 id="clock">Clock</h2>${drawClock(context)}</section>
  </div>`;
}

function drawSnapshots({ model, actions }: Context): TemplateResult {
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

function drawSessionList({ model, actions }: Context): TemplateResult {
  return html`<p>Requests with the header <code>X-Mock-Session: &lt;name&gt;</code> use their own state, so tests can run in
      parallel.</p>
    <ul class="sessions">${model.sessions?.map(
      ({
        name,
        createdAt,
      }) => html`<li class="card row spread"><span><strong>${name}</strong> <span class="quiet">since ${toTime(createdAt)}</span></span>
        <span class="row">${
          name === model.session
            ? html`<span class="tag">shown</span>`
            : html`<button aria-label="Show the session ${name}" @click=${() => actions.useSession(name)}>Show</button>`
        }${name === 'default' ? null : html`<button aria-label="Delete the session ${name}" @click=${() => actions.deleteSession(name)}>Delete</button>`}</span></li>`,
    )}</ul>`;
}

const steps: readonly [label: string, milliseconds: number][] = [
  ['1 second', 1000],
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
];

function drawClock({ model, actions }: Context): TemplateResult {
  const { clock } = model;
  if (clock === undefined) return html`<p class="nothing">Reading…</p>`;
  const [day = '', time = ''] = clock.now.replace(/\.\d+Z$/, 'Z').split('T');
  const freezeAt = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const at = String(new FormData(event.target).get('at') ?? '');
    if (at !== '') void actions.freezeAt(new Date(`${at}Z`).toISOString());
  };
  return html`<div class="card clock">
    <p class="now"><time datetime=${clock.now}><span class="time">${time.replace('Z', '')}</span> <span class="quiet">${day} UTC</span></time></p>
    <button class="switch" role="switch" aria-checked=${clock.frozen}
      @click=${() => (clock.frozen ? actions.resume() : actions.freeze())}><span class="label">Frozen</span></button>
    <p class="quiet">Advance by</p>
    <p class="row">${steps.map(([label, milliseconds]) => html`<button @click=${() => actions.advance(milliseconds)}>${label}</button>`)}</p>
    <form class="row" @submit=${freezeAt}><label>Freeze at (UTC) <input type="datetime-local" name="at" step="1" required></label>
      <button>Freeze</button></form>
  </div>`;
}
