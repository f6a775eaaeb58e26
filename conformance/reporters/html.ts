import { createHash } from 'node:crypto';
import type { RunResult } from '../results.ts';
import { toChecks } from './html/checks.ts';
import { html, type Markup, type Part } from './html/markup.ts';
import { script } from './html/script.ts';
import { toInventory, toObservations, toRun, toUndecided } from './html/sections.ts';
import { style } from './html/style.ts';
import { toSummary } from './html/summary.ts';
import { toVerdictText } from './verdict-text.ts';

/** A dot in the colour of the verdict, in the page itself: nothing is fetched. */
const icons = { conforms: '%231b7a48', broken: '%23b9252d', 'not-run': '%23935500' } as const;

/**
 * The report as one page that needs nothing else: no network, no fonts, no script for reading. The policy in it lets
 * nothing run but its own script, whatever text a target answered.
 *
 * @example await writeFile('report.html', toHtmlReport(result));
 */
export function toHtmlReport(result: RunResult): string {
  const { headline } = toVerdictText(result);
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src '${toHash(style)}'`,
    `script-src '${toHash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const icon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${icons[result.verdict.kind]}'/%3E%3C/svg%3E`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headline}: ${result.target.baseUrl}</title>
<link rel="icon" href="${icon}">
<style>${{ markup: style }}</style>
</head>
<body>
<a class="skip" href="#checks">Skip to the checks</a>
${toNavigation(result)}
<main>
${toSummary(result)}
${toChecks(result)}
${toUndecided(result)}
${toObservations(result)}
${toInventory(result)}
${toRun(result)}
</main>
<footer class="page">${result.tool.name} ${result.tool.version} · This page contains no API keys.</footer>
<div id="said" role="status" class="skip"></div>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup;
}

function toNavigation({ checks, observations, inventory }: RunResult): Markup {
  const isUndecided = checks.some(({ outcome: { status } }) =>
    ['error', 'inconclusive', 'not-run', 'skipped'].includes(status),
  );
  const link = (id: string, name: string): Part => html`<li><a href="#${id}">${name}</a></li>`;
  return html`<nav class="bar-top" aria-label="Sections of the report">
<ul>${link('operations-heading', 'Operations')}${link('checks-heading', 'Checks')}${isUndecided && link('undecided-heading', 'Not decided')}${observations.length > 0 && link('observations-heading', 'Observations')}${inventory.length > 0 && link('inventory-heading', 'Created')}${link('run-heading', 'The run')}</ul>
<button type="button" id="theme" hidden>Theme: auto</button>
</nav>`;
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
