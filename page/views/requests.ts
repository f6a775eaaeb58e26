import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { toRequestAddress } from '../address.ts';
import { filterRequests } from '../filter-requests.ts';
import { readProblem } from '../read-problem.ts';
import type { RequestEntry } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawFirstRequest } from './first-request.ts';
import { moveFocus } from './move-focus.ts';
import { drawRequestDetail } from './request-detail.ts';
import { drawFilters } from './request-filters.ts';
import { drawShortPath } from './short-path.ts';
import { drawStatus, isRefused, toDuration, toTime } from './status.ts';

/** How many rows are drawn; a filter finds the others. */
const shownLimit = 200;

export function drawRequests(context: Context): TemplateResult {
  const { model } = context;
  if (model.requests.length === 0) return drawFirstRequest(context);
  const found = filterRequests(model);
  const selected = model.requests.find(({ id }) => id === model.requestId);
  const shown = found.slice(0, shownLimit);
  return html`<div class="split ${selected === undefined ? '' : 'has-detail'}">
    <section class="list" aria-label="Requests">
      ${drawFilters(context, found.length)}
      ${shown.length === 0 ? html`<p class="nothing">No request matches the filters.</p>` : null}
      <ol class="rows" @keydown=${moveFocus}>${repeat(
        shown,
        ({ id }) => id,
        (entry) => html`<li>${drawRow(entry, context)}</li>`,
      )}</ol>
      ${found.length > shownLimit ? html`<p class="nothing">${found.length - shownLimit} earlier requests; use the filters to find them.</p>` : null}
    </section>
    ${selected === undefined ? null : drawRequestDetail(selected, context)}
  </div>`;
}

function drawRow(entry: RequestEntry, { model }: Context): TemplateResult {
  const { id, method, path, query, status, operation, time, durationMs, injected } = entry;
  return html`<a class="request" href=${toRequestAddress(id)} aria-current=${id === model.requestId ? 'true' : 'false'}>
    <span class="method">${method}</span>
    <span class="path" title=${path}>${drawShortPath(path, query)}</span>
    ${drawStatus(status)}
    <span class="about"><span>${operation ?? 'no operation'}</span>
      <span>${toTime(time)}</span> <span>${toDuration(durationMs)}</span>
      ${entry.session === 'default' ? null : html`<span>${entry.session}</span>`}
      ${injected === undefined ? null : html`<span class="injected">injected: ${injected.effect}</span>`}</span>
    ${drawWhy(entry)}
  </a>`;
}

function drawWhy(entry: RequestEntry): TemplateResult | null {
  const [fault, ...others] = entry.faults;
  if (!isRefused(entry) || entry.injected !== undefined) return null;
  if (fault === undefined) return html`<span class="why">${readProblem(entry).title}</span>`;
  const place = fault.pointer ?? fault.parameter ?? fault.header ?? '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return html`<span class="why">${place === '' ? null : html`<code>${place}</code> `}${fault.detail}${more}</span>`;
}
