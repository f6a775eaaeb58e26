import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { toCount, toDuration } from '../../writers/terminal-text.ts';
import type { Context } from '../actions.ts';
import type { Delivery, Schemas } from '../api.ts';
import { getControlSchema } from '../contract.ts';
import { drawForm } from '../form.ts';
import { findServicePage } from '../known-service.ts';
import { drawBody, drawSwitch, drawTime, onSubmit } from '../parts.ts';
import { toWords } from '../words.ts';
import { drawWebhookState } from './webhook-state.ts';

export function drawEvents(context: Context): TemplateResult {
  const { webhooks, deliveries } = context.mock;
  if (findServicePage(context.mock) === undefined)
    return html`<p class="nothing">Webhooks and callbacks of this contract are not delivered.</p>`;
  return html`
    <p class="lead">No operation of the service is documented to cause an event. Trigger one here: every webhook that is registered
      for it receives it, signed according to Standard Webhooks.</p>
    <div class="columns">
      <section aria-labelledby="trigger"><h2 id="trigger">Trigger an event</h2><div class="card">${drawTrigger(context)}</div></section>
      <section aria-labelledby="deliveries"><h2 id="deliveries">Deliveries</h2>
        ${deliveries.length === 0 ? html`<p class="nothing">No deliveries yet.</p>` : null}
        ${repeat(
          deliveries.slice(-100).reverse(),
          ({ id }) => id,
          (delivery) => drawDelivery(delivery, context),
        )}</section>
    </div>
    <section aria-labelledby="webhooks"><h2 id="webhooks">Registered webhooks</h2>
        ${webhooks.length === 0 ? html`<p class="nothing">No webhooks yet. A request to the service registers one.</p>` : null}
        <ul class="items">${webhooks.map(
          (webhook) => html`<li class="card">
            <span class="tag">${webhook.eventType}</span> <code>${webhook.url}</code>
            ${drawWebhookState(webhook, context)}</li>`,
        )}</ul></section>`;
}

/** Draws the form for an event, from its schema. */
function drawTrigger(context: Context): TemplateResult {
  const { mock, actions } = context;
  const [webhook] = mock.webhooks;
  const choices = findServicePage(mock)?.listEventChoices(mock) ?? {};
  const schema = getControlSchema('EventTrigger', choices);
  const { enum: types = [] } = schema.properties?.['type'] ?? {};
  const type = webhook?.eventType ?? types[0];
  const chosen = Object.entries(choices).map(([name, [first]]) => [name, first]);
  const initial = { type, ...Object.fromEntries(chosen) };
  const save = async (value: Readonly<Record<string, unknown>>): Promise<void> => {
    const { data } = await actions.call<{ data: Delivery[] }>('POST', '/events', value);
    await actions.refresh();
    actions.say(
      data.length === 0
        ? `No webhook is registered there for ${value['type']}.`
        : `Sending ${value['type']} to ${toCount(data.length, 'webhook')}.`,
    );
  };
  return drawForm({ key: 'event', schema, initial, label: 'Send', save }, context);
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
  const replay = () =>
    actions.run('Sending again.', 'POST', `/deliveries/${encodeURIComponent(id)}/replay`);
  return html`<details class="delivery card is-${state}">
    <summary><span class="status">${states[state]}</span> <span class="tag">${eventType}</span> <code>${url}</code>
      <span class="quiet">${drawTime(createdAt)} · ${toCount(attempts.length, 'attempt')}</span></summary>
    ${reason === undefined ? null : html`<p class="problem">${reason}</p>`}
    <ul>${attempts.map(
      ({ at, durationMs, status, error, response }) =>
        html`<li>${drawTime(at)} · ${toDuration(durationMs)} · ${status} ${error} <code>${response}</code></li>`,
    )}</ul>
    ${nextAttemptAt === undefined ? null : html`<p>Next attempt at <strong>${drawTime(nextAttemptAt)}</strong> by the clock of the mock. Advance the clock to send it now.</p>`}
    <h3>Payload</h3>${drawBody(payload)}
    <p class="row"><code class="quiet grow">${id}</code> <button @click=${replay}>Send again</button></p>
  </details>`;
}

export function drawState(context: Context): TemplateResult {
  return html`<div class="columns">
    <section aria-labelledby="snapshots"><h2 id="snapshots">Snapshots</h2>${drawSnapshots(context)}</section>
    <section aria-labelledby="clock"><h2 id="clock">Clock</h2>${drawClock(context)}</section>
    <section aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
      <p>Requests with the header <code>X-Mock-Session: &lt;name&gt;</code> use their own state, so tests can run in parallel.</p>
      <ul class="items">${context.mock.sessions.map((session) => drawSession(session, context))}</ul></section>
  </div>`;
}

