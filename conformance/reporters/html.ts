import { toCount, toDuration, toNumber } from '../../writers/terminal-text.ts';
import type { RunResult } from '../results.ts';
import { type CauseGroup, listFindings, toFinding } from './group-causes.ts';
import { toChecks, toOthers } from './html/checks.ts';
import {
  html,
  type Markup,
  type Part,
  statusMeanings,
  toLink,
  toPage,
  toSection,
  toShell,
  toStatusBadge,
  toTable,
} from './html/page.ts';
import { script } from './html/script.ts';
import {
  countStatuses,
  groupByOperation,
  groupByReason,
  listByStatus,
  listStatusCounts,
  type StatusCounts,
  statuses,
  toReportStatus,
  toTotals,
} from './report-status.ts';
import { toComparison, toKinds, toRunCommand, toVerdictText } from './report-texts.ts';

const tones = { conforms: 'good', broken: 'bad', 'not-run': 'unclear' } as const;

/**
 * The report as an HTML page.
 *
 * @example await writeFile('report.html', toHtmlReport(result));
 */
export function toHtmlReport(result: RunResult): string {
  const { tool, target, verdict } = result;
  return toPage({
    title: `${toVerdictText(result).headline}: ${target.baseUrl}`,
    tone: tones[verdict.kind],
    script,
    body: html`<a class="skip" href="#checks">Skip to the checks</a>
${toNavigation(result)}
<main>
${toSummary(result)}
${toChecks(result)}
${toUndecided(result)}
${toObservations(result)}
${toInventory(result)}
${toRun(result)}
</main>
<footer class="page">${tool.name} ${tool.version} · This page contains no API keys.</footer>
<div id="said" role="status" class="skip"></div>`,
  });
}

function toNavigation(result: RunResult): Markup {
  const { observations, inventory } = result;
  const link = (id: string, name: string): Part =>
    html`<li><a href="#${id}-heading">${name}</a></li>`;
  return html`<nav class="bar-top" aria-label="Sections of the report">
<ul>${link('operations', 'Operations')}${link('checks', 'Checks')}${groupByReason(result).length > 0 && link('undecided', 'Not decided')}${observations.length > 0 && link('observations', 'Observations')}${inventory.length > 0 && link('inventory', 'Created')}${link('run', 'The run')}</ul>
<button type="button" id="theme" hidden>Theme: auto</button>
</nav>`;
}

const shown = { checks: 8, characters: 120 };

