import { html, type TemplateResult } from 'lit-html';
import { toCount, toDuration } from '../../writers/terminal-text.ts';
import type { Context } from '../actions.ts';
import { locateFault, type RequestEntry } from '../api.ts';
import {
  filterRequests,
  isPreflight,
  isRefused,
  isVisit,
  parseProblem,
  selectRange,
  toForce,
  toggleId,
} from '../journal.ts';
import { type Model, noSelection, type RequestFilter, toAddress } from '../model.ts';
import {
  type Content,
  drawChoice,
  drawDetail,
  drawMenu,
  drawMessage,
  drawReasons,
  drawRows,
  drawSearch,
  drawStatus,
  drawTime,
  readValue,
} from '../parts.ts';
import { createDraft, findHeader, toCurlLine, toRequest, toTarget, toWhole } from '../request.ts';
import { decodePath } from '../words.ts';

export function drawRequests(context: Context): TemplateResult {
  const { model } = context;
  if (model.requests.every(isVisit)) return drawFirstRequest(context);
  const listed = filterRequests(model);
  const { requestId } = model;
  const detail = requestId === undefined ? null : drawRequest(requestId, listed, context);
  return html`<div class="split ${detail === null ? '' : 'has-detail'}">
    <section class="list" aria-label="Requests" tabindex="-1">
      ${drawFilters(context, listed)}
      ${listed.length === 0 ? html`<p class="nothing">No request matches the filters.</p>` : null}
      ${drawSelection(context, listed)}
      ${drawRows(
        listed,
        ({ id }) => id,
        (entry) => drawRow(entry, listed, context),
      )}
    </section>${detail}</div>`;
}

