import type { RunResult } from '../results.ts';
import { toChecks } from './html/checks.ts';
import { html, type Markup, type Part, toPage } from './html/page.ts';
import { script } from './html/script.ts';
import { toInventory, toObservations, toRun, toSummary, toUndecided } from './html/sections.ts';
import { groupByReason } from './report-status.ts';
import { toVerdictText } from './report-texts.ts';

const tones = { conforms: 'good', broken: 'bad', 'not-run': 'unclear' } as const;

/**
 * The report as one page, for people and for archives.
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
