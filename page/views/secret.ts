import { html, type TemplateResult } from 'lit-html';
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
