import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, type Markup, toPage } from '../conformance/reporters/html/page.ts';
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

function listWithStatus({ steps }: GateResult, status: GateStep['status']): readonly GateStep[] {
  return steps.filter((step) => step.status === status);
}

function toGateHeadline(result: GateResult): string {
  const toNames = (status: GateStep['status']): string =>
    listWithStatus(result, status)
      .map(({ id }) => id)
      .join(', ');
  if (result.verdict === 'passed') return 'Gate passed';
  if (result.verdict === 'failed') return `Gate failed: ${toNames('failed')}`;
  return toNames('error') === ''
    ? 'No verdict: every step was skipped'
    : `No verdict: ${toNames('error')} could not run`;
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
  const lines = result.steps.flatMap(({ id, status, summary, details, advice, durationMs }) => {
    const time = status === 'skipped' ? '' : ` (${toSeconds(durationMs)})`;
    const [first = '', ...rest] = wrapText(`${summary}${time}`, width, 13);
    const sign = paint(looks[status].tone, looks[status].sign);
    return [
      `${sign} ${id.padEnd(10)} ${first.trimStart()}`,
      ...rest,
      ...details.flatMap((detail) => indent(detail, '•')),
      ...(advice === undefined ? [] : indent(advice, '→')),
    ];
  });
  const tone = result.verdict === 'passed' ? 'green' : 'red';
  return `${lines.join('\n')}\n\n${paint(tone, toGateHeadline(result))} in ${toSeconds(result.durationMs)}\n`;
}

/** The headline for reviewers. It describes the effect of the change in words, without names of steps. */
function toCommentHeadline(result: GateResult): string {
  const { verdict } = result;
  const titles = (status: GateStep['status']): string =>
    listWithStatus(result, status)
      .map(({ title }) => title.toLowerCase())
      .join(', ');
  const isBreaking = listWithStatus(result, 'failed').some(({ id }) => id === 'diff');
  if (verdict === 'passed') return '✅ Gate passed: the contract holds';
  if (isBreaking) return '❌ Gate failed: this change breaks clients';
  if (verdict === 'failed') return `❌ Gate failed: ${titles('failed')}`;
  return titles('error') === ''
    ? '⚠️ No verdict: every step was skipped'
    : `⚠️ No verdict: could not run: ${titles('error')}`;
}

/**
 * Formats a result for a job summary, and for a comment on a pull request that replaces the previous one. The first screen
 * shows what is wrong, where, and what to do. Examples and details are folded.
 */
export function toGateMarkdown(result: GateResult, diff: DiffResult | undefined): string {
  const isPassed = result.verdict === 'passed';
  const tasks = result.steps
    .filter(({ status }) => status === 'failed' || status === 'error')
    .map(({ title, status, summary, details, advice }) => {
      const list = details.map(toListItem);
      const what = status === 'error' ? `could not run: ${summary}` : summary;
      const todo = advice === undefined ? [] : [`👉 ${escapeMarkdown(advice)}`];
      return [
        `**${escapeMarkdown(title)}: ${escapeMarkdown(what)}**`,
        ...(list.length > 0 ? [list.join('\n')] : []),
        ...todo,
      ].join('\n\n');
    });
  const notes = listWithStatus(result, 'passed').flatMap(({ details }) =>
    details.map((detail) => `> ⚠️ ${escapeMarkdown(detail)}`),
  );
  const rows = result.steps.map(
    ({ title, status, summary, durationMs }) =>
      `| ${looks[status].mark} | ${escapeMarkdown(title)} | ${escapeMarkdown(summary)} | ${status === 'skipped' ? '' : toSeconds(durationMs)} |`,
  );
  const table = ['| | Step | Result | Time |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return [
    `## ${toCommentHeadline(result)}`,
    ...tasks,
    ...notes,
    ...(diff === undefined ? [] : toMarkdownSections(diff.changes).map(fold)),
    isPassed ? table : `<details><summary>All steps</summary>\n\n${table}\n\n</details>`,
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

export function toGateJunit(result: GateResult): string {
  const { steps, durationMs } = result;
  const count = (status: GateStep['status']): number => listWithStatus(result, status).length;
  const cases = steps.map(
    ({ id, title, status, summary, details, advice = '', durationMs: time }) => {
      const text = escapeMarkup([summary, ...details, advice].join('\n').trim());
      const outcome = {
        passed: '',
        failed: toElement('failure', { message: summary }, text),
        error: toElement('error', { message: summary }, text),
        skipped: toElement('skipped', { message: summary }),
      }[status];
      const attributes = { classname: 'gate', name: `${id}: ${title}`, time: time / 1000 };
      return toElement('testcase', attributes, outcome);
    },
  );
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
  const headline = toGateHeadline(result);
  const isPassed = result.verdict === 'passed';
  return toPage({
    title: headline,
    tone: isPassed ? 'good' : 'bad',
    body: html`<main>
<header class="verdict is-${isPassed ? 'passed' : 'failed'}"><h1>${headline}</h1></header>
${result.steps.map(toArticle)}
</main>`,
  });
}

function toArticle(step: GateStep): Markup {
  const { title, status, summary, details, advice, durationMs, reports } = step;
  return html`<article class="check is-${status}">
<h2>${title} <span class="quiet">${status}${status === 'skipped' ? '' : `, ${toSeconds(durationMs)}`}</span></h2>
<p>${summary}</p>
${details.length > 0 && html`<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul>`}
${advice !== undefined && html`<p><strong>${advice}</strong></p>`}
${reports.length > 0 && html`<p>${reports.map((report) => html`<a href="${report}">${report}</a> `)}</p>`}
</article>`;
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