function drawSnapshots({ mock, actions }: Context): TemplateResult {
  const toPath = (name: string) => `/snapshots/${encodeURIComponent(name)}`;
  const save = onSubmit(async (form) => {
    const name = String(new FormData(form).get('name') ?? '').trim();
    if (await actions.run(`Saved as “${name}”.`, 'PUT', toPath(name))) form.reset();
  });
  const restore = (name: string) =>
    actions.run(`Restored “${name}”.`, 'POST', `${toPath(name)}/restore`);
  const erase = (name: string) =>
    actions.run(`Snapshot “${name}” deleted.`, 'DELETE', toPath(name));
  return html`<form class="row" @submit=${save}>
      <input class="grow" name="name" aria-label="Name of the snapshot" placeholder="before-checkout" required maxlength="64"
        pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title="Letters, digits, dots, underscores and hyphens" autocomplete="off" spellcheck="false">
      <button class="primary">Save</button></form>
    ${mock.snapshots.length === 0 ? html`<p class="nothing">No snapshots yet. A snapshot saves state, ids and clock. Restore it at any time.</p>` : null}
    <ul class="items">${mock.snapshots.map(
      (snapshot) => html`<li class="card row">
        <span class="grow"><strong>${snapshot.name}</strong> <span class="quiet">${drawTime(snapshot.savedAt)} · ${toCounts(snapshot)}</span></span>
        <span class="row"><button aria-label="Restore ${snapshot.name}" @click=${() => restore(snapshot.name)}>Restore</button>
        <button aria-label="Delete ${snapshot.name}" @click=${() => erase(snapshot.name)}>Delete</button></span></li>`,
    )}</ul>`;
}

/** What a snapshot contains: the counts of a known service, or the resources of another contract that have records. */
function toCounts({ records, name: _, savedAt: __, ...known }: Schemas['Snapshot']): string {
  if (records === undefined)
    return Object.entries(known)
      .map(([plural, count]) => toCount(count, plural.replace(/s$/, '')))
      .join(', ');
  const filled = Object.entries(records).filter(([, count]) => count > 0);
  const counts = filled.map(([plural, count]) => `${count} ${toWords(plural).toLowerCase()}`);
  return counts.length === 0 ? 'no records' : counts.join(', ');
}

function drawSession(session: Schemas['Session'], { model, actions }: Context): TemplateResult {
  const { name, createdAt } = session;
  const erase = async (): Promise<void> => {
    const path = `/sessions/${encodeURIComponent(name)}`;
    const isDone = await actions.run(`Session “${name}” deleted.`, 'DELETE', path);
    if (isDone && name === model.session) actions.useSession('default');
  };
  return html`<li class="card row"><span class="grow"><strong>${name}</strong> <span class="quiet">since ${drawTime(createdAt)}</span></span>
    <span class="row">${
      name === model.session
        ? html`<span class="tag">shown</span>`
        : html`<button aria-label="Show the session ${name}" @click=${() => actions.useSession(name)}>Show</button>`
    }${name === 'default' ? null : html`<button aria-label="Delete the session ${name}" @click=${erase}>Delete</button>`}</span></li>`;
}

const steps: readonly [label: string, milliseconds: number][] = [
  ['1 second', 1000],
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
];

function drawClock({ mock, actions }: Context): TemplateResult {
  const { clock, readAt } = mock;
  const setClock = (change: string, body?: object) =>
    actions.run('', 'POST', `/clock/${change}`, body);
  const now = Date.parse(clock.now) + (clock.frozen ? 0 : Date.now() - readAt);
  const freezeAt = onSubmit((form) => {
    const at = String(new FormData(form).get('at') ?? '');
    void setClock('freeze', { at: new Date(at).toISOString() });
  });
  const toggle = () => setClock(clock.frozen ? 'resume' : 'freeze');
  const drawStep = ([label, milliseconds]: (typeof steps)[number]): TemplateResult => {
    const advance = () => setClock('advance', { milliseconds });
    return html`<button @click=${advance}>${label}</button>`;
  };
  return html`<div class="card clock">
    <p class="now">${drawTime(now)}</p>
    ${drawSwitch('Frozen', clock.frozen, toggle)}
    <p class="quiet">Advance by</p>
    <p class="row">${steps.map(drawStep)}</p>
    <form class="row" @submit=${freezeAt}><label>Freeze at <input type="datetime-local" name="at" step="1" required></label>
      <button>Freeze</button></form>
  </div>`;
}
