import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, toPage } from '../conformance/reporters/html/page.ts';
import { toDocument, toElement } from '../conformance/reporters/junit.ts';
import { toSarifLog } from '../conformance/reporters/sarif.ts';
import { escapeMarkdown, toCode } from '../writers/markdown.ts';
import { createPaint, escapeMarkup, wrapText } from '../writers/terminal-text.ts';
import type { DiffResult } from './diff/change.ts';
import { toMarkdownSections } from './diff/reports.ts';
import type { GateResult, GateStep } from './run-gate.ts';

const looks = {
  passed: { sign: '✓', mark: '✅', tone: 'green' },
  failed: { sign: '✗', mark: '❌', tone: 'red' },
  skipped: { sign: '-', mark: '➖', tone: 'faint' },
  error: { sign: '!', mark: '⚠️', tone: 'yellow' },
} as const;

function toHeadline({ verdict, steps }: GateResult): string {
  if (verdict === 'passed') return 'Gate passed';
  const named = steps.filter(({ status }) => status === verdict).map(({ title }) => title);
  const titles = named.join(', ').toLowerCase();
  if (verdict === 'failed') return `Gate failed: ${titles}`;
  return titles === '' ? 'No verdict: every step was skipped' : `No verdict: cannot run ${titles}`;
}

/** The result and the time of a step in one line. */
function toLine({ status, summary, durationMs }: GateStep): string {
  return status === 'skipped' ? summary : `${summary} (${toSeconds(durationMs)})`;
}

/** Everything that a step found. */
export function toStepText({ summary, details, advice = '' }: GateStep): string {
  return [summary, ...details, advice].join('\n').trim();
}

export function toGateText(
  result: GateResult,
  { colour, width }: { colour: boolean; width: number },
): string {
  const paint = createPaint(colour);
  const indent = (text: string, sign: string): string[] =>
    wrapText(text, width, 15).map((line, at) =>
      at === 0 ? `${' '.repeat(13)}${sign} ${line.trimStart()}` : line,
    );
  const lines = result.steps.flatMap((step) => {
    const { id, status, details, advice } = step;
    const [first = '', ...rest] = wrapText(toLine(step), width, 13);
    return [
      `${paint(looks[status].tone, looks[status].sign)} ${id.padEnd(10)} ${first.trimStart()}`,
      ...rest,
      ...details.flatMap((detail) => indent(detail, '•')),
      ...(advice === undefined ? [] : indent(advice, '→')),
    ];
  });
  const headline = paint(looks[result.verdict].tone, toHeadline(result));
  return `${lines.join('\n')}\n\n${headline} in ${toSeconds(result.durationMs)}\n`;
}

/**
 * Formats a result for a job summary, and for a comment on a pull request that replaces the previous one. The first screen
 * shows what is wrong, where, and what to do. Examples and details are folded.
 */
export function toGateMarkdown(result: GateResult, diff: DiffResult | undefined): string {
  const { verdict, steps } = result;
  const sections = steps
    .filter(({ status, details }) => status !== 'skipped' && (status !== 'passed' || details[0]))
    .map(({ title, status, summary, details, advice }) => {
      const what = status === 'error' ? `cannot run: ${summary}` : summary;
      return [
        `**${looks[status].mark} ${escapeMarkdown(`${title}: ${what}`)}**`,
        ...(details.length > 0 ? [details.map(toListItem).join('\n')] : []),
        ...(advice === undefined ? [] : [`👉 ${escapeMarkdown(advice)}`]),
      ].join('\n\n');
    });
  const rows = steps.map(
    (step) =>
      `| ${looks[step.status].mark} | ${escapeMarkdown(step.title)} | ${escapeMarkdown(toLine(step))} |`,
  );
  return [
    `## ${looks[verdict].mark} ${toHeadline(result)}`,
    ...sections,
    ...(diff === undefined ? [] : toMarkdownSections(diff.changes).map(fold)),
    ['| | Step | Result |', '| --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

/** The evidence of a detail, in its further lines, is code. */
function toListItem(detail: string): string {
  const [first = '', ...evidence] = detail.split('\n');
  return [`- ${escapeMarkdown(first)}`, ...evidence.map((line) => `  ${toCode(line)}`)].join('\n');
}

/** Folds a section. The steps have already listed its changes, and it adds examples of requests and responses. */
function fold(section: string): string {
  const [, heading, content] = /^### (.*)\n\n([\s\S]*)$/.exec(section) ?? [];
  return heading === undefined
    ? section
    : `<details><summary>${heading}: examples, and how to accept them</summary>\n\n${content}\n\n</details>`;
}

export function toGateJunit({ steps, durationMs }: GateResult): string {
  const count = (status: GateStep['status']): number =>
    steps.filter((step) => step.status === status).length;
  const cases = steps.map((step) => {
    const { id, title, status, summary } = step;
    const name = { passed: undefined, failed: 'failure', error: 'error', skipped: 'skipped' }[
      status
    ];
    const text = status === 'skipped' ? '' : escapeMarkup(toStepText(step));
    const outcome = name === undefined ? '' : toElement(name, { message: summary }, text);
    const time = step.durationMs / 1000;
    return toElement('testcase', { classname: 'gate', name: `${id}: ${title}`, time }, outcome);
  });
  const totals = {
    tests: steps.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
    time: durationMs / 1000,
  };
  const suite = toElement('testsuite', { name: 'site-contract gate', ...totals }, cases.join(''));
  return toDocument(toElement('testsuites', totals, suite));
}

export function toGateHtml(result: GateResult): string {
  const headline = toHeadline(result);
  const isPassed = result.verdict === 'passed';
  const articles = result.steps.map(
    (step) => html`<article class="check is-${step.status}">
<h2>${step.title} <span class="quiet">${step.status}</span></h2>
<p>${toLine(step)}</p>
${step.details.length > 0 && html`<ul>${step.details.map((detail) => html`<li>${detail}</li>`)}</ul>`}
${step.advice !== undefined && html`<p><strong>${step.advice}</strong></p>`}
<p>${step.reports.map((report) => html`<a href="${report}">${report}</a> `)}</p>
</article>`,
  );
  return toPage({
    title: headline,
    tone: isPassed ? 'good' : 'bad',
    body: html`<main>
<header class="verdict is-${isPassed ? 'passed' : 'failed'}"><h1>${headline}</h1></header>
${articles}
</main>`,
  });
}

/** Combines the findings of all steps in one SARIF file. */
export function toGateSarif(folder: string, { steps }: GateResult): string {
  const files = steps.flatMap(({ reports }) => reports.filter((name) => name.endsWith('.sarif')));
  const runs = files.flatMap((name): unknown[] => {
    const file = path.join(folder, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).runs : [];
  });
  return toSarifLog(runs);
}

function toSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
