import { toCount, toDuration, toExcerpt } from '../../../writers/terminal-text.ts';
import type { CheckResult, Exchange, Failure, Level, RunResult } from '../../results.ts';
import {
  type CauseGroup,
  groupByCause,
  mapToCauses,
  toOthersText,
  toSingleGroup,
} from '../group-causes.ts';
import { toBodyWindow, type WindowLine } from '../json-lines.ts';
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
import {
  type Difference,
  listEarlier,
  toComparison,
  toNoAnswer,
  toShellText,
} from '../report-texts.ts';
import {
  html,
  levels,
  type Markup,
  type Part,
  statusMeanings,
  toAnchor,
  toLink,
  toSection,
  toShell,
  toStatusBadge,
} from './page.ts';

/** If more checks need attention, only the first one is initially open, to keep the page readable. */
const mostOpen = 10;
const needAttention: readonly ReportStatus[] = ['failed', 'error', 'tolerated', 'known'];

interface CheckOptions {
  strict: boolean;
  open: ReadonlySet<string>;
  groups: readonly CauseGroup[];
  causes: ReadonlyMap<string, CheckResult>;
}

/** All checks by operation. Those that need attention come first, the others are folded. */
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
  // Causes in their order, each followed by its consequences.
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

/** The filters of the list of checks. Hidden until the script has loaded. */
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

const shown = { failures: 10, characters: 8000, lines: 120, linesBefore: 40 };

/** The details needed to understand, assess and reproduce the failures of a check. */
function toFailures({ outcome, id }: CheckResult): Part {
  if (outcome.status !== 'failed') return undefined;
  const { failures } = outcome;
  const left = failures.length - shown.failures;
  return html`${failures
    .slice(0, shown.failures)
    .map((failure, index) =>
      toFailure(failure, failures.length > 1 ? `${index + 1} of ${failures.length}: ` : '', id),
    )}${left > 0 && html`<p class="more">and ${toCount(left, 'failure')} more, in the JSON report</p>`}`;
}

function toFailure(failure: Failure, place: string, check: string): Markup {
  const { finding, message, pointer, exchange } = failure;
  const { expected, received, difference, note } = toComparison(failure, shown.characters);
  return html`
<section class="failure">
<h5>${place}${finding ?? message}</h5>
${finding !== undefined && finding !== message && html`<p class="note">${message}</p>`}
<dl class="comparison">
<div class="expected"><dt>Expected</dt><dd><pre><code>${markDifference(expected, difference)}</code></pre></dd></div>
<div class="received"><dt>Received</dt><dd><pre><code>${markDifference(received, difference)}</code></pre></dd></div>
</dl>
${note !== undefined && html`<p class="note">${note}</p>`}
${pointer !== undefined && html`<p class="place">Location: ${pointer === '' ? 'the whole response body' : html`<code>${pointer}</code> in the response body`}</p>`}
${exchange !== undefined && toExchange(exchange, failure, check)}
</section>`;
}

function toExchange(exchange: Exchange, failure: Failure, check: string): Markup {
  const { request, reply, durationMs } = exchange;
  return html`
<div class="exchange">
${listEarlier(failure).map((earlier) => toEarlier(earlier.exchange, earlier.label, check))}
<h6>Request</h6>
<p class="line"><strong>${request.method}</strong> <code>${request.url}</code></p>
${toHeaders(request.headers, 'Request headers')}
${toBody(request.body, `Request body of ${check}`)}
<h6>Response</h6>
${
  reply === undefined
    ? html`<p class="line">${toNoAnswer(exchange)}</p>`
    : html`<p class="line"><strong>${reply.status}</strong> ${reply.headers['content-type'] ?? 'no content type'} <span class="quiet">in ${toDuration(durationMs)}</span></p>
${toHeaders(reply.headers, 'Response headers')}
${toBody(reply.body, `Response body of ${check}`, failure.pointer)}`
}
<h6>Reproduce</h6>
${toShell(toShellText(failure) ?? '', `the shell command of ${check}`)}
</div>`;
}

/** An earlier request that caused the failure or wrote the value: what it sent, and its status. */
function toEarlier({ request, reply }: Exchange, label: string, check: string): Markup {
  return html`<h6>${label}</h6>
<p class="line"><strong>${request.method}</strong> <code>${request.url}</code>${reply !== undefined && html` <span class="quiet">returned ${reply.status}</span>`}</p>
${toBody(request.body, `${label}: body of the request, ${check}`)}`;
}

function toHeaders(headers: Readonly<Record<string, string>>, label: string): Part {
  const entries = Object.entries(headers);
  if (entries.length === 0) return undefined;
  return html`<details class="headers"><summary>${label}</summary><dl>${entries.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></details>`;
}

function markDifference(text: string, difference: Difference | undefined): Markup {
  if (difference === undefined) return html`${text}`;
  const { start, end } = difference;
  const last = text.length - end;
  const middle = text.slice(start, last);
  return html`${text.slice(0, start)}${middle !== '' && html`<mark>${middle}</mark>`}${text.slice(last)}`;
}

/** Formats a body, indented if it is JSON, and marks the place of the failure. */
function toBody(body: string | undefined, label: string, pointer?: string): Part {
  if (body === undefined || body === '') return undefined;
  return html`<pre class="body" tabindex="0" role="region" aria-label="${label}"><code>${toBodyLines(body, pointer)}</code></pre>`;
}

function toBodyLines(body: string, pointer: string | undefined): Part {
  const window = toBodyWindow(body, pointer, {
    whole: shown.lines,
    before: shown.linesBefore,
    behind: shown.lines - shown.linesBefore,
  });
  if (window === undefined) return toExcerpt(body, shown.characters);
  const lines = window.lines.slice(0, shown.lines);
  const left = window.behind + window.lines.length - lines.length;
  return html`${window.before > 0 && `… ${window.before} lines above\n`}${lines.map(toLine)}${left > 0 && `… ${left} more lines`}`;
}

function toLine({ depth, text, isMarked }: WindowLine): Markup {
  const line = `${'  '.repeat(depth)}${toExcerpt(text, shown.characters)}`;
  return isMarked ? html`<mark>${line}</mark>\n` : html`${line}\n`;
}

/** The other checks with the same cause, folded. */
export function toOthers(group: CauseGroup): Part {
  if (group.others.length === 0) return undefined;
  const items = group.others.map((check) => {
    const message = toSingleGroup(check).failure?.message;
    return html`<li>${toLink('check', check.id, check.title)}${message !== undefined && html` <span class="quiet">${message}</span>`}</li>`;
  });
  return html`<details class="others"><summary>${toOthersText(group)}</summary><ul>${items}</ul></details>`;
}

/** Link to the check that represents the cause. */
function toCause(cause: CheckResult | undefined): Part {
  if (cause === undefined) return undefined;
  return html`<p class="reason">Probably the same cause as ${toLink('check', cause.id, cause.id)}, which shows it more directly.</p>`;
}
