import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { eventTypes } from '../../generated/names.ts';
import type { Context } from '../actions.ts';
import type { Delivery, EventTrigger } from '../api.ts';
import { drawWebhookState, toDuration, toMockTime } from './parts.ts';
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
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const trigger = readTrigger(new FormData(event.target));
    if (trigger === undefined) {
      context.set({ notice: { text: 'The data is not valid JSON.', isBad: true } });
      event.target.querySelector('textarea')?.focus();
    } else await context.actions.trigger(trigger);
  };
  return html`<form class="card form" @submit=${submit}>
    <label>Event <select name="type">${types.map((type) => html`<option ?selected=${type === likely}>${type}</option>`)}</select></label>
    <label class="wide">Workspace <select name="workspaceId">${workspaces.map((id) => html`<option>${id}</option>`)}</select></label>
    <label class="wide">Data <textarea name="data" rows="3" spellcheck="false" placeholder='JSON. Default: the workspaceId'></textarea></label>
    <p class="row end"><button class="primary">Send</button></p>
  </form>`;
}

/** Those with webhooks first: an event of another one goes nowhere. */
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
  try {
    return { type, workspaceId, data: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const states: Readonly<Record<Delivery['state'], string>> = {
  pending: '◷ waits',
  sending: '→ sending',
  delivered: '✓ delivered',
  failed: '✕ failed',
};

/** One event on its way to one webhook, attempt by attempt. */
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
    <tbody>${attempts.map(
      ({
        at,
        durationMs,
        status,
        error,
        response,
      }) => html`<tr><td>${toMockTime(at)}</td><td>${toDuration(durationMs)}</td>
        <td>${status ?? ''} ${error ?? ''} ${response === undefined || response === '' ? null : html`<code>${response}</code>`}</td></tr>`,
    )}</tbody></table>`;
}
