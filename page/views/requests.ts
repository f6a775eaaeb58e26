import { html, type TemplateResult } from 'lit-html';
import { toRequestAddress } from '../address.ts';
import { filterRequests, isVisit, toForce } from '../filter-requests.ts';
import { readProblem } from '../read-problem.ts';
import type { RequestEntry } from '../schemas.ts';
import { extendSelection, noSelection, selectRange, toggleRequest } from '../selection.ts';
import type { Context } from './context.ts';
import { drawFirstRequest } from './first-request.ts';
import { drawRequestDetail } from './request-detail.ts';
import { drawFilters } from './request-filters.ts';
import { drawSelection } from './request-selection.ts';
import { drawShortPath } from './short-path.ts';
import { drawStatus, isRefused, toDuration, toTime } from './status.ts';
import { drawWindowed } from './windowed.ts';

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

/** An address may be older than the journal. */
function drawMissing(id: number | undefined): TemplateResult | null {
  if (id === undefined) return null;
  return html`<article class="detail" id="detail" tabindex="-1" aria-labelledby="detail-title">
    <header class="head"><a class="back" href=${toRequestAddress(undefined)}>All requests</a>
      <h2 id="detail-title">Request no. ${id} is not in the journal</h2>
      <a class="button close" href=${toRequestAddress(undefined)} aria-label="Close request">✕</a></header>
    <p class="quiet">The journal was cleared, or keeps only later requests. <code>--journal</code> sets how many it keeps.</p>
  </article>`;
}

/** @param found the list as it is shown, in which ranges are selected */
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

/** A click with Shift would also select the text between here and the last click. */
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
