import { escapeMarkdown, toCode } from '../writers/markdown.ts';
import { createPaint, toDuration, toVisibleText, wrapText } from '../writers/terminal-text.ts';
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
  return status === 'skipped' ? summary : `${summary} (${toDuration(durationMs)})`;
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
    wrapText(toVisibleText(text), width, 15, `${' '.repeat(13)}${sign} `);
  const lines = result.steps.flatMap((step) => {
    const { id, status, details, advice } = step;
    const lead = `${paint(looks[status].tone, looks[status].sign)} ${id.padEnd(10)} `;
    return [
      ...wrapText(toVisibleText(toLine(step)), width, 13, lead),
      ...details.flatMap((detail) => indent(detail, '•')),
      ...(advice === undefined ? [] : indent(advice, '→')),
    ];
  });
  const headline = paint(looks[result.verdict].tone, toHeadline(result));
  return `${lines.join('\n')}\n\n${headline} (${toDuration(result.durationMs)})\n`;
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
    // The steps have already listed the breaking changes: these are their examples, and how to accept them.
    ...(diff === undefined ? [] : toMarkdownSections(diff.changes, false)),
    ['| | Step | Result |', '| --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

/** The evidence of a detail, in its further lines, is code. */
function toListItem(detail: string): string {
  const [first = '', ...evidence] = detail.split('\n');
  return [`- ${escapeMarkdown(first)}`, ...evidence.map((line) => `  ${toCode(line)}`)].join('\n');
}
