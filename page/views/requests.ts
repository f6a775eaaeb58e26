import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import type { RequestEntry } from '../api.ts';
import {
  countPreflights,
  filterRequests,
  isPreflight,
  isVisit,
  readProblem,
  toForce,
} from '../filter-requests.ts';
import { type RequestFilter, toRequestAddress } from '../model.ts';
import { firstRequest } from '../request-draft.ts';
import {
  extendSelection,
  noSelection,
  selectAll,
  selectRange,
  toggleRequest,
} from '../selection.ts';
import {
  drawChips,
  drawMenu,
  drawStatus,
  isRefused,
  readValue,
  toDuration,
  toTime,
} from './parts.ts';
import { drawRequestDetail } from './request-detail.ts';
import { drawWindowed, moveToRows } from './windowed.ts';

export function drawRequests(context: Context): TemplateResult {
  const { model } = context;
  if (model.requests.every(isVisit)) return drawFirstRequest(context);
  const found = filterRequests(model);
  const selected = model.requests.find(({ id }) => id === model.requestId);
  return html`<div class="split ${model.requestId === undefined ? '' : 'has-detail'}">
    <section class="list" aria-label="Requests" tabindex="-1">
      ${drawFilters(context, found.length)}
      ${found.length === 0 ? html`<p class="nothing">No request matches the filters.</p>` : null}
      ${drawSelection(context, found)}
      <ol class="rows" ?hidden=${found.length === 0}>${drawWindowed({
        items: found,
        toKey: ({ id }) => id,
        draw: (entry) => drawRow(entry, found, context),
      })}</ol>
    </section>
    ${selected === undefined ? drawMissing(model.requestId) : drawRequestDetail(selected, context)}
  </div>`;
}

/** The request in the address may no longer be in the journal. */
function drawMissing(id: number | undefined): TemplateResult | null {
  if (id === undefined) return null;
  return html`<article class="detail" id="detail" tabindex="-1" aria-labelledby="detail-title">
    <header class="head"><a class="back" href=${toRequestAddress(undefined)}>All requests</a>
      <h2 id="detail-title">Request no. ${id} is not in the journal</h2>
      <a class="button close" href=${toRequestAddress(undefined)} aria-label="Close request">✕</a></header>
    <p class="quiet">The journal was cleared, or keeps only later requests.</p>
  </article>`;
}

