import { findLine, type JsonLine, toJsonLines } from '../json-lines.ts';
import { toExcerpt } from '../visible-text.ts';
import { html, type Markup } from './markup.ts';

const shownCharacters = 8000;
const shownLines = 120;
const linesBefore = 40;

/** A body, written out where it is JSON, with the place of the failure marked. */
export function toBody(
  body: string | undefined,
  label: string,
  pointer?: string,
): Markup | undefined {
  if (body === undefined || body === '') return undefined;
  const lines = toJsonLines(body);
  const content =
    lines === undefined ? html`${toExcerpt(body, shownCharacters)}` : toLines(lines, pointer);
  return html`<pre class="body" tabindex="0" role="region" aria-label="${label}"><code>${content}</code></pre>`;
}

function toLines(lines: readonly JsonLine[], pointer: string | undefined): Markup {
  const marked = pointer ? findLine(lines, pointer) : -1;
  const first = lines.length <= shownLines ? 0 : Math.max(0, marked - linesBefore);
  const last = Math.min(lines.length, first + shownLines);
  const shown = lines.slice(first, last).map(({ depth, text }, offset) => {
    const line = `${'  '.repeat(depth)}${toExcerpt(text, shownCharacters)}`;
    return first + offset === marked ? html`<mark>${line}</mark>\n` : html`${line}\n`;
  });
  const left = lines.length - last;
  return html`${first > 0 && `… ${first} lines above\n`}${shown}${left > 0 && `… ${left} lines more`}`;
}
