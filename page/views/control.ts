import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { parseJson } from '../../contract/resolve-reference.ts';
import { eventTypes } from '../../generated/names.ts';
import type { Context } from '../actions.ts';
import type { Delivery, EventTrigger, Session } from '../api.ts';
import { drawWebhookState, onSubmit, toDuration, toMockTime, toTime } from './parts.ts';
import { drawJson } from './request-detail.ts';

export function drawEvents(context: Context): TemplateResult {
  const { model } = context;
  const { webhooks } = model;
  if (webhooks === undefined) return html`<p class="nothing">Reading…</p>`;
  const deliveries = model.deliveries.slice(-100).reverse();
  return html`
    <p class="lead">No operation of the service is documented to cause an event. Trigger one here: every webhook of the workspace
      that is registered for it receives it, signed according to Standard Webhooks.</p>
    <div class="columns">
      <section aria-labelledby="trigger"><h2 id="trigger">Trigger an event</h2>${drawTrigger(context)}</section>
      <section aria-labelledby="webhooks"><h2 id="webhooks">Registered webhooks</h2>
        ${
          webhooks.length === 0
            ? html`<p class="nothing">No webhooks yet. Register one with createWebhook.</p>`
            : html`<ul class="webhooks">${webhooks.map(
                (
                  webhook,
                ) => html`<li><span class="tag">${webhook.eventType}</span> <span class="url">${webhook.url}</span>
                  ${drawWebhookState(webhook, context)}</li>`,
              )}</ul>`
        }</section>
    </div>
    <section aria-labelledby="deliveries"><h2 id="deliveries">Deliveries</h2>
      ${deliveries.length === 0 ? html`<p class="nothing">No deliveries yet.</p>` : null}
      ${repeat(
        deliveries,
        ({ id }) => id,
        (delivery) => drawDelivery(delivery, context),
      )}</section>`;
}

const types: readonly EventTrigger['type'][] = eventTypes;

function drawTrigger(context: Context): TemplateResult {
  const workspaces = listWorkspaces(context);
  const likely = context.model.webhooks?.[0]?.eventType;
  const submit = onSubmit(async (form) => {
    const trigger = readTrigger(new FormData(form));
    if (trigger === undefined) {
      context.set({ notice: { text: 'The data is not valid JSON.', isBad: true } });
      form.querySelector('textarea')?.focus();
    } else await context.actions.trigger(trigger);
  });
  return html`<form class="card form" @submit=${submit}>
    <label>Event <select name="type">${types.map((type) => html`<option ?selected=${type === likely}>${type}</option>`)}</select></label>
    <label class="wide">Workspace <select name="workspaceId">${workspaces.map((id) => html`<option>${id}</option>`)}</select></label>
    <label class="wide">Data <textarea name="data" rows="3" spellcheck="false" placeholder='JSON. Default: the workspaceId'></textarea></label>
    <p class="row end"><button class="primary">Send</button></p>
  </form>`;
}

/** Workspaces with webhooks come first, because events of other workspaces have no receivers. */
function listWorkspaces({ model }: Context): string[] {
  const registered = model.webhooks?.map(({ workspaceId }) => workspaceId) ?? [];
  const filled = model.state?.workspaces.map(({ id }) => id) ?? [];
  return [...new Set([...registered, ...filled, ...(model.info?.workspaces ?? [])])];
}

function readTrigger(form: FormData): EventTrigger | undefined {
  const type = types.find((each) => each === form.get('type')) ?? eventTypes[0];
  const workspaceId = String(form.get('workspaceId'));
  const text = String(form.get('data') ?? '').trim();
  if (text === '') return { type, workspaceId };
  const data = parseJson(text);
  return data === undefined ? undefined : { type, workspaceId, data };
}

const states: Readonly<Record<Delivery['state'], string>> = {
  pending: '◷ waits',
  sending: '→ sending',
  delivered: '✓ delivered',
  failed: '✕ failed',
};