/** @param found the list as shown, in which ranges are selected */
function drawRow(
  entry: RequestEntry,
  found: readonly RequestEntry[],
  { model, set }: Context,
): TemplateResult {
  const { id, method, path, query, status, operation, time, durationMs } = entry;
  const { selection, requestId } = model;
  const pick = (isRange: boolean): void =>
    set({ selection: isRange ? selectRange(selection, id, found) : toggleRequest(selection, id) });
  const click = (event: MouseEvent): void => {
    if (!(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    pick(event.shiftKey);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const neighbour = step === undefined ? undefined : found[found.indexOf(entry) + step];
    const isBox = event.target instanceof HTMLInputElement;
    if (event.key === ' ' && !isBox) {
      event.preventDefault();
      pick(false);
    } else if (event.key === 'Escape') set({ selection: noSelection });
    else if (event.shiftKey && neighbour !== undefined)
      set({ selection: extendSelection(selection, { from: id, to: neighbour.id }, found) });
  };
  return html`<div class="selectable ${selection.ids.has(id) ? 'is-selected' : ''}" @keydown=${press}>
    <label class="pick"><input type="checkbox" aria-label="Select request ${id}, ${method} ${operation ?? path}" .checked=${selection.ids.has(id)}
      @click=${({ shiftKey }: MouseEvent) => pick(shiftKey)}></label>
    <a class="request" href=${toRequestAddress(id)} aria-current=${id === requestId ? 'true' : 'false'}
      @click=${click} @mousedown=${keepText}>
    <span class="method">${method}</span>
    <span class="path" title=${path}>${drawShortPath(path, query)}</span>
    ${drawStatus(status)}
    <span class="about"><span>${operation ?? 'no operation'}</span>
      <span>${toTime(time)}</span> <span>${toDuration(durationMs)}</span>
      ${entry.session === 'default' ? null : html`<span>${entry.session}</span>`}</span>
    ${drawWhy(entry)}
  </a></div>`;
}

/** A click with Shift would also select text. */
function keepText(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

function drawWhy(entry: RequestEntry): TemplateResult | null {
  const [fault, ...others] = entry.faults;
  const force = toForce(entry);
  if (force !== undefined)
    return html`<span class="why"><span class="tag is-forced">${force}</span></span>`;
  if (!isRefused(entry)) return null;
  if (fault === undefined) return html`<span class="why">${readProblem(entry).title}</span>`;
  const place = fault.pointer ?? fault.parameter ?? fault.header ?? '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return html`<span class="why">${place === '' ? null : html`<code>${place}</code> `}${fault.detail}${more}</span>`;
}

const uuid = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/i;

/** Draws a path with shortened ids, so that differences between paths are visible. */
function drawShortPath(path: string, query: string): TemplateResult {
  const parts = `${path}${query === '' ? '' : `?${query}`}`.split(uuid);
  return html`${parts.map((part, at) =>
    at % 2 === 1 ? html`<span class="short-id">${part.slice(0, 4)}…</span>` : part,
  )}`;
}

const ranges = [
  ['', 'All'],
  ['2xx', '2xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
] as const;

function drawFilters(context: Context, count: number): TemplateResult {
  const { model, set, actions } = context;
  const { filter } = model;
  const change = (part: Partial<RequestFilter>) => set({ filter: { ...filter, ...part } });
  const shown = () => new Set(filterRequests(model).map(({ id }) => id));
  return html`<form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
    <input type="search" aria-label="Search requests" placeholder="Search path, body or fault" .value=${filter.text}
      @keydown=${moveToRows} @input=${(event: Event) => change({ text: readValue(event) })}>
    ${drawChips('range', { text: 'Status', style: 'visually-hidden' }, ranges, filter.status, (status) => change({ status }))}
    <select aria-label="Operation" @change=${(event: Event) => change({ operation: readValue(event) })}>
      <option value="">Every operation</option>
      ${model.info?.operations.map(({ id }) => html`<option value=${id} ?selected=${id === filter.operation}>${id}</option>`)}
    </select>
    ${(model.sessions?.length ?? 0) < 2 ? null : drawSessionsSwitch(context)}
    ${drawPreflightsSwitch(context)}
    <p class="found quiet">${toCountText(context, count)}</p>
    <div class="row end">
      ${drawPause(context)}
      ${drawMenu('Export', [
        ...drawSelectedEntry(context),
        { label: 'Shown requests as HAR', act: () => actions.exportHar(shown()) },
        { label: 'All requests as HAR', act: () => actions.exportHar() },
      ])}
      <button type="button" @click=${() => actions.clearRequests()}>Clear</button>
    </div>
  </form>`;
}

function drawSelectedEntry({ model, actions }: Context) {
  const { ids } = model.selection;
  if (ids.size === 0) return [];
  return [{ label: `Selected requests as HAR (${ids.size})`, act: () => actions.exportHar(ids) }];
}

function drawSessionsSwitch({ model, set }: Context): TemplateResult {
  return html`<label class="check"><input type="checkbox" .checked=${model.allSessions}
    @change=${() => set({ allSessions: !model.allSessions })}> All sessions</label>`;
}

function drawPreflightsSwitch({ model, set }: Context): TemplateResult | null {
  const count = countPreflights(model.requests);
  if (count === 0) return null;
  return html`<label class="check"><input type="checkbox" .checked=${model.showsPreflights}
    @change=${() => set({ showsPreflights: !model.showsPreflights })}> ${count} ${count === 1 ? 'preflight' : 'preflights'}</label>`;
}

function drawPause({ model, set }: Context): TemplateResult {
  const isPaused = model.pausedAt !== undefined;
  const last = model.requests.at(-1)?.id ?? 0;
  return html`<button type="button" aria-pressed=${isPaused} @click=${() => set({ pausedAt: isPaused ? undefined : last })}>Pause</button>`;
}

function toCountText({ model }: Context, count: number): string {
  const { pausedAt, showsPreflights } = model;
  const { requests } = model;
  const isCounted = (entry: RequestEntry) => showsPreflights || !isPreflight(entry);
  const later =
    pausedAt === undefined
      ? 0
      : requests.filter((entry) => entry.id > pausedAt && isCounted(entry)).length;
  const all = requests.length - (showsPreflights ? 0 : countPreflights(requests)) - later;
  const text =
    count === all ? `${all} ${all === 1 ? 'request' : 'requests'}` : `${count} of ${all}`;
  return later === 0 ? text : `${text}, ${later} newer`;
}

/** Draws the number of selected requests, and the actions on them. */
function drawSelection(
  { model, set, actions }: Context,
  found: readonly RequestEntry[],
): TemplateResult | null {
  const { ids } = model.selection;
  const shown = ids.size === 0 ? 0 : found.filter(({ id }) => ids.has(id)).length;
  const isWhole = shown > 0 && shown === found.length;
  const change = () => set({ selection: isWhole ? noSelection : selectAll(found) });
  const hidden = ids.size - shown;
  if (found.length === 0 && ids.size === 0) return null;
  return html`<div class="selection">
    <label class="pick"><input type="checkbox" aria-label="Select all shown requests" .checked=${isWhole}
      .indeterminate=${ids.size > 0 && !isWhole} @click=${change}></label>
    <div class="row"><span role="status">${
      ids.size === 0
        ? 'None selected'
        : `${ids.size} selected${hidden === 0 ? '' : `, ${hidden} not shown`}`
    }</span>${
      ids.size === 0
        ? null
        : html`<button type="button" class="small" @click=${() => actions.exportHar(ids)}>Export selected</button>
            <button type="button" class="small" @click=${() => set({ selection: noSelection })}>Clear selection</button>`
    }</div></div>`;
}

/** Draws suggestions while the journal is empty. */
function drawFirstRequest(context: Context): TemplateResult {
  const { model, actions } = context;
  const { info } = model;
  if (info === undefined) return html`<p class="nothing">Reading…</p>`;
  const [workspace = ''] = info.workspaces;
  const { method, mediaType, body, toPath } = firstRequest;
  const { shownApiKey } = info;
  const isKnown = shownApiKey !== '$API_KEY';
  const line = `curl -X ${method} ${info.baseUrl.replace(/\/$/, '')}${toPath(workspace)} -H "Authorization: Bearer ${shownApiKey}" -H 'Content-Type: ${mediaType}' -d '${body}'`;
  return html`<section class="first card" aria-labelledby="first">
    <h2 id="first">No requests yet</h2>
    <p>Requests appear here with their responses and errors. Send one from your program, or</p>
    <p class="row"><button class="primary" @click=${() => actions.createSite()}>Create a site</button>
      <button @click=${() => actions.copy(line, 'curl command')}>Copy a curl command</button>
      <a class="button" href="#/send">Write a request</a></p>
    <pre>${isKnown ? line.replace(shownApiKey, `${shownApiKey.slice(0, 4)}…`) : line}</pre>
  </section>`;
}
