import { html, type TemplateResult } from 'lit-html';
import { type JsonLine, toJsonLines } from '../json-lines.ts';
import type { Fault, Message } from '../schemas.ts';

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

/** JSON, line by line, with what is wrong below the line that it is about; any other text as it is. */
export function drawJson(text: string, faults: readonly Fault[] = []): TemplateResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return html`<pre class="body" tabindex="0" role="group" aria-label="Body">${text}</pre>`;
  }
  const notes = faults.filter(({ pointer }) => pointer !== undefined);
  const lines = toJsonLines(value, new Set(notes.map(({ pointer = '' }) => pointer)));
  return html`<pre class="body" tabindex="0" role="group" aria-label="Body"><code>${lines.map((line) => drawLine(line, notes))}</code></pre>`;
}

function drawLine(line: JsonLine, notes: readonly Fault[]): TemplateResult {
  const own = notes.filter(
    ({ pointer }) => pointer !== undefined && line.pointers.includes(pointer),
  );
  const indent = '  '.repeat(line.depth);
  return html`<span class="line ${own.length > 0 ? 'is-wrong' : ''}">${indent}${
    line.key === undefined ? null : html`<span class="key">${line.key}</span>: `
  }<span class=${line.kind}>${line.text}</span>${line.end}
</span>${own.map(
    ({
      pointer,
      detail,
    }) => html`<span class="note">${indent}<em>${pointer === '' ? 'whole' : pointer} ${detail}</em>
</span>`,
  )}`;
}

/** Text in which backticks stand around code. */
export function drawMarked(text: string): (string | TemplateResult)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A description of a contract: a line that was broken in the document goes on, but for paragraphs and list items. */
export function drawDescription(text: string): TemplateResult | null {
  const lines = text.trim().replaceAll(/(\S)[ \t]*\n(?!\s*(?:\n|[-*] ))[ \t]*/g, '$1 ');
  return lines === '' ? null : html`<p class="description">${drawMarked(lines)}</p>`;
}
