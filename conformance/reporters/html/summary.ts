import type { RunResult } from '../../results.ts';
import { toComparison } from '../comparison.ts';
import { toCount, toNumber } from '../count.ts';
import { type CauseGroup, groupByCause, toFinding } from '../group-causes.ts';
import { groupByOperation, listByStatus } from '../group-checks.ts';
import {
  countStatuses,
  listStatusCounts,
  type StatusCounts,
  statusLabels,
  statusMeanings,
  toReportStatus,
} from '../report-status.ts';
import { toVerdictText } from '../verdict-text.ts';
import { toOthers } from './failure.ts';
import { html, type Markup, type Part, toAnchor, toStatusBadge } from './markup.ts';

const shownCharacters = 120;

/** What a reader has to know who reads nothing else. */
export function toSummary(result: RunResult): Markup {
  const { verdict, target, startedAt, contract, warnings, checks, options } = result;
  const { headline, explanation } = toVerdictText(result);
  return html`
<header class="verdict is-${verdict.kind}">
<p class="kicker">Conformance report</p>
<h1>${headline}</h1>
<p class="explanation">${explanation}</p>
<dl class="facts">
<div><dt>Target</dt><dd>${target.baseUrl}</dd></div>
<div><dt>Checked on</dt><dd><time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>Contract</dt><dd>${contract.title} ${contract.version}</dd></div>
</dl>
</header>
${toFigures(countStatuses(checks, options.strict))}
${warnings.length > 0 && html`<section class="warnings" aria-labelledby="warnings-heading"><h2 id="warnings-heading">Warnings</h2><ul>${warnings.map((warning) => html`<li>${warning}</li>`)}</ul></section>`}
${toBroken(result)}
${toOperations(result)}`;
}

/** The whole run as one bar, with its legend. */
function toFigures(counts: StatusCounts): Markup {
  return html`
<section class="figures" aria-label="All checks">
${toBar(counts)}
<dl>${listStatusCounts(counts)
    .toReversed()
    .map(
      ({ status, count }) =>
        html`<div class="is-${status}" title="${statusMeanings[status]}"><dt>${statusLabels[status]}</dt><dd>${toNumber(count)}</dd></div>`,
    )}</dl>
</section>`;
}

function toBroken(result: RunResult): Part {
  const broken = listByStatus(result, 'failed');
  const known = listByStatus(result, 'known').map((check) => ({ check, others: [] }));
  const found = [...groupByCause(result), ...known];
  if (found.length === 0) return undefined;
  return html`
<section aria-labelledby="broken-heading">
<h2 id="broken-heading">${broken.length > 0 ? 'What is broken' : 'Broken, but not counted'}</h2>
<table class="broken">
<thead><tr><th scope="col">Status</th><th scope="col">Finding</th><th scope="col">Operation</th></tr></thead>
<tbody>${found.map(
    (group) =>
      html`<tr><td>${toStatusBadge(toReportStatus(group.check, result.options.strict))}</td><th scope="row"><a href="#${toAnchor('check', group.check.id)}">${toFinding(group)}</a>${toFirstMessage(group)}${toOthers(group)}</th><td>${group.check.operation}</td></tr>`,
  )}</tbody>
</table>
</section>`;
}

/** What was expected and received; the check says what should hold. */
function toFirstMessage({ check, failure }: CauseGroup): Part {
  const [first] = check.outcome.status === 'failed' ? check.outcome.failures : [];
  const shown = failure ?? first;
  if (shown === undefined) return undefined;
  const { expected, received } = toComparison(shown, shownCharacters);
  return html`<p class="found">${check.title}: expected <code>${expected}</code>, received <code>${received}</code></p>`;
}

function toOperations(result: RunResult): Markup {
  return html`
<section aria-labelledby="operations-heading">
<h2 id="operations-heading">Operations</h2>
<table class="operations">
<thead><tr><th scope="col">Operation</th><th scope="col">Share of its checks</th><th scope="col">Checks</th></tr></thead>
<tbody>${groupByOperation(result).map(
    ({ operation, checks, counts }) =>
      html`<tr><th scope="row"><a href="#${toAnchor('operation', operation)}">${operation}</a></th><td>${toBar(counts)}</td><td>${toTotals(counts, checks.length)}</td></tr>`,
  )}</tbody>
</table>
</section>`;
}

/** What stands apart from what passed, so that a row without trouble reads as one short phrase. */
function toTotals(counts: StatusCounts, total: number): string {
  if (counts.passed === total) return `all ${total} passed`;
  return listStatusCounts(counts)
    .map(({ status, count }) => `${count} ${statusLabels[status]}`)
    .reverse()
    .join(', ');
}

/** Of 1000: a single failure among hundreds of checks has to be seen. */
const leastWidth = 12;

/** Widths are attributes: the page's policy allows no inline style. */
function toBar(counts: StatusCounts): Markup {
  const parts = listStatusCounts(counts).toReversed();
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const widths = parts.map(({ count }) => Math.max(leastWidth, (count / total) * 1000));
  const scale = 1000 / widths.reduce((sum, width) => sum + width, 0);
  const label = parts.map(({ status, count }) => `${count} ${statusLabels[status]}`).join(', ');
  let start = 0;
  const rectangles = parts.map(({ status }, index) => {
    const width = (widths[index] ?? 0) * scale;
    const x = start;
    start += width;
    return html`<rect class="is-${status}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${toCount(total, 'check')}: ${label}">${rectangles}</svg>`;
}
