import { html, type TemplateResult } from 'lit-html';
import { type JsonLine, toJsonLines } from '../json-lines.ts';
import type { Fault } from '../schemas.ts';

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
