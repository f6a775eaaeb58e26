import { escapeMarkdown, toFence } from '../writers/markdown.ts';
import { createPaint, toDuration, toVisibleText, wrapText } from '../writers/terminal-text.ts';
import type { DiffResult } from './diff/change.ts';
import { toCodeBlock } from './diff/reports.ts';
import { explainNoComparison, type GateResult, type GateStep } from './run-gate.ts';

/** The most important first. */
const looks = {
  failed: { sign: '✗', mark: '❌', tone: 'red' },
  error: { sign: '!', mark: '⚠️', tone: 'yellow' },
  passed: { sign: '✓', mark: '✅', tone: 'green' },
  skipped: { sign: '-', mark: '➖', tone: 'faint' },
} as const;

function toHeadline({ verdict, steps }: GateResult): string {
  if (verdict === 'passed') return toPassed(steps);
  const decisive = steps.filter(({ status }) => status === verdict);
  const names = decisive.map(({ title }) => title);
  const titles = names.join(', ').toLowerCase();
  if (verdict === 'failed') return `Gate failed: ${titles}`;
  return titles === '' ? 'No verdict: every step was skipped' : `No verdict: cannot run ${titles}`;
}

/** A gate that passed although it compared nothing must not be taken for one that found no breaking change. */
function toPassed(steps: readonly GateStep[]): string {
  const reason = explainNoComparison(steps);
  return reason === undefined ? 'Gate passed' : `Gate passed, but nothing was compared: ${reason}`;
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
 * shows what is wrong, where, and what to do. The whole comparison of the documents is folded.
 */
export function toGateMarkdown(result: GateResult, diff: DiffResult | undefined): string {
  const order = Object.keys(looks);
  const steps = result.steps.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  const lines = steps.flatMap((step) => [
    `- ${looks[step.status].mark} **${step.title}**: ${escapeMarkdown(toLine(step))}`,
    ...step.details.flatMap((detail) => {
      // The further lines of a detail are its evidence.
      const [first = '', ...evidence] = detail.split('\n');
      const block = toFence(evidence.join('\n'), 'text').replaceAll('\n', '\n    ');
      return [`  - ${escapeMarkdown(first)}`, ...(evidence.length > 0 ? [`    ${block}`] : [])];
    }),
    ...(step.advice === undefined ? [] : [`  - 👉 ${escapeMarkdown(step.advice)}`]),
  ]);
  const headline = `## ${looks[result.verdict].mark} ${toHeadline(result)}\n\n${lines.join('\n')}\n`;
  if (diff === undefined) return headline;
  return `${headline}\n<details><summary>All changes</summary>\n\n${toCodeBlock(diff)}\n\n</details>\n`;
}
