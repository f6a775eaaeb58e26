import { escapeMarkdown, toFence } from '../../writers/markdown.ts';
import { toCount, toExcerpt, toVisibleText } from '../../writers/terminal-text.ts';
import { doesCount, type FailureGroup, type RunResult } from '../results.ts';
import { toTerminalReport } from './terminal.ts';
import { toFailureLines, toVerdictText } from './texts.ts';

type Kind = 'error' | 'warning' | 'notice';

/** A workflow command, which GitHub shows on the page of a run, and at a line of a file if it names one. */
export function toWorkflowCommand(
  kind: Kind,
  { file, line, title }: { file?: string | undefined; line?: number | undefined; title: string },
  message: string,
): string {
  const properties = Object.entries({ file, line, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${kind} ${properties.join(',')}::${escapeMessage(message)}`;
}

/** Escapes the message of a workflow command, which ends at the end of the line. */
function escapeMessage(text: string): string {
  return toVisibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command, which also ends at a comma or a colon. */
function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** GitHub shows ten annotations of a kind from one step, and takes at most 1 MiB for the summary of a step. */
const limits = { ofAKind: 10, message: 4000, value: 500, summary: 250_000 };

/**
 * Workflow commands that make GitHub show the broken requirements on the page of a run. Print them in a step of the
 * workflow.
 *
 * @example if (process.env.GITHUB_ACTIONS === 'true') process.stdout.write(toGithubAnnotations(result));
 */
export function toGithubAnnotations(result: RunResult): string {
  const { verdict, warnings, groups, options } = result;
  const { headline, explanation } = toVerdictText(result);
  const commands: Record<Kind, string[]> = { error: [], warning: [], notice: [] };
  const add = (kind: Kind, title: string, message: string) =>
    commands[kind].push(toWorkflowCommand(kind, { title }, toExcerpt(message, limits.message)));
  for (const warning of warnings) add('warning', 'Conformance', warning);
  for (const group of groups) {
    const { level, known: isKnown, requirement } = group;
    const kind = isKnown ? 'notice' : doesCount(group, options.strict) ? 'error' : 'warning';
    add(kind, `${isKnown ? 'Known' : level}: ${requirement.statement}`, toMessage(group));
  }
  if (verdict.kind !== 'conforms' && commands.error.length === 0)
    add('error', headline, explanation);
  const lines = Object.entries(commands).flatMap(([kind, all]) => {
    if (all.length <= limits.ofAKind) return all;
    const title = `and ${all.length - limits.ofAKind + 1} more`;
    const message = 'The summary of the step lists all of them.';
    return [
      ...all.slice(0, limits.ofAKind - 1),
      toWorkflowCommand(kind as Kind, { title }, message),
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}

function toMessage({ requirement, checks, failures: [failure] }: FailureGroup): string {
  return [
    `${requirement.section}: ${requirement.id}`,
    ...(failure === undefined ? [] : toFailureLines(failure, limits.value)),
    `${toCount(checks.length, 'check')}: ${checks.join(', ')}`,
  ].join('\n');
}

/**
 * Markdown for the summary of a step: append it to the file that `GITHUB_STEP_SUMMARY` names.
 *
 * @example await appendFile(process.env.GITHUB_STEP_SUMMARY, toGithubSummary(result));
 */
export function toGithubSummary(result: RunResult): string {
  const { headline } = toVerdictText(result);
  const sign = { conforms: '✅', broken: '❌', 'not-run': '⚠️' }[result.verdict.kind];
  const report = toExcerpt(toTerminalReport(result, { colour: false }), limits.summary);
  return `## ${sign} ${escapeMarkdown(headline)}\n\n${toFence(report, 'text')}\n`;
}