/** The summary, for readers who read nothing else. */
function toSummary(result: RunResult): Markup {
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

/** A bar with the results of the whole run, and its legend. */
function toFigures(counts: StatusCounts): Markup {
  return html`
<section class="figures" aria-label="All checks">
${toBar(counts)}
<dl>${listStatusCounts(counts)
    .toReversed()
    .map(
      ({ status, count }) =>
        html`<div class="is-${status}" title="${statusMeanings[status]}"><dt>${statuses[status].label}</dt><dd>${toNumber(count)}</dd></div>`,
    )}</dl>
</section>`;
}

function toBroken(result: RunResult): Part {
  const found = listFindings(result);
  if (found.length === 0) return undefined;
  const isBroken = listByStatus(result, 'failed').length > 0;
  const rows = found.map((group) => {
    const { id, operation } = group.check;
    const badge = toStatusBadge(toReportStatus(group.check, result.options.strict));
    const finding = html`${toLink('check', id, toFinding(group))}${toFirstMessage(group)}${toOthers(group)}`;
    return html`<tr><td>${badge}</td><th scope="row">${finding}</th><td>${operation}</td></tr>`;
  });
  return toSection(
    'broken',
    isBroken ? 'What is broken' : 'Broken, but not counted',
    toTable('broken', ['Status', 'Finding', 'Operation'], rows),
  );
}

/** The expected and the received value. */
function toFirstMessage({ check, failure }: CauseGroup): Part {
  if (failure === undefined) return undefined;
  const { expected, received } = toComparison(failure, shown.characters);
  return html`<p class="found">${check.title}: expected <code>${expected}</code>, received <code>${received}</code></p>`;
}

function toOperations(result: RunResult): Markup {
  const rows = groupByOperation(result).map(({ operation, checks, counts }) => {
    // If all checks of an operation passed, one short phrase is enough.
    const totals =
      counts.passed === checks.length ? `all ${checks.length} passed` : toTotals(counts);
    return html`<tr><th scope="row">${toLink('operation', operation, operation)}</th><td>${toBar(counts)}</td><td>${totals}</td></tr>`;
  });
  return toSection(
    'operations',
    'Operations',
    toTable('operations', ['Operation', 'Share of its checks', 'Checks'], rows),
  );
}

/** Minimum width of a part, out of 1000, so that a single failure among hundreds of checks remains visible. */
const leastWidth = 12;

/** Widths are attributes, because the content security policy of the page forbids inline styles. */
function toBar(counts: StatusCounts): Markup {
  const parts = listStatusCounts(counts).toReversed();
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const widths = parts.map(({ count }) => Math.max(leastWidth, (count / total) * 1000));
  const scale = 1000 / widths.reduce((sum, width) => sum + width, 0);
  const label = parts.map(({ status, count }) => `${count} ${statuses[status].label}`).join(', ');
  let start = 0;
  const rectangles = parts.map(({ status }, index) => {
    const width = (widths[index] ?? 0) * scale;
    const x = start;
    start += width;
    return html`<rect class="is-${status}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${toCount(total, 'check')}: ${label}">${rectangles}</svg>`;
}

/** Lists why checks did not reach a verdict, which the totals do not show. */
function toUndecided(result: RunResult): Part {
  const groups = groupByReason(result);
  if (groups.length === 0) return undefined;
  const rows = groups.map(({ status, reason, checks }) => {
    const left = checks.length - shown.checks;
    const links = checks
      .slice(0, left > 1 ? shown.checks : checks.length)
      .map(({ id }) => html`<li>${toLink('check', id, html`<code>${id}</code>`)}</li>`);
    return html`<tr><td>${toStatusBadge(status)}</td><th scope="row">${reason}</th><td><ul>${links}${left > 1 && html`<li class="quiet">and ${left} more</li>`}</ul></td></tr>`;
  });
  return toSection(
    'undecided',
    'What this run could not decide',
    html`<p class="lead">These checks did not reach a verdict. They do not count for or against the target.</p>
${toTable('undecided', ['Status', 'Reason', 'Checks'], rows)}`,
  );
}

function toObservations({ observations }: RunResult): Part {
  if (observations.length === 0) return undefined;
  const rows = observations.map(({ statement, assumption }) => {
    const cell = (text: string | undefined) =>
      html`<td>${text !== undefined && html`<code>${text}</code>`}</td>`;
    const value = assumption && JSON.stringify(assumption.value);
    return html`<tr><th scope="row">${statement}</th>${cell(assumption?.id)}${cell(value)}</tr>`;
  });
  return toSection(
    'observations',
    'What the target does where the interface is silent',
    html`<p class="lead">None of this is right or wrong: the interface is silent, so clients must not rely on it.</p>
${toTable('observations', ['Observation', 'Assumption of the contract', 'Observed value'], rows)}`,
  );
}

function toInventory({ inventory }: RunResult): Part {
  if (inventory.length === 0) return undefined;
  const rows = inventory.map(
    ({ kind, id, label, parent }) =>
      html`<tr><td>${kind}</td><th scope="row">${label}</th><td><code>${id}</code></td><td><code>${parent}</code></td></tr>`,
  );
  return toSection(
    'inventory',
    'What the run created',
    html`<p class="lead">The service has no delete operation, so these records still exist.</p>
<details class="inventory"><summary>${toCount(inventory.length, 'record')}: ${toKinds(inventory)}</summary>
${toTable('created', ['Kind', 'Name', 'Id', 'Belongs to'], rows)}
</details>`,
  );
}

/** The details needed to assess and repeat the run. */
function toRun(result: RunResult): Markup {
  const { tool, contract, target, seed, startedAt, durationMs, requests, options } = result;
  const { otherWorkspace } = target;
  // Recorded traffic has its own command, and none of these.
  const ofSuite: [string, Part][] = [
    ['Workspace', html`<code>${target.workspace}</code>`],
    [
      'Other workspace',
      otherWorkspace === undefined ? 'none' : html`<code>${otherWorkspace}</code>`,
    ],
    ['Fails for', options.strict ? 'a broken MUST or SHOULD' : 'a broken MUST'],
    ['Volume', options.thorough ? 'thorough' : 'standard'],
    ['Selected', options.only.length === 0 ? 'all checks' : options.only.join(', ')],
    ['Seed', html`<code>${seed}</code>`],
  ];
  const facts: [string, Part][] = [
    ...(result.command === undefined ? ofSuite : []),
    ['Requests', toNumber(requests)],
    ['Time', `${toDuration(durationMs)}, from ${startedAt}`],
    ['Contract', `${contract.title} ${contract.version}`],
    ['Created by', `${tool.name} ${tool.version}`],
  ];
  return toSection(
    'run',
    'The run',
    html`<dl class="facts grid">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="label">Run it again</p>
${toShell(toRunCommand(result), 'the command that repeats the run')}`,
  );
}
