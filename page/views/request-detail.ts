import { html, type TemplateResult } from 'lit-html';
import { parseJson } from '../../contract/resolve-reference.ts';
import type { Context } from '../actions.ts';
import type { Fault, Message, RequestEntry } from '../api.ts';
import { copyEntry, toFetchCall } from '../copy-request.ts';
import { filterRequests, readProblem, toForce } from '../filter-requests.ts';
import { type JsonLine, toJsonLines } from '../json-lines.ts';
import { toRequestAddress } from '../model.ts';
import { drawMenu, drawStatus, isRefused, toDuration, toTime } from './parts.ts';

export function drawRequestDetail(entry: RequestEntry, context: Context): TemplateResult {
  const { id, method, path, query, status, operation, time, durationMs, session } = entry;
  const force = toForce(entry);
  const close = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') location.hash = toRequestAddress(undefined);
  };
  return html`<article class="detail" id="detail" tabindex="-1" aria-labelledby="detail-title" @keydown=${close}>
    <header class="head"><a class="back" href=${toRequestAddress(undefined)}>All requests</a>
      <h2 id="detail-title"><span class="method">${method}</span> <span class="whole-path">${path}${query === '' ? '' : `?${query}`}</span></h2>
      <span class="row">${drawNeighbour(entry, context, 1, 'Earlier')} ${drawNeighbour(entry, context, -1, 'Later')}
      <a class="button close" href=${toRequestAddress(undefined)} aria-label="Close request">✕</a></span></header>
    <p class="facts quiet">${drawStatus(status)} <span>${operation ?? 'no operation'}</span> <span>${toTime(time)}</span>
      <span>${toDuration(durationMs)}</span> <span>session ${session}</span> <span>no. ${id}</span>
      ${force === undefined ? null : html`<span class="tag is-forced">${force}</span>`}</p>
    ${drawActions(entry, context)}
    ${drawRefusal(entry)}
    <section aria-labelledby="sent"><h3 id="sent">Request</h3>${drawMessage(entry.request, entry.faults)}</section>
    <section aria-labelledby="answered"><h3 id="answered">Response</h3>
      ${status === 0 ? html`<p class="quiet">No response, because of the fault.</p>` : drawMessage(entry.response, [])}</section>
  </article>`;
}

function drawActions(entry: RequestEntry, { model, actions }: Context): TemplateResult {
  return html`<div class="row actions">
    <button @click=${() => actions.sendAgain(entry)}>Send again</button>
    <button @click=${() => actions.editRequest(entry)}>Edit and send</button>
    <button ?disabled=${entry.operation === undefined} title=${
      entry.operation === undefined ? 'The request does not match an operation' : ''
    } @click=${() => actions.repeatAnswer(entry)}>Repeat this response next time</button>
    ${drawMenu('Copy as', [
      { label: 'curl', act: () => void actions.copyCurl(entry) },
      {
        label: 'fetch',
        act: () => void actions.copy(toFetchCall(copyEntry(entry, model.info)), 'call of fetch'),
      },
      { label: 'HAR', act: () => void actions.copyHar(entry) },
    ])}
  </div>`;
}

/** @param step in the list as shown, latest request first */
function drawNeighbour(
  entry: RequestEntry,
  { model }: Context,
  step: number,
  label: string,
): TemplateResult | null {
  const found = filterRequests(model);
  const at = found.indexOf(entry);
  const neighbour = at < 0 ? undefined : found[at + step];
  return neighbour === undefined
    ? null
    : html`<a class="button" href=${toRequestAddress(neighbour.id)}>${label}</a>`;
}

/** Draws the faults of a refused request. */
function drawRefusal(entry: RequestEntry): TemplateResult | null {
  const { injected, faults } = entry;
  if (injected !== undefined) {
    return html`<section class="refusal is-injected" aria-label="Why"><h3>Fault injected</h3>
      <p>${injected.effect}, by rule <code>${injected.id}</code>. The state did not change.</p></section>`;
  }
  const force = toForce(entry);
  if (force !== undefined) {
    return html`<section class="refusal is-injected" aria-label="Why"><h3>Response forced</h3>
      <p>The request asked for this by its header <code>${force}</code>.</p></section>`;
  }
  if (!isRefused(entry)) return null;
  const { title, detail } = readProblem(entry);
  return html`<section class="refusal" aria-label="Why"><h3>${title || 'Request refused'}</h3>
    ${isSaid(faults, detail) ? null : html`<p>${detail}</p>`}
    ${faults.length === 0 ? null : html`<ul class="faults">${faults.map(drawFault)}</ul>`}</section>`;
}

export function drawFault({ pointer, parameter, header, detail }: Fault): TemplateResult {
  const [place, name] =
    pointer !== undefined
      ? ['Body', pointer === '' ? 'whole' : pointer]
      : parameter !== undefined
        ? ['Parameter', parameter]
        : ['Header', header ?? ''];
  return html`<li><span class="place">${place}</span> <code>${name}</code> <span>${detail}</span></li>`;
}

/** Whether the detail of a problem only repeats its faults. */
export function isSaid(faults: readonly Fault[], detail: string): boolean {
  return (
    detail === '' || (faults.length > 0 && faults.every((fault) => detail.includes(fault.detail)))
  );
}

/** Draws the headers, collapsed, and the body. */
export function drawMessage({ headers, body }: Message, faults: readonly Fault[]): TemplateResult {
  return html`
    <details class="headers"><summary class="quiet">${headers.length} ${headers.length === 1 ? 'header' : 'headers'}</summary>
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

/** Draws JSON line by line, with faults below the lines that they refer to; any other text unchanged. */
export function drawJson(text: string, faults: readonly Fault[] = []): TemplateResult {
  const value = parseJson(text);
  if (value === undefined)
    return html`<pre class="body" tabindex="0" role="group" aria-label="Body">${text}</pre>`;
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
</span>${own.map((fault) => drawNote(fault, indent))}`;
}

function drawNote({ pointer, detail }: Fault, indent: string): TemplateResult {
  return html`<span class="note">${indent}<em>${pointer === '' ? 'whole' : pointer} ${detail}</em>
</span>`;
}

/** Draws text with code in backticks. */
export function drawMarked(text: string): (string | TemplateResult)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Draws a description of the contract: single line breaks are joined, except for paragraphs and list items. */
export function drawDescription(text: string): TemplateResult | null {
  const lines = text.trim().replaceAll(/(\S)[ \t]*\n(?!\s*(?:\n|[-*] ))[ \t]*/g, '$1 ');
  return lines === '' ? null : html`<p class="description">${drawMarked(lines)}</p>`;
}
