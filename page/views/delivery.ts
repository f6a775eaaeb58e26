import { html, type TemplateResult } from 'lit-html';
import type { Delivery } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawJson } from './json.ts';
import { toDuration, toMockTime } from './status.ts';

const states: Readonly<Record<Delivery['state'], string>> = {
  pending: '◷ waits',
  sending: '→ sending',
  delivered: '✓ delivered',
  failed: '✕ failed',
};

/** One event on its way to one webhook, attempt by attempt. */
export function drawDelivery(delivery: Delivery, { actions }: Context): TemplateResult {
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
