import { html, type TemplateResult } from 'lit-html';
import type { Fault, Message } from '../schemas.ts';
import { drawJson } from './json.ts';

/** Headers, folded, and the body. */
export function drawMessage({ headers, body }: Message, faults: readonly Fault[]): TemplateResult {
  return html`
    <details class="headers"><summary>${headers.length} ${headers.length === 1 ? 'header' : 'headers'}</summary>
      <dl>${headers.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>
    ${body === undefined || body.bytes === 0 ? html`<p class="quiet">No body.</p>` : drawBody(body, faults)}`;
}

function drawBody(
  { text, bytes, truncated }: NonNullable<Message['body']>,
  faults: readonly Fault[],
): TemplateResult {
  const rest = truncated
    ? html`<p class="quiet">Truncated; the body has ${bytes} bytes.</p>`
    : null;
  return html`${drawJson(text, faults)}${rest}`;
}
