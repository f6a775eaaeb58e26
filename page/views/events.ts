import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Context } from './context.ts';
import { drawDelivery } from './delivery.ts';
import { drawWebhookState } from './secret.ts';
import { drawTrigger } from './trigger.ts';

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
