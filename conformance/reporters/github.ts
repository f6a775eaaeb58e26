import { escapeMarkdown, toCode, toFence } from '../../writers/markdown.ts';
import {
  escapeMarkup,
  toCount,
  toDuration,
  toExcerpt,
  toVisibleText,
} from '../../writers/terminal-text.ts';
import { doesCount, type FailureGroup, type RunResult } from '../results.ts';
import {
  groupByReason,
  shortenGroups,
  toCommands,
  toExpected,
  toFailureLines,
  toReceived,
  toRunCommand,
  toVerdictText,
} from './texts.ts';

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
const shown = { ofAKind: 10, groups: 50, observations: 100 };
const excerpt = { annotation: 500, message: 4000, summary: 1000 };

/**
 * Workflow commands that make GitHub show the broken requirements on the page of a run. Print them in a step of the
 * workflow.
 *
 * @example if (process.env.GITHUB_ACTIONS === 'true') process.stdout.write(toGithubAnnotations(result));
 */
export function toGithubAnnotations(result: RunResult): string {
  const { verdict, warnings, groups, options } = result;
  const { headline, explanation } = toVerdictText(result);
  const open = groups.filter(({ known }) => !known);
  const failing = open.filter((group) => doesCount(group, options.strict));
  const toAll = (kind: Kind, some: readonly FailureGroup[]) =>
    some.map((group) => toGroupCommand(kind, group));
  const isUnexplained = verdict.kind !== 'conforms' && failing.length === 0;
  const errors = [
    ...(isUnexplained ? [toCommand('error', headline, explanation)] : []),
    ...toAll('error', failing),
  ];
  const cautions = [
    ...warnings.map((warning) => toCommand('warning', 'Conformance', warning)),
    ...toAll(
      'warning',
      open.filter((group) => !failing.includes(group)),
    ),
  ];
  const notices = toAll(
    'notice',
    groups.filter(({ known }) => known),
  );
  return [...limit('error', errors), ...limit('warning', cautions), ...limit('notice', notices)]
    .map((line) => `${line}\n`)
    .join('');
}

function toGroupCommand(kind: Kind, group: FailureGroup): string {
  const { level, known, requirement, checks } = group;
  const [failure] = group.failures;
  const lines = [
    `${requirement.section}: ${requirement.id}`,
    ...(failure === undefined ? [] : toFailureLines(failure, excerpt.annotation)),
    `${toCount(checks.length, 'check')}: ${checks.join(', ')}`,
  ];
  const title = `${known ? 'Known' : level}: ${requirement.statement}`;
  return toCommand(kind, title, lines.join('\n'));
}

function toCommand(kind: Kind, title: string, message: string): string {
  return toWorkflowCommand(kind, { title }, toExcerpt(message, excerpt.message));
}

/** Limits the annotations to those that GitHub shows. The last one says how many are left out. */
function limit(kind: Kind, commands: readonly string[]): readonly string[] {
  if (commands.length <= shown.ofAKind) return commands;
  const left = commands.length - shown.ofAKind + 1;
  const more = toCommand(kind, `and ${left} more`, 'The summary of the step lists all of them.');
  return [...commands.slice(0, shown.ofAKind - 1), more];
}

/**
 * Markdown for the summary of a step: append it to the file that `GITHUB_STEP_SUMMARY` names.
 *
 * @example await appendFile(process.env.GITHUB_STEP_SUMMARY, toGithubSummary(result));
 */
export function toGithubSummary(result: RunResult): string {
  const { verdict, target, contract, warnings, observations } = result;
  const { headline, explanation } = toVerdictText(result);
  const sign = { conforms: '✅', broken: '❌', 'not-run': '⚠️' }[verdict.kind];
  const groups = shortenGroups(result.groups, false);
  const left = groups.length - shown.groups;
  const seen = observations
    .slice(0, shown.observations)
    .map(({ statement }) => `- ${escapeMarkdown(toExcerpt(statement, excerpt.summary))}`);
  return `${[
    `## ${sign} ${escapeMarkdown(headline)}`,
    escapeMarkdown(toExcerpt(explanation, excerpt.summary)),
    escapeMarkdown(
      `${target.baseUrl}, checked against ${contract.title} ${contract.version}`.slice(0, 1000),
    ),
    ...warnings.map((warning) => `> ⚠️ ${escapeMarkdown(toExcerpt(warning, excerpt.summary))}`),
    ...groups.slice(0, shown.groups).map(toDetails),
    ...(left > 0 ? [`and ${toCount(left, 'more requirement')}`] : []),
    ...toReasons(result),
    ...(seen.length === 0 ? [] : ['### Behaviour where the interface is silent', seen.join('\n')]),
    `${toCount(result.requests, 'request')} in ${toDuration(result.durationMs)}, ${toCount(result.inventory.length, 'record')} created. Repeat with:`,
    toFence(toRunCommand(result), 'sh'),
  ].join('\n\n')}\n`;
}

function toDetails({ requirement, level, known, checks, failures }: FailureGroup): string {
  const [first] = failures;
  // Markdown is not read within HTML.
  const statement = escapeMarkup(toExcerpt(requirement.statement, excerpt.summary)).replaceAll(
    '\n',
    ' ',
  );
  const lines = [
    '<details>',
    `<summary>${known ? 'Known' : level} <b>${statement}</b></summary>`,
    '',
    `${escapeMarkdown(requirement.section)}, ${toCode(requirement.id)}`,
  ];
  if (first !== undefined)
    lines.push(
      '',
      `${toCode(first.operation)}: ${escapeMarkdown(toExcerpt(first.message, excerpt.summary))}`,
      '',
      `- expected ${toCode(toExpected(first, excerpt.summary))}`,
      `- received ${toCode(toReceived(first, excerpt.summary))}`,
      '',
      ...toCommands(first).map((command) => toFence(toExcerpt(command, excerpt.message), 'sh')),
    );
  return [...lines, '', checks.map(toCode).join(', '), '', '</details>'].join('\n');
}

function toReasons(result: RunResult): string[] {
  const rows = groupByReason(result).map(
    ({ outcome, reason, checks }) =>
      `| ${outcome} | ${escapeMarkdown(toExcerpt(reason, excerpt.summary))} | ${checks.length} |`,
  );
  if (rows.length === 0) return [];
  return [
    '### Checks without a result',
    ['| Outcome | Reason | Checks |', '| --- | --- | --- |', ...rows].join('\n'),
  ];
}
