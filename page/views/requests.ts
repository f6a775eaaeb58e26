import { html, type TemplateResult } from 'lit-html';
import { toRequestAddress } from '../address.ts';
import { filterRequests, toForce } from '../filter-requests.ts';
import { readProblem } from '../read-problem.ts';
import type { RequestEntry } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawFirstRequest } from './first-request.ts';
import { drawRequestDetail } from './request-detail.ts';
import { drawFilters } from './request-filters.ts';
import { drawShortPath } from './short-path.ts';
import { drawStatus, isRefused, toDuration, toTime } from './status.ts';
import { drawWindowed } from './windowed.ts';

export function drawRequests(context: Context): TemplateResult {
  const { model } = context;
  if (model.requests.length === 0) return drawFirstRequest(context);
  const found = filterRequests(model);
  const selected = model.requests.find(({ id }) => id === model.requestId);
  return html`<div class="split ${selected === undefined ? '' : 'has-detail'}">
    <section class="list" aria-label="Requests" tabindex="-1">
      ${drawFilters(context, found.length)}
      ${found.length === 0 ? html`<p class="nothing">No request matches the filters.</p>` : null}
      <ol class="rows" ?hidden=${found.length === 0}>${drawWindowed({
        items: found,
        toKey: ({ id }) => id,
        draw: (entry) => drawRow(entry, context.model.requestId),
      })}</ol>
    </section>
    ${selected === undefined ? null : drawRequestDetail(selected, context)}
  </div>`;
}

function drawRow(entry: RequestEntry, selectedId: number | undefined): TemplateResult {
  const { id, method, path, query, status, operation, time, durationMs } = entry;
  return html`<a class="request" href=${toRequestAddress(id)} aria-current=${id === selectedId ? 'true' : 'false'}>
    <span class="method">${method}</span>
    <span class="path" title=${path}>${drawShortPath(path, query)}</span>
    ${drawStatus(status)}
    <span class="about"><span>${operation ?? 'no operation'}</span>
      <span>${toTime(time)}</span> <span>${toDuration(durationMs)}</span>
      ${entry.session === 'default' ? null : html`<span>${entry.session}</span>`}</span>
    ${drawWhy(entry)}
  </a>`;
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
