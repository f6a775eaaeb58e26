import { toCount, toDuration } from '../../writers/terminal-text.ts';
import type { CheckResult, FailureGroup, GroupedFailure, RunResult } from '../results.ts';
import { toDocument } from './html/page.ts';
import type { FileReportOptions } from './json.ts';
import { type Markup, markup, type Part } from './markup.ts';
import { selectFailures } from './select-failures.ts';
import { toCommands, toReceived, toResponse, toTitle, toVerdictText, toWords } from './texts.ts';

const tones = { conforms: 'good', broken: 'bad', 'not-run': 'unclear' } as const;

/**
 * The report as an HTML page.
 *
 * @example await writeFile('report.html', toHtmlReport(result));
 */
export function toHtmlReport(result: RunResult, { full = false }: FileReportOptions = {}): string {
  const { tool, target, verdict, checks, observations, inventory } = result;
  const { requests, durationMs, command } = result;
  const again = command !== undefined && [markup`<p>Repeat it with:</p>`, toShell(command)];
  const groups = selectFailures(result.groups, 'each requirement', full);
  const records = inventory.map(
    ({ kind, id, label }) => markup`${kind} <code>${id}</code> ${label}`,
  );
  const remaining = `${toCount(records.length, 'record')}, which remain`;
  const observed = observations.map(({ statement }) => statement);
  const sections = [
    groups.length > 0 && toSection('broken', 'Broken requirements', groups.map(toGroup)),
    toSection('checks', 'All checks', toCheckTable(checks)),
    observed.length > 0 &&
      toSection('observed', 'Behaviour where the interface is silent', toList(observed)),
    records.length > 0 &&
      toSection('records', 'Created records', toFolded(remaining, toList(records))),
    toSection('run', 'The run', [
      markup`<p>${toCount(requests, 'request')} in ${toDuration(durationMs)}.</p>`,
      again,
    ]),
  ];
  return toDocument({
    title: `${toVerdictText(result).headline}: ${target.baseUrl}`,
    tone: tones[verdict.kind],
    body: markup`<main>
${toHeader(result)}
${toContents(groups, observed.length > 0, records.length > 0)}
${toFilter(groups.length > 0)}
${sections}
</main>
<footer>${tool.name} ${tool.version}. This page contains no API keys.</footer>`,
  });
}

/** The list of contents. */
function toContents(
  groups: readonly FailureGroup[],
  hasObservations: boolean,
  hasRecords: boolean,
): Markup {
  const broken = groups.map(
    ({ requirement }, index) =>
      markup`<a href="#requirement-${index + 1}">${requirement.statement}</a>`,
  );
  const links = [
    groups.length > 0 && [toLink('broken', 'Broken requirements'), toList(broken)],
    toLink('checks', 'All checks'),
    hasObservations && toLink('observed', 'Behaviour where the interface is silent'),
    hasRecords && toLink('records', 'Created records'),
    toLink('run', 'The run'),
  ];
  return markup`<nav aria-label="Contents">${toList(links.filter((link) => link !== false))}</nav>`;
}

function toLink(id: string, title: string): Markup {
  return markup`<a href="#${id}">${title}</a>`;
}

/** Hidden until the script shows it, because it does nothing without. */
function toFilter(hasGroups: boolean): Markup {
  return markup`<form class="filter" role="search" hidden>
<input type="search" name="text" aria-label="Filter by text" placeholder="Filter by text">
<label><input type="checkbox" name="failed"> Only failed</label>
<label><input type="checkbox" name="must"> Only MUST</label>
<button type="button" class="fold"${!hasGroups && markup` hidden`}>Fold all</button>
<output></output>
</form>`;
}

function toHeader(result: RunResult): Markup {
  const { verdict, target, startedAt, contract, warnings } = result;
  const { headline, explanation } = toVerdictText(result);
  const time = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  return markup`<div class="verdict is-${verdict.kind}">
<h1>${headline}</h1>
<p>${explanation}</p>
<p class="quiet">${target.baseUrl}, checked against ${contract.title} ${contract.version} on <time datetime="${startedAt}">${time}</time></p>
</div>
${warnings.length > 0 && markup`<section class="warnings"><h2>Warnings</h2>${toList(warnings)}</section>`}`;
}

function toSection(id: string, title: string, content: Part): Markup {
  return markup`<section id="${id}">
<h2>${title}</h2>
${content}
</section>`;
}

function toFolded(summary: string, content: Part): Markup {
  return markup`<details><summary>${summary}</summary>
${content}
</details>`;
}

function toList(items: readonly Part[]): Markup {
  return markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

function toGroup(group: FailureGroup, index: number): Markup {
  const { requirement, level, known: isKnown, failures, checks, operations } = group;
  const label = isKnown ? 'Known' : level;
  const [first, ...further] = failures;
  return markup`<article id="requirement-${index + 1}" class="is-${isKnown ? 'known' : level.toLowerCase()}" data-level="${level}" data-outcome="failed">
<details open><summary><h3><span class="badge">${label}</span> ${requirement.statement}</h3></summary>
<p class="quiet">${requirement.section}: <code>${requirement.id}</code>; ${operations.join(', ')}</p>
${first !== undefined && toFailure(first)}
${further.length > 0 && toFolded(toCount(further.length, 'more failure'), further.map(toFailure))}
<p class="quiet">${toCount(checks.length, 'check')}: ${checks.map((id, at) => [at > 0 && ', ', markup`<code>${id}</code>`])}</p>
</details>
</article>`;
}

function toFailure(failure: GroupedFailure): Markup {
  const { expected, exchange } = failure;
  return markup`<p>${toTitle(failure)}</p>
<dl class="values">
<dt>Expected</dt><dd><code>${expected}</code></dd>
<dt>Received</dt><dd><code>${toReceived(failure)}</code></dd>
${exchange !== undefined && markup`<dt>Response</dt><dd><code>${toResponse(exchange)}</code></dd>`}
</dl>
${toCommands(failure).map(toShell)}`;
}

function toShell(command: string): Markup {
  return markup`<div class="command"><pre tabindex="0"><code>${command}</code></pre><button type="button" hidden>Copy</button></div>`;
}

function toCheckTable(checks: readonly CheckResult[]): Markup {
  return markup`<details class="checks"><summary>${toCount(checks.length, 'check')}</summary>
${toTable(checks)}
</details>`;
}

function toTable(checks: readonly CheckResult[]): Markup {
  return markup`<table>
<thead><tr><th scope="col">Outcome</th><th scope="col">Check</th><th scope="col">Level</th></tr></thead>
<tbody>${checks.map(toRow)}</tbody>
</table>`;
}

function toRow({ id, title, level, outcome }: CheckResult): Markup {
  const acceptance = outcome.status === 'failed' ? outcome.known : undefined;
  const reason = 'reason' in outcome ? outcome.reason : '';
  const note = acceptance ? `known until ${acceptance.expires}: ${acceptance.reason}` : reason;
  return markup`<tr data-level="${level}" data-outcome="${outcome.status}"><td><span class="badge is-${acceptance ? 'known' : outcome.status}">${toWords(outcome)}</span></td>
<th scope="row"><code>${id}</code><br>${title}${note !== '' && markup`<br><span class="quiet">${note}</span>`}</th><td>${level}</td></tr>
`;
}
