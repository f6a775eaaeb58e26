import type { CheckResult, Level, RunResult } from '../../results.ts';
import { type CauseGroup, groupByCause, mapToCauses } from '../group-causes.ts';
import {
  countStatuses,
  groupByOperation,
  listByStatus,
  listStatusCounts,
  type OperationGroup,
  type ReportStatus,
  statuses,
  toReportStatus,
} from '../report-status.ts';
import { toCount, toDuration } from '../text.ts';
import { toCause, toFailures, toOthers } from './failure.ts';
import {
  html,
  type Markup,
  type Part,
  statusMeanings,
  toAnchor,
  toSection,
  toStatusBadge,
} from './page.ts';

/** Beyond so many, a page of open failures is no longer a page that one reads: the first alone is open then. */
const mostOpen = 10;
const needAttention: readonly ReportStatus[] = ['failed', 'error', 'tolerated', 'known'];

interface CheckOptions {
  strict: boolean;
  /** Ids of the checks that are open from the start. */
  open: ReadonlySet<string>;
  groups: readonly CauseGroup[];
  /** The check that shows the cause of another, by the id of that one. */
  causes: ReadonlyMap<string, CheckResult>;
}

/** Every check by operation, those that need attention first, the others folded. */
export function toChecks(result: RunResult): Markup {
  const groups = groupByOperation(result);
  const causeGroups = groupByCause(result);
  const causes = mapToCauses(causeGroups);
  const urgent = listByStatus(result, 'failed', 'error')
    .map(({ id }) => id)
    .filter((id) => !causes.has(id));
  const options = {
    strict: result.options.strict,
    open: new Set(urgent.slice(0, urgent.length <= mostOpen ? mostOpen : 1)),
    groups: causeGroups,
    causes,
  };
  return toSection(
    'checks',
    'Checks',
    html`${toFilters(result)}
${groups.map((group) => toGroup(group, options))}
<p id="nothing" class="nothing" hidden>No check matches the filters.</p>`,
  );
}

function toGroup({ operation, checks, counts }: OperationGroup, options: CheckOptions): Markup {
  const statusOf = (check: CheckResult) => toReportStatus(check, options.strict);
  const { groups } = options;
  // Causes in their order, then their consequences.
  const placeOf = (check: CheckResult) =>
    groups.findIndex((group) => group.check === check) +
    (options.causes.has(check.id) ? groups.length + 1 : 0);
  const urgent = checks
    .filter((check) => needAttention.includes(statusOf(check)))
    .toSorted(
      (one, other) =>
        needAttention.indexOf(statusOf(one)) - needAttention.indexOf(statusOf(other)) ||
        placeOf(one) - placeOf(other),
    );
  const rest = checks.filter((check) => !needAttention.includes(statusOf(check)));
  const totals = listStatusCounts(counts)
    .filter(({ status }) => !needAttention.includes(status))
    .map(({ status, count }) => `${count} ${statuses[status].label}`)
    .reverse()
    .join(', ');
  return html`
<section class="group" aria-labelledby="${toAnchor('operation', operation)}">
<h3 id="${toAnchor('operation', operation)}">${operation} <span class="quiet">${toCount(checks.length, 'check')}</span></h3>
${urgent.map((check) => toCheck(check, options))}
${rest.length > 0 && html`<details class="rest"><summary>${totals}</summary>${rest.map((check) => toCheck(check, options))}</details>`}
</section>`;
}

function toCheck(check: CheckResult, { strict, open, groups, causes }: CheckOptions): Markup {
  const { id, title, level, operation, requirements, durationMs, requests } = check;
  const status = toReportStatus(check, strict);
  const group = groups.find((candidate) => candidate.check === check);
  return html`
<details class="check is-${status}" id="${toAnchor('check', id)}" data-status="${status}" data-level="${level}" data-operation="${operation}"${open.has(id) && html` open`}>
<summary>${toStatusBadge(status)} <span class="level">${level}</span> <h4>${title}</h4> <code class="id">${id}</code></summary>
<div class="content">
${toRequirements(requirements)}
${toOutcome(check, status)}
${toCause(causes.get(id))}
${toFailures(check)}
${group !== undefined && toOthers(group)}
<p class="cost">${toCount(requests, 'request')}, ${toDuration(durationMs)}</p>
</div>
</details>`;
}

function toRequirements(requirements: CheckResult['requirements']): Part {
  if (requirements.length === 0) return undefined;
  return html`<div class="requirements"><p class="label">${requirements.length === 1 ? 'Requirement' : 'Requirements'}</p>${requirements.map(
    ({ id, statement, section }) =>
      html`<blockquote><p>${statement}</p><footer>${section} · <code>${id}</code></footer></blockquote>`,
  )}</div>`;
}

function toOutcome({ outcome }: CheckResult, status: ReportStatus): Part {
  switch (outcome.status) {
    case 'passed':
      return undefined;
    case 'observed':
      return html`<p class="reason">Observed: ${outcome.statement}</p>`;
    case 'failed':
      if (outcome.known !== undefined) {
        const { expires, reason } = outcome.known;
        return html`<p class="reason">Known until <time datetime="${expires}">${expires}</time>: ${reason}</p>`;
      }
      return status === 'tolerated' && html`<p class="reason">${statusMeanings.tolerated}</p>`;
    default:
      return html`<p class="reason">${outcome.reason}</p>`;
  }
}

const levels: readonly { level: Level; meaning: string }[] = [
  {
    level: 'MUST',
    meaning: 'The interface states it, or a client that follows the interface relies on it.',
  },
  { level: 'SHOULD', meaning: 'Implied by the interface, but not stated.' },
  { level: 'OBSERVE', meaning: 'The interface does not say. Recorded; never fails.' },
];

/** What narrows the list of checks. Hidden until its script has loaded. */
function toFilters(result: RunResult): Markup {
  const occurring = listStatusCounts(countStatuses(result.checks, result.options.strict));
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
<fieldset><legend>Status</legend>${occurring.map(
    ({ status, count }) =>
      html`<label class="chip is-${status}" title="${statusMeanings[status]}"><input type="checkbox" name="status" value="${status}"><span>${statuses[status].label} <b>${count}</b></span></label>`,
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
