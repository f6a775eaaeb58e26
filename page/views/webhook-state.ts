import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import type { Schemas } from '../api.ts';
import { drawId } from '../parts.ts';

/** Draws how the deliveries to a webhook are signed, and whether it gets any. */
export function drawWebhookState(
  { secret, disabled }: Schemas['RegisteredWebhook'],
  context: Context,
): TemplateResult {
  return html`<p class="quiet">${disabled ? html`<span class="tag problem">disabled (410)</span> ` : null}signed with
    ${drawId(secret, 'signing secret', context, 10)}</p>`;
}
