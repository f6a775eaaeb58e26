import type { RunResult } from '../../results.ts';
import { toCount, toDuration, toNumber } from '../count.ts';
import { groupByReason } from '../group-checks.ts';
import { toRunCommand } from '../run-command.ts';
import { html, type Markup, type Part, toAnchor, toStatusBadge } from './markup.ts';

const shownChecks = 8;

/** Why checks gave no verdict: what a green page does not say. */
export function toUndecided(result: RunResult): Part {
  const statuses = ['error', 'inconclusive', 'not-run', 'skipped'] as const;
  const groups = statuses.flatMap((status) => groupByReason(result, status));
  if (groups.length === 0) return undefined;
  return html`
<section aria-labelledby="undecided-heading">
<h2 id="undecided-heading">What this run could not decide</h2>
<p class="lead">These checks did not reach a verdict. They do not count for or against the target.</p>
<table class="undecided">
<thead><tr><th scope="col">Status</th><th scope="col">Reason</th><th scope="col">Checks</th></tr></thead>
<tbody>${groups.map(({ status, reason, checks }) => {
    const left = checks.length - shownChecks;
    const links = checks
      .slice(0, left > 1 ? shownChecks : checks.length)
      .map(({ id }) => html`<li><a href="#${toAnchor('check', id)}"><code>${id}</code></a></li>`);
    return html`<tr><td>${toStatusBadge(status)}</td><th scope="row">${reason}</th><td><ul>${links}${left > 1 && html`<li class="quiet">and ${left} more</li>`}</ul></td></tr>`;
  })}</tbody>
</table>
</section>`;
}

export function toObservations({ observations }: RunResult): Part {
  if (observations.length === 0) return undefined;
  return html`
<section aria-labelledby="observations-heading">
<h2 id="observations-heading">What the target does where the interface does not say</h2>
<p class="lead">None of this is right or wrong: the interface does not say it, so clients must not rely on it.</p>
<table class="observations">
<thead><tr><th scope="col">Observation</th><th scope="col">Assumption of the contract</th><th scope="col">Value seen</th></tr></thead>
<tbody>${observations.map(
    ({ statement, assumption }) =>
      html`<tr><th scope="row">${statement}</th><td>${assumption !== undefined && html`<code>${assumption.id}</code>`}</td><td>${assumption !== undefined && html`<code>${JSON.stringify(assumption.value)}</code>`}</td></tr>`,
  )}</tbody>
</table>
</section>`;
}

export function toInventory({ inventory }: RunResult): Part {
  if (inventory.length === 0) return undefined;
  return html`
<section aria-labelledby="inventory-heading">
<h2 id="inventory-heading">What the run created</h2>
<p class="lead">The interface has no delete, so these records still exist.</p>
<details class="inventory"><summary>${toCount(inventory.length, 'record')}: ${toKinds(inventory)}</summary>
<table>
<thead><tr><th scope="col">Kind</th><th scope="col">Name</th><th scope="col">Id</th><th scope="col">Belongs to</th></tr></thead>
<tbody>${inventory.map(
    ({ kind, id, label, parent }) =>
      html`<tr><td>${kind}</td><th scope="row">${label}</th><td><code>${id}</code></td><td><code>${parent}</code></td></tr>`,
  )}</tbody>
</table>
</details>
</section>`;
}

function toKinds(inventory: RunResult['inventory']): string {
  return (['site', 'route', 'webhook'] as const)
    .map((kind) => ({ kind, count: inventory.filter((resource) => resource.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => toCount(count, kind))
    .join(', ');
}

/** What it takes to judge the run itself, and to repeat it. */
export function toRun(result: RunResult): Markup {
  const { tool, contract, target, seed, startedAt, durationMs, requests, options } = result;
  const facts: [string, Part][] = [
    ['Workspace', html`<code>${target.workspace}</code>`],
    [
      'Other workspace',
      target.otherWorkspace === undefined ? 'none' : html`<code>${target.otherWorkspace}</code>`,
    ],
    ['Requests', toNumber(requests)],
    ['Time', `${toDuration(durationMs)}, from ${startedAt}`],
    ['Judged', options.strict ? 'strict: a broken SHOULD fails the run' : 'by MUST only'],
    ['Volume', options.thorough ? 'thorough' : 'standard'],
    ['Selected', options.only.length === 0 ? 'all checks' : options.only.join(', ')],
    ['Seed', html`<code>${seed}</code>`],
    ['Contract', `${contract.title} ${contract.version}`],
    ['Created by', `${tool.name} ${tool.version}`],
  ];
  return html`
<section aria-labelledby="run-heading">
<h2 id="run-heading">The run</h2>
<dl class="facts grid">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="label">Run it again</p>
<div class="shell"><pre tabindex="0" role="region" aria-label="Command that repeats the run"><code>${toRunCommand(result)}</code></pre>
<button type="button" class="copy" hidden aria-label="Copy the command that repeats the run">Copy</button></div>
</section>`;
}
