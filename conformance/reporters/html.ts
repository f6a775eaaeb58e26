import { toCount, toDuration } from '../../writers/terminal-text.ts';
import type { CheckResult, FailureGroup, GroupedFailure, RunResult } from '../results.ts';
import { html, type Markup, type Part, toPage } from './html/page.ts';
import type { FileReportOptions } from './json.ts';
import {
  shortenGroups,
  toCommands,
  toReceived,
  toResponse,
  toRunCommand,
  toVerdictText,
  toWords,
} from './texts.ts';

const tones = { conforms: 'good', broken: 'bad', 'not-run': 'unclear' } as const;

/**
 * The report as an HTML page.
 *
 * @example await writeFile('report.html', toHtmlReport(result));
 */
export function toHtmlReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, target, verdict, checks, observations, inventory, requests, durationMs } = result;
  const groups = shortenGroups(result.groups, full).map(toGroup);
  const records = inventory.map(({ kind, id, label }) => html`${kind} <code>${id}</code> ${label}`);
  return toPage({
    title: `${toVerdictText(result).headline}: ${target.baseUrl}`,
    tone: tones[verdict.kind],
    body: html`<main>
${toHeader(result)}
${groups.length > 0 && toSection('Broken requirements', groups)}
${toSection('All checks', toFolded(toCount(checks.length, 'check'), toTable(checks)))}
${
  observations.length > 0 &&
  toSection(
    'Behaviour where the interface is silent',
    toList(observations.map(({ statement }) => statement)),
  )
}
${
  records.length > 0 &&
  toSection(
    'Created records',
    toFolded(
      `${toCount(records.length, 'record')}, which remain: the service has no delete operation`,
      toList(records),
    ),
  )
}
${toSection('The run', [html`<p>${toCount(requests, 'request')} in ${toDuration(durationMs)}. Repeat it with:</p>`, toShell(toRunCommand(result))])}
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
${warnings.length > 0 && html`<section class="warnings"><h2>Warnings</h2>${toList(warnings)}</section>`}`;
}

function toSection(title: string, content: Part): Markup {
  return html`<section>
<h2>${title}</h2>
${content}
</section>`;
}

function toFolded(summary: string, content: Part): Markup {
  return html`<details><summary>${summary}</summary>
${content}
</details>`;
}

function toList(items: readonly Part[]): Markup {
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

function toGroup(group: FailureGroup): Markup {
  const { requirement, level, known, failures, checks, operations } = group;
  const label = known ? 'Known' : level;
  const [first, ...others] = failures;
  return html`<article class="is-${known ? 'known' : level.toLowerCase()}">
<h3><span class="badge">${label}</span> ${requirement.statement}</h3>
<p class="quiet">${requirement.section}: <code>${requirement.id}</code>; ${operations.join(', ')}</p>
${first !== undefined && toFailure(first)}
${others.length > 0 && toFolded(toCount(others.length, 'more failure'), others.map(toFailure))}
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

function toTable(checks: readonly CheckResult[]): Markup {
  return html`<table>
<thead><tr><th scope="col">Outcome</th><th scope="col">Check</th><th scope="col">Level</th></tr></thead>
<tbody>${checks.map(toRow)}</tbody>
</table>`;
}

function toRow({ id, title, level, outcome }: CheckResult): Markup {
  const known = outcome.status === 'failed' ? outcome.known : undefined;
  const reason = 'reason' in outcome ? outcome.reason : '';
  const note = known ? `known until ${known.expires}: ${known.reason}` : reason;
  return html`<tr><td><span class="badge is-${known ? 'known' : outcome.status}">${toWords(outcome)}</span></td>
<th scope="row"><code>${id}</code><br>${title}${note !== '' && html`<br><span class="quiet">${note}</span>`}</th><td>${level}</td></tr>
`;
}
