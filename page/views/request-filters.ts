import { html, type TemplateResult } from 'lit-html';
import { filterRequests, isPreflight } from '../filter-requests.ts';
import type { RequestFilter } from '../model.ts';
import type { RequestEntry } from '../schemas.ts';
import type { Context } from './context.ts';
import { drawMenu } from './menu.ts';
import { moveToRows } from './windowed.ts';

const ranges = [
  ['', 'All'],
  ['2xx', '2xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
] as const;

export function drawFilters(context: Context, count: number): TemplateResult {
  const { model, set, actions } = context;
  const { filter } = model;
  const change = (part: Partial<RequestFilter>) => set({ filter: { ...filter, ...part } });
  const read = ({ target }: Event): string =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';
  const shown = () => new Set(filterRequests(model).map(({ id }) => id));
  return html`<form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
    <input type="search" aria-label="Search requests" placeholder="Search path, operation, body, fault" .value=${filter.text}
      @keydown=${moveToRows} @input=${(event: Event) => change({ text: read(event) })}>
    <fieldset class="chips"><legend class="visually-hidden">Status</legend>${ranges.map(
      ([
        value,
        label,
      ]) => html`<label class="chip"><input type="radio" name="range" value=${value} .checked=${filter.status === value}
        @change=${() => change({ status: value })}><span>${label}</span></label>`,
    )}</fieldset>
    <select aria-label="Operation" @change=${(event: Event) => change({ operation: read(event) })}>
      <option value="">Every operation</option>
      ${model.info?.operations.map(({ id }) => html`<option value=${id} ?selected=${id === filter.operation}>${id}</option>`)}
    </select>
    ${(model.sessions?.length ?? 0) < 2 ? null : drawSessionsSwitch(context)}
    ${drawPreflightsSwitch(context)}
    <p class="found">${toCountText(context, count)}</p>
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

/** How many of them there are is counted once for each list. */
let counted: { requests: readonly RequestEntry[]; preflights: number } | undefined;

export function countPreflights(requests: readonly RequestEntry[]): number {
  if (counted?.requests !== requests)
    counted = { requests, preflights: requests.filter(isPreflight).length };
  return counted.preflights;
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
