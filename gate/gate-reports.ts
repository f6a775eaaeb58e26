import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeMarkup } from '../conformance/reporters/escape-markup.ts';
import { escapeMarkdown } from '../conformance/reporters/github/escape.ts';
import { html } from '../conformance/reporters/html/markup.ts';
import { createPaint, wrapText } from '../conformance/reporters/terminal/page.ts';
import type { GateResult, GateStep } from './run-gate.ts';

/** A comment that holds this line is replaced by the next one. */
export const commentMarker = '<!-- site-contract-gate -->';

const signs: Readonly<Record<GateStep['status'], string>> = {
  passed: '✓',
  failed: '✗',
  skipped: '-',
  error: '!',
};
const marks: Readonly<Record<GateStep['status'], string>> = {
  passed: '✅',
  failed: '❌',
  skipped: '➖',
  error: '⚠️',
};

export function toGateHeadline({ verdict, steps }: GateResult): string {
  const names = (status: GateStep['status']): string =>
    steps
      .filter((step) => step.status === status)
      .map(({ id }) => id)
      .join(', ');
  if (verdict === 'passed') return 'Gate passed';
  if (verdict === 'failed') return `Gate failed: ${names('failed')}`;
  return names('error') === ''
    ? 'No verdict: every step was skipped'
    : `No verdict: ${names('error')} could not run`;
}

export function toGateText(
  result: GateResult,
  { colour, width }: { colour: boolean; width: number },
): string {
  const paint = createPaint(colour);
  const tones = { passed: 'green', failed: 'red', skipped: 'faint', error: 'yellow' } as const;
  const lines = result.steps.flatMap(({ id, status, summary, details, durationMs }) => {
    const time = status === 'skipped' ? '' : ` (${toSeconds(durationMs)})`;
    const [first = '', ...rest] = wrapText(`${summary}${time}`, width - 13);
    return [
      `${paint(tones[status], signs[status])} ${id.padEnd(10)} ${first}`,
      ...rest.map((line) => `${' '.repeat(13)}${line}`),
      ...details.flatMap((detail) =>
        wrapText(detail, width - 15).map(
          (line, index) => `${' '.repeat(13)}${index === 0 ? '• ' : '  '}${line}`,
        ),
      ),
    ];
  });
  const tone = result.verdict === 'passed' ? 'green' : 'red';
  return `${lines.join('\n')}\n\n${paint(tone, toGateHeadline(result))} in ${toSeconds(result.durationMs)}\n`;
}

/** For the summary of a job, and for a comment on a pull request that replaces the one before. */
export function toGateMarkdown(result: GateResult, more: readonly string[]): string {
  const rows = result.steps.map(
    ({ title, status, summary, durationMs }) =>
      `| ${marks[status]} | ${escapeMarkdown(title)} | ${escapeMarkdown(summary)} | ${status === 'skipped' ? '' : toSeconds(durationMs)} |`,
  );
  const details = result.steps
    .filter((step) => step.details.length > 0)
    .map(
      (step) =>
        `**${escapeMarkdown(step.title)}**\n\n${step.details.map((detail) => `- ${escapeMarkdown(detail)}`).join('\n')}`,
    );
  return [
    commentMarker,
    `## ${result.verdict === 'passed' ? '✅' : '❌'} ${escapeMarkdown(toGateHeadline(result))}`,
    ...details,
    ['| | Step | Result | Time |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ...more,
    '',
  ].join('\n\n');
}

export function toGateJunit({ steps, durationMs }: GateResult): string {
  const count = (status: GateStep['status']): number =>
    steps.filter((step) => step.status === status).length;
  const cases = steps.map(({ id, title, status, summary, details, durationMs: time }) => {
    const text = escapeMarkup([summary, ...details].join('\n'));
    const inner = {
      passed: '',
      failed: `<failure message="${escapeMarkup(summary)}">${text}</failure>`,
      error: `<error message="${escapeMarkup(summary)}">${text}</error>`,
      skipped: `<skipped message="${escapeMarkup(summary)}"/>`,
    }[status];
    return `    <testcase classname="gate" name="${id}: ${escapeMarkup(title)}" time="${time / 1000}">${inner}</testcase>`;
  });
  const totals = `tests="${steps.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}" time="${durationMs / 1000}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals}>\n  <testsuite name="site-contract gate" ${totals}>\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`;
}

export function toGateHtml(result: GateResult): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${toGateHeadline(result)}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<h1 class="${result.verdict}">${toGateHeadline(result)}</h1>
${result.steps.map(
  ({ title, status, summary, details, durationMs, reports }) => html`<section class="${status}">
<h2>${title} <span>${status}${status === 'skipped' ? '' : `, ${toSeconds(durationMs)}`}</span></h2>
<p>${summary}</p>
${details.length > 0 && html`<ul>${details.map((detail) => html`<li>${detail}</li>`)}</ul>`}
${reports.length > 0 && html`<p>${reports.map((report) => html`<a href="${report}">${report}</a> `)}</p>`}
</section>`,
)}
</main>
</body>
</html>
`;
  return page.markup;
}

/** The findings of all steps in one file for code scanning. */
export function toGateSarif(folder: string, { steps }: GateResult): string {
  const files = steps.flatMap(({ reports }) => reports.filter((name) => name.endsWith('.sarif')));
  const runs = files.flatMap((name): unknown[] => {
    const file = path.join(folder, name);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).runs : [];
  });
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs }, null, 2)}\n`;
}

function toSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

const style = `
:root { color-scheme: light dark; --good: light-dark(#1b7a48, #54c88d); --bad: light-dark(#b9252d, #ff8085); --warn: light-dark(#935500, #f0b545); --quiet: light-dark(#5a616b, #a0a8b3); --line: light-dark(#dfe0da, #2e333b); --link: light-dark(#1d5fa8, #7cb7ff); }
body { margin: 0; background: light-dark(#f6f6f3, #121417); color: light-dark(#1b1d20, #e8eaed); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin-inline: auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; }
h1 { line-height: 1.15; } h1.passed { color: var(--good); } h1.failed, h1.error { color: var(--bad); }
h2 { font-size: 1.05rem; margin: 0; } h2 span { color: var(--quiet); font-weight: 400; } p { margin: .35rem 0; }
a { color: var(--link); }
section { background: light-dark(#fff, #1a1d22); border: 1px solid var(--line); border-inline-start: 4px solid var(--tone, var(--line)); border-radius: .5rem; padding: .85rem 1.1rem; margin-block-end: .75rem; }
section.passed { --tone: var(--good); } section.failed { --tone: var(--bad); } section.error { --tone: var(--warn); }
`;
