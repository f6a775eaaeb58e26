import { html, type TemplateResult } from 'lit-html';
import type { RegisteredWebhook } from '../schemas.ts';
import type { Context } from './context.ts';

/** A value that is shown in part, and copied whole. */
export function drawSecret(
  value: string,
  what: string,
  { actions }: Context,
  shownLength = 4,
): TemplateResult {
  return html`<span class="secret"><code>${value.slice(0, shownLength)}…</code>
    <button class="small" aria-label="Copy the ${what}" @click=${() => actions.copy(value, what)}>Copy</button></span>`;
}

/** An id that is shown in part where there is little room, and copied whole. */
export function drawId(value: string, what: string, { actions }: Context): TemplateResult {
  return html`<button class="id" title="${value}: copy" aria-label="Copy the ${what} ${value}"
    @click=${() => actions.copy(value, what)}><code>${value.slice(0, 8)}…</code></button>`;
}

export function drawWebhookState(
  { secret, disabled }: RegisteredWebhook,
  context: Context,
): TemplateResult {
  return html`<span class="row small-text">${disabled ? html`<span class="tag is-bad">disabled (410)</span>` : null}
    <span>signed with</span> ${drawSecret(secret, 'signing secret', context, 10)}</span>`;
}
