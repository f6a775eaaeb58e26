import type { Level, RunResult } from '../../results.ts';
import { groupByOperation } from '../group-checks.ts';
import { countStatuses, listStatusCounts, statusLabels, statusMeanings } from '../report-status.ts';
import { html, type Markup } from './markup.ts';

const levels: readonly { level: Level; meaning: string }[] = [
  {
    level: 'MUST',
    meaning: 'The interface states it, or a client that follows the interface relies on it.',
  },
  { level: 'SHOULD', meaning: 'Implied by the interface, but not stated.' },
  { level: 'OBSERVE', meaning: 'The interface does not say. Recorded; never fails.' },
];

/** What narrows the list of checks. Hidden until the script is there that makes it work. */
export function toFilters(result: RunResult): Markup {
  const statuses = listStatusCounts(countStatuses(result.checks, result.options.strict));
  const countOf = (level: Level) => result.checks.filter((check) => check.level === level).length;
  return html`
<form id="filters" class="filters" role="search" aria-label="Filter the checks" hidden>
<div class="row">
<label class="search"><span>Search</span><input type="search" name="text" placeholder="id, title, request, response" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
<label class="operation"><span>Operation</span><select name="operation"><option value="">all</option>${groupByOperation(
    result,
  ).map(
    ({ operation }) => html`<option value="${operation}">${operation}</option>`,
  )}</select></label>
</div>
<div class="row">
<fieldset><legend>Status</legend>${statuses.map(
    ({ status, count }) =>
      html`<label class="chip is-${status}" title="${statusMeanings[status]}"><input type="checkbox" name="status" value="${status}"><span>${statusLabels[status]} <b>${count}</b></span></label>`,
  )}</fieldset>
<fieldset><legend>Level</legend>${levels
    .filter(({ level }) => countOf(level) > 0)
    .map(
      ({ level, meaning }) =>
        html`<label class="chip" title="${meaning}"><input type="checkbox" name="level" value="${level}"><span>${level} <b>${countOf(level)}</b></span></label>`,
    )}</fieldset>
</div>
<div class="row last">
<output id="shown" aria-live="polite"></output>
<button type="button" id="open-all">Open all</button>
<button type="reset">Clear filters</button>
</div>
</form>`;
}
