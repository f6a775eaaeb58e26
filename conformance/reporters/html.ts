import { toCount, toDuration } from '../../writers/terminal-text.ts';
import type { CheckResult, FailureGroup, GroupedFailure, RunResult } from '../results.ts';
import { html, type Markup, type Part, toPage } from './html/page.ts';
import type { FileReportOptions } from './json.ts';
import {
  outcomeNames,
  shortenGroups,
  toCommands,
  toReceived,
  toResponse,
  toRunCommand,
  toVerdictText,
} from './texts.ts';

const tones = { conforms: 'good', broken: 'bad', 'not-run': 'unclear' } as const;

/**
 * The report as an HTML page.
 *
 * @example await writeFile('report.html', toHtmlReport(result));
 */
export function toHtmlReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, target, verdict } = result;
  return toPage({
    title: `${toVerdictText(result).headline}: ${target.baseUrl}`,
    tone: tones[verdict.kind],
    body: html`<main>
${toHeader(result)}
${toGroups(shortenGroups(result.groups, full))}
${toChecks(result.checks)}
${toObservations(result)}
${toInventory(result)}
${toRun(result)}
</main>
<footer>${tool.name} ${tool.version}. This page contains no API keys.</footer>`,
  });
}

function toHeader(result: RunResult): Markup {
  const { verdict, target, startedAt, contract, warnings } = result;
  const { headline, explanation } = toVerdictText(result);
  const time = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  return html`<div class="verdict is-${verdict.kind}">
<h1>${headline}</h1>
<p>${explanation}</p>
<p class="quiet">${target.baseUrl}, checked against ${contract.title} ${contract.version} on <time datetime="${startedAt}">${time}</time></p>
</div>
${warnings.length > 0 && html`<section class="warnings"><h2>Warnings</h2><ul>${warnings.map((warning) => html`<li>${warning}</li>`)}</ul></section>`}`;
}

function toGroups(groups: readonly FailureGroup[]): Part {
  if (groups.length === 0) return undefined;
  return html`<section>
<h2>Broken requirements</h2>
${groups.map(toGroup)}
</section>`;
}

function toGroup({
  requirement,
  level,
  known,
  failures,
  checks,
  operations,
}: FailureGroup): Markup {
  const label = known ? 'Known' : level;
  const [first, ...others] = failures;
  return html`<article class="is-${known ? 'known' : level.toLowerCase()}">
<h3><span class="badge">${label}</span> ${requirement.statement}</h3>
<p class="quiet">${requirement.section}: <code>${requirement.id}</code>; ${operations.join(', ')}</p>
${first !== undefined && toFailure(first)}
${
  others.length > 0 &&
  html`<details><summary>${toCount(others.length, 'more failure')}</summary>
${others.map(toFailure)}</details>`
}
<p class="quiet">${toCount(checks.length, 'check')}: ${checks.map((id, at) => [at > 0 && ', ', html`<code>${id}</code>`])}</p>
</article>`;
}

function toFailure(failure: GroupedFailure): Markup {
  const { operation, message, expected, exchange } = failure;
  return html`<p>${operation}: ${message}</p>
<dl class="values">
<dt>Expected</dt><dd><code>${expected}</code></dd>
<dt>Received</dt><dd><code>${toReceived(failure)}</code></dd>
${exchange !== undefined && html`<dt>Response</dt><dd><code>${toResponse(exchange)}</code></dd>`}
</dl>
${toCommands(failure).map(toShell)}`;
}

function toShell(command: string): Markup {
  return html`<pre tabindex="0"><code>${command}</code></pre>`;
}

function toChecks(checks: readonly CheckResult[]): Markup {
  return html`<section>
<h2>All checks</h2>
<details><summary>${toCount(checks.length, 'check')}</summary>
<table>
<thead><tr><th scope="col">Outcome</th><th scope="col">Check</th><th scope="col">Level</th></tr></thead>
<tbody>${checks.map(toRow)}</tbody>
</table>
</details>
</section>`;
}

function toRow({ id, title, level, outcome }: CheckResult): Markup {
  const known = outcome.status === 'failed' ? outcome.known : undefined;
  const reason = 'reason' in outcome ? outcome.reason : '';
  const note = known ? `known until ${known.expires}: ${known.reason}` : reason;
  return html`<tr><td><span class="badge is-${known ? 'known' : outcome.status}">${outcomeNames[outcome.status]}</span></td>
<th scope="row"><code>${id}</code><br>${title}${note !== '' && html`<br><span class="quiet">${note}</span>`}</th><td>${level}</td></tr>
`;
}

function toObservations({ observations }: RunResult): Part {
  if (observations.length === 0) return undefined;
  return html`<section>
<h2>Behaviour where the interface is silent</h2>
<ul>${observations.map(({ statement }) => html`<li>${statement}</li>`)}</ul>
</section>`;
}

function toInventory({ inventory }: RunResult): Part {
  if (inventory.length === 0) return undefined;
  return html`<section>
<h2>Created records</h2>
<details><summary>${toCount(inventory.length, 'record')}, which remain: the service has no delete operation</summary>
<ul>${inventory.map(({ kind, id, label }) => html`<li>${kind} <code>${id}</code> ${label}</li>`)}</ul>
</details>
</section>`;
}

function toRun(result: RunResult): Markup {
  const { requests, durationMs } = result;
  return html`<section>
<h2>The run</h2>
<p>${toCount(requests, 'request')} in ${toDuration(durationMs)}. Repeat it with:</p>
${toShell(toRunCommand(result))}
</section>`;
}