/** Draws the delivery of an event to a webhook, with its attempts. */
function drawDelivery(delivery: Delivery, { actions }: Context): TemplateResult {
  const { id, eventType, url, state, createdAt, nextAttemptAt, reason, payload, attempts } =
    delivery;
  const tries = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  return html`<details class="delivery card is-${state}">
    <summary><span><span class="status">${states[state]}</span> <span class="tag">${eventType}</span> <span class="url">${url}</span>
      <span class="quiet">${toMockTime(createdAt)} · ${tries}</span></span></summary>
    ${reason === undefined ? null : html`<p class="problem">${reason}</p>`}
    ${attempts.length === 0 ? null : drawAttempts(delivery)}
    ${nextAttemptAt === undefined ? null : html`<p>Next attempt at <strong>${toMockTime(nextAttemptAt)}</strong> (mock time). Advance the clock to send it now.</p>`}
    <h3>Payload</h3>${drawJson(payload)}
    <p class="row spread"><code class="quiet">${id}</code> <button @click=${() => actions.replay(id)}>Send again</button></p>
  </details>`;
}

function drawAttempts({ id, attempts }: Delivery): TemplateResult {
  return html`<table><caption class="visually-hidden">Attempts of ${id}</caption>
    <thead><tr><th scope="col">At</th><th scope="col">Duration</th><th scope="col">Response</th></tr></thead>
    <tbody>${attempts.map(drawAttempt)}</tbody></table>`;
}

function drawAttempt({ at, durationMs, status, error, response }: Delivery['attempts'][number]) {
  return html`<tr><td>${toMockTime(at)}</td><td>${toDuration(durationMs)}</td>
    <td>${status ?? ''} ${error ?? ''} ${response === undefined || response === '' ? null : html`<code>${response}</code>`}</td></tr>`;
}

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
  const save = onSubmit(async (form) => {
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (await actions.saveSnapshot(name)) form.reset();
  });
  return html`<form class="row" @submit=${save}>
      <input name="name" aria-label="Name of the snapshot" placeholder="before-checkout" required maxlength="64"
        pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title="Letters, digits, dots, underscores and hyphens" autocomplete="off" spellcheck="false">
      <button class="primary">Save</button></form>
    ${
      (model.snapshots ?? []).length === 0
        ? html`<p class="nothing">No snapshots yet. A snapshot saves state, ids and clock. Restore it at any time.</p>`
        : html`<ul class="items">${model.snapshots?.map(
            ({ name, savedAt, sites, routes, webhooks }) => html`<li class="card row spread">
              <span><strong>${name}</strong> <span class="quiet">${toTime(savedAt)} · ${sites} sites, ${routes} routes, ${webhooks} webhooks</span></span>
              <span class="row"><button aria-label="Restore ${name}" @click=${() => actions.restoreSnapshot(name)}>Restore</button>
              <button aria-label="Delete ${name}" @click=${() => actions.deleteSnapshot(name)}>Delete</button></span></li>`,
          )}</ul>`
    }`;
}

function drawSessionList(context: Context): TemplateResult {
  return html`<p>Requests with the header <code>X-Mock-Session: &lt;name&gt;</code> use their own state, so tests can run in
      parallel.</p>
    <ul class="items">${context.model.sessions?.map((session) => drawSession(session, context))}</ul>`;
}

function drawSession({ name, createdAt }: Session, { model, actions }: Context): TemplateResult {
  return html`<li class="card row spread"><span><strong>${name}</strong> <span class="quiet">since ${toTime(createdAt)}</span></span>
    <span class="row">${
      name === model.session
        ? html`<span class="tag">shown</span>`
        : html`<button aria-label="Show the session ${name}" @click=${() => actions.useSession(name)}>Show</button>`
    }${name === 'default' ? null : html`<button aria-label="Delete the session ${name}" @click=${() => actions.deleteSession(name)}>Delete</button>`}</span></li>`;
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
  const freezeAt = onSubmit((form) => {
    const at = String(new FormData(form).get('at') ?? '');
    if (at !== '') void actions.freezeAt(new Date(`${at}Z`).toISOString());
  });
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