/** @param listed the list that is visible, in which ranges are selected */
function drawRow(entry: RequestEntry, listed: readonly RequestEntry[], { model, set }: Context) {
  const { id, method, path, status, operation, time, durationMs, session } = entry;
  const { selection, requestId } = model;
  const pick = (isRange: boolean): void =>
    set({ selection: isRange ? selectRange(selection, id, listed) : toggleId(selection, id) });
  const click = (event: MouseEvent): void => {
    if (!(event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    pick(event.shiftKey);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step === undefined ? undefined : listed[listed.indexOf(entry) + step];
    if (event.key === ' ' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      pick(false);
    } else if (event.key === 'Escape') set({ selection: noSelection });
    else if (event.shiftKey && next !== undefined) {
      const anchor = selection.anchor ?? id;
      set({ selection: selectRange({ ...selection, anchor }, next.id, listed) });
    }
  };
  return html`<div class="selectable ${selection.ids.has(id) ? 'is-selected' : ''}" @keydown=${press}>
    <label class="pick"><input type="checkbox" aria-label="Select request ${id}, ${method} ${operation ?? path}" .checked=${selection.ids.has(id)}
      @click=${({ shiftKey }: MouseEvent) => pick(shiftKey)}></label>
    <a class="request" href=${toAddress('requests', id)} aria-current=${id === requestId} @click=${click}>
      <span class="method">${method}</span> <code class="path" title=${path}>${drawShortTarget(entry)}</code> ${drawStatus(status)}
      <span class="about"><span class="quiet">${operation ?? 'no operation'} · ${drawTime(time)} · ${toDuration(durationMs)}${session === 'default' ? '' : ` · ${session}`}</span> ${drawWhy(entry)}</span></a></div>`;
}

/** Draws a path with shortened ids, so that differences between paths are visible. */
function drawShortTarget(entry: RequestEntry): Content[] {
  const uuid = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;
  return decodePath(toTarget(entry))
    .split(uuid)
    .map((part, index) => {
      const isId = index % 2 === 1;
      return isId ? html`<small>${part.slice(0, 4)}…</small>` : part;
    });
}

/** What the header `X-Mock-Basis` says of a response that does not come from stored records. */
const bases: Readonly<Record<string, string>> = {
  example: 'example of the document',
  generated: 'generated',
};

function readBasis({ response }: RequestEntry): string | undefined {
  return findHeader(response.headers, 'x-mock-basis');
}

function drawWhy(entry: RequestEntry): TemplateResult | null {
  const force = toForce(entry);
  if (force !== undefined)
    return html`<span class="why"><span class="tag is-warn">${force}</span></span>`;
  const basis = readBasis(entry);
  if (basis !== undefined)
    return html`<span class="why"><span class="tag">${bases[basis] ?? basis}</span></span>`;
  if (!isRefused(entry)) return null;
  const [fault] = entry.faults;
  if (fault === undefined)
    return html`<span class="why">${parseProblem(entry.response.body?.text).title}</span>`;
  const further = entry.faults.length - 1;
  const more = further === 0 ? '' : ` and ${further} more`;
  return html`<span class="why"><code>${locateFault(fault)}</code> ${fault.detail}${more}</span>`;
}

const ranges = ['', '2xx', '4xx', '5xx'].map((range) => [range, range || 'All'] as const);

function drawFilters(context: Context, listed: readonly RequestEntry[]): TemplateResult {
  const { model, mock, set, actions } = context;
  const { filter, requests } = model;
  const change = (part: Partial<RequestFilter>) => set({ filter: { ...filter, ...part } });
  const isPaused = Number.isFinite(filter.until);
  const pause = () => {
    const last = requests.at(-1)?.id ?? 0;
    change({ until: isPaused ? Number.POSITIVE_INFINITY : last });
  };
  const preflights = requests.filter(isPreflight).length;
  const session = filter.allSessions ? '' : `?session=${encodeURIComponent(model.session)}`;
  const drawCheckbox = (name: 'allSessions' | 'preflights', label: string) =>
    html`<label><input type="checkbox" .checked=${filter[name]} @change=${() => change({ [name]: !filter[name] })}> ${label}</label>`;
  const ids = new Set(listed.map((entry) => entry.id));
  return html`<form class="filters row" role="search" @submit=${(event: Event) => event.preventDefault()}>
    ${drawSearch('Search requests', 'Search path, body or fault', filter.text, (text) => change({ text }))}
    ${drawChoice<string>('Status', ranges, filter.status, (status) => change({ status }))}
    <select aria-label="Operation" @change=${(event: Event) => change({ operation: readValue(event) })}>
      <option value="">Every operation</option>
      ${mock.info.operations.map(({ id }) => html`<option value=${id} ?selected=${id === filter.operation}>${id}</option>`)}
    </select>
    ${mock.sessions.length < 2 ? null : drawCheckbox('allSessions', 'All sessions')}
    ${preflights === 0 ? null : drawCheckbox('preflights', toCount(preflights, 'preflight'))}
    <p class="found quiet">${toCountText(model, listed.length)}</p>
    <div class="row">
      <button type="button" aria-pressed=${isPaused} @click=${pause}>Pause</button>
      ${drawMenu('Export', [
        { label: 'Shown requests as HAR', act: () => actions.exportHar(ids) },
        { label: 'All requests as HAR', act: () => actions.exportHar() },
      ])}
      <button type="button" @click=${() => actions.run('Journal cleared.', 'DELETE', `/requests${session}`)}>Clear</button>
    </div>
  </form>`;
}

function toCountText({ requests, filter }: Model, count: number): string {
  const counted = requests.filter((entry) => filter.preflights || !isPreflight(entry));
  const later = counted.filter(({ id }) => id > filter.until).length;
  const all = counted.length - later;
  const text = count === all ? toCount(all, 'request') : `${count} of ${all}`;
  return later === 0 ? text : `${text}, ${later} newer`;
}

/** Draws the number of selected requests, and the actions on them. */
function drawSelection({ model, set, actions }: Context, listed: readonly RequestEntry[]) {
  const { ids } = model.selection;
  if (listed.length === 0 && ids.size === 0) return null;
  const visible = listed.filter(({ id }) => ids.has(id)).length;
  const isComplete = visible > 0 && visible === listed.length;
  const all = { ids: new Set(listed.map(({ id }) => id)) };
  const hidden = ids.size === visible ? '' : `, ${ids.size - visible} not shown`;
  return html`<div class="selection">
    <label class="pick"><input type="checkbox" aria-label="Select all shown requests" .checked=${isComplete}
      .indeterminate=${ids.size > 0 && !isComplete} @click=${() => set({ selection: isComplete ? noSelection : all })}></label>
    <div class="row quiet"><span role="status">${ids.size === 0 ? 'None selected' : `${ids.size} selected${hidden}`}</span>
      <button type="button" ?hidden=${ids.size === 0} @click=${() => actions.exportHar(ids)}>Export selected</button>
      <button type="button" ?hidden=${ids.size === 0} @click=${() => set({ selection: noSelection })}>Clear selection</button></div></div>`;
}

function drawRequest(
  id: number,
  listed: readonly RequestEntry[],
  context: Context,
): TemplateResult {
  const entry = context.model.requests.find((request) => request.id === id);
  if (entry === undefined) {
    const why = html`<p class="quiet">The journal was cleared, or keeps only later requests.</p>`;
    return drawDetail(toAddress('requests'), `Request no. ${id} is not in the journal`, null, why);
  }
  const { method, status, operation, time, durationMs, session, request, response, faults } = entry;
  const force = toForce(entry);
  // The latest request is the first of the list.
  const index = listed.indexOf(entry);
  const drawNeighbour = (neighbour: RequestEntry | undefined, label: string) =>
    neighbour === undefined || index < 0
      ? null
      : html`<a class="button" href=${toAddress('requests', neighbour.id)}>${label}</a>`;
  return drawDetail(
    toAddress('requests'),
    html`<span class="method">${method}</span> <code title=${toTarget(entry)}>${decodePath(toTarget(entry))}</code>`,
    [drawNeighbour(listed[index + 1], 'Earlier'), drawNeighbour(listed[index - 1], 'Later')],
    html`<p class="row quiet">${drawStatus(status)} <span>${operation ?? 'no operation'}</span> ${drawTime(time)}
      <span>${toDuration(durationMs)}</span> <span>session ${session}</span> <span>no. ${id}</span>
      ${force === undefined ? null : html`<span class="tag is-warn">${force}</span>`}</p>
    ${drawActions(entry, context)}
    ${drawRefusal(entry, force)}
    <section aria-labelledby="sent"><h3 id="sent">Request</h3>${drawMessage(request, faults)}</section>
    <section aria-labelledby="answered"><h3 id="answered">Response</h3>
      ${status === 0 ? html`<p class="quiet">No response, because of the fault.</p>` : drawMessage(response)}</section>`,
  );
}

function drawActions(entry: RequestEntry, { mock, actions }: Context): TemplateResult {
  const isUnknown = entry.operation === undefined;
  return html`<div class="row">
    <button aria-keyshortcuts="r" @click=${() => actions.sendAgain(entry)}>Send again</button>
    <button aria-keyshortcuts="e" @click=${() => actions.editRequest(entry)}>Edit and send</button>
    <button ?disabled=${isUnknown} title=${isUnknown ? 'The request does not match an operation' : ''}
      @click=${() => actions.repeatAnswer(entry)}>Repeat this response next time</button>
    ${drawMenu('Copy as', [
      { label: 'curl', key: 'c', act: () => actions.copyCurl(toWhole(entry), mock.info) },
      { label: 'fetch', act: () => actions.copyFetch(toWhole(entry), mock.info) },
      { label: 'HAR', act: () => actions.copyHar(entry) },
    ])}
  </div>`;
}

/** Draws why a request did not get the response of its operation. */
function drawRefusal(entry: RequestEntry, force: string | undefined): TemplateResult | null {
  const { injected, faults, response } = entry;
  const draw = (title: string, content: Content): TemplateResult =>
    html`<section class="refusal" aria-label="Why"><h3>${title}</h3>${content}</section>`;
  if (force?.startsWith('fault')) {
    const rule = html`<p><code>${injected?.effect}</code> The state did not change.</p>`;
    return draw('Fault injected', rule);
  }
  if (force !== undefined) {
    const header = html`<p>The request asked for this by its header <code>${force}</code>.</p>`;
    return draw('Response forced', header);
  }
  if (!isRefused(entry)) return null;
  const { title, detail } = parseProblem(response.body?.text);
  return draw(title || 'Request refused', drawReasons(detail, faults));
}

/** Draws suggestions while the journal is empty: the first operation that creates something. */
function drawFirstRequest({ model, mock, actions }: Context): TemplateResult {
  const operation = mock.contract.find(({ method }) => method === 'POST');
  const { summary = 'Send a request' } = operation ?? {};
  const draft = createDraft(operation, mock, model.session);
  const request = toRequest(draft, operation, mock.info);
  const line = toCurlLine(request, { ...mock.info, shownApiKey: '$API_KEY' });
  return html`<section class="first card" aria-labelledby="first">
    <h2 id="first">No requests yet</h2>
    <p>Requests appear here with their responses and errors. Send one from your program, or</p>
    <p class="row"><button class="primary" @click=${() => actions.sendNow(request)}>${summary}</button>
      <button @click=${() => actions.copyCurl(request, mock.info)}>Copy a curl command</button>
      <a class="button" href=${toAddress('send')}>Write a request</a></p>
    <pre>${line}</pre>
  </section>`;
}
