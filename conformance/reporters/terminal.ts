/*
 * conformance/reporters/: results as text, HTML, JSON, JUnit, SARIF, annotations and Overlays. It imports the results of
 * conformance/, contract/ and writers/, and no check. Start here, or in the file of a format; texts.ts has the sentences that they
 * share.
 */

import {
  createPaint,
  type Paint,
  toCount,
  toDuration,
  toExcerpt,
  toVisibleLine,
  toVisibleText,
  wrapText,
} from '../../writers/terminal-text.ts';
import type { FailureGroup, GroupedFailure, RunResult } from '../results.ts';
import { fitGroups, nameHidden } from './fit-groups.ts';
import {
  groupByReason,
  toBrokenText,
  toCommands,
  toExpected,
  toReceived,
  toResponse,
  toTitle,
  toVerdictText,
  toWords,
} from './texts.ts';

interface TerminalReportOptions {
  /** Whether to use ANSI colours. */
  colour: boolean;
  /** Number of columns at which lines are wrapped. Default: lines stay whole, as in a file. */
  width?: number;
  /** Shows all failures with their exchanges, all checks, observations and created records. Default: false. */
  full?: boolean;
}

/** Writes lines that are wrapped at the width. Shell commands stay whole. */
interface Page {
  paint: Paint;
  /** Adds text from any source, with all characters visible. The first line has the lead in place of the indent. */
  text(text: string, indent?: number, lead?: string): void;
  /** Adds a line that is safe as it is. */
  line(line: string): void;
}

const excerpt = { value: 300, body: 400, reason: 300 };
const limits = { failures: 6, reasons: 5 };

/**
 * The report for people: the verdict, a group for each broken requirement, and what could not be decided.
 *
 * @example process.stdout.write(toTerminalReport(result, { colour: true, width: 80 }));
 */
export function toTerminalReport(
  result: RunResult,
  { colour, width = Number.POSITIVE_INFINITY, full = false }: TerminalReportOptions,
): string {
  const lines: string[] = [];
  const page = createPage(lines, colour, width);
  const isCompact = !full && Number.isFinite(width);
  writeVerdict(page, result);
  const footer: string[] = [];
  writeFooter(createPage(footer, colour, width), result, full);
  if (isCompact)
    writeCompactGroups(page, result.groups, width, mostLines - lines.length - footer.length);
  else for (const group of result.groups) if (!group.known || full) writeGroup(page, group, full);
  if (full) writeEverything(page, result);
  lines.push(...footer);
  if (result.since !== undefined) page.line('');
  for (const line of result.since ?? []) page.text(line, 4, '');
  if (isCompact && lines.length > screen) writeHeadline(page, result);
  return lines.map((line) => `${line}\n`).join('');
}

function createPage(lines: string[], colour: boolean, width: number): Page {
  return {
    paint: createPaint(colour),
    line: (line) => lines.push(line),
    text: (text, indent, lead) => {
      lines.push(...wrapText(toVisibleText(text), width, indent, lead));
    },
  };
}

/** The verdict in a line. Where the report is longer than a few lines, it is also the last one, which stays on the screen. */
function writeHeadline(page: Page, result: RunResult): void {
  const { verdict } = result;
  const { headline } = toVerdictText(result);
  const tone = { conforms: 'green', broken: 'red', 'not-run': 'yellow' } as const;
  const sign = { conforms: '✓', broken: '✗', 'not-run': '!' };
  page.line(page.paint(tone[verdict.kind], `${sign[verdict.kind]} ${headline.toUpperCase()}`));
}

function writeVerdict(page: Page, result: RunResult): void {
  const { target, contract } = result;
  writeHeadline(page, result);
  page.text(toVerdictText(result).explanation);
  page.text(`${target.baseUrl}, checked against ${contract.title} ${contract.version}`);
}

/** A report with more lines repeats its verdict at the end. */
const screen = 8;

/** How many lines a report has at most, without its last one, which repeats the verdict. */
const mostLines = 99;

/** The lines that name the groups that do not fit. */
const linesOfNames = 4;

function writeCompactGroups(
  page: Page,
  groups: readonly FailureGroup[],
  width: number,
  room: number,
): void {
  const open = groups.filter(({ known: isKnown }) => !isKnown);
  const { lines, hidden } = fitGroups(page.paint, open, width, room - linesOfNames);
  for (const line of lines) page.line(line);
  if (hidden.length === 0) return;
  page.line('');
  page.text(toExcerpt(nameHidden(hidden), 2 * width));
}

/** Writes a requirement, the failure with the shortest exchange, and the other failures in a line each. */
function writeGroup(page: Page, group: FailureGroup, full: boolean): void {
  const { requirement, level, known: isKnown, checks, failures } = group;
  const label = isKnown ? 'KNOWN' : level;
  const tone = isKnown ? 'cyan' : level === 'MUST' ? 'red' : 'yellow';
  page.line('');
  page.text(requirement.statement, label.length + 1, `${page.paint(tone, label)} `);
  page.text(`${requirement.section}: ${requirement.id}`, label.length + 1);
  const distinct = listDistinct(failures);
  for (const failure of full ? failures : distinct.slice(0, 1)) writeFailure(page, failure, full);
  for (const failure of full ? [] : distinct.slice(1, limits.failures + 1))
    page.text(
      `${toTitle(failure)}; expected ${toExpected(failure, 80)}; received ${toReceived(failure, 80)}`,
      4,
      `  ${page.paint('red', '✗')} `,
    );
  const left = distinct.length - 1 - limits.failures;
  if (!full && left > 0) page.text(`and ${left} more; --full shows them`, 4);
  const count = page.paint('faint', toCount(checks.length, 'check').padEnd(9));
  page.text(checks.join(', '), 12, `  ${count} `);
}

/** The failures that differ in more than their values. */
function listDistinct(failures: readonly GroupedFailure[]): GroupedFailure[] {
  const distinct = new Map<string, GroupedFailure>();
  for (const failure of failures) {
    const key = [failure.operation, failure.message, failure.pointer].join(' ');
    if (!distinct.has(key)) distinct.set(key, failure);
  }
  return [...distinct.values()];
}

function writeFailure(page: Page, failure: GroupedFailure, full: boolean): void {
  const { exchange } = failure;
  const [most, mostOfBody] = full ? [] : [excerpt.value, excerpt.body];
  const field = (name: string, text: string) =>
    page.text(text, 14, `    ${page.paint('faint', name.padEnd(9))} `);
  page.text(toTitle(failure), 4, `  ${page.paint('red', '✗')} `);
  field('expected', toExpected(failure, most));
  field('received', toReceived(failure, most));
  if (exchange !== undefined) field('response', toResponse(exchange, mostOfBody));
  for (const command of toCommands(failure))
    for (const [at, line] of command.split('\n').entries())
      page.line(`    ${at === 0 ? `${page.paint('faint', '$')} ` : '  '}${toVisibleLine(line)}`);
}

function writeEverything(page: Page, { checks, observations, inventory }: RunResult): void {
  const write = (title: string, lines: readonly string[]) => {
    page.line('');
    page.line(page.paint('strong', title));
    for (const line of lines) page.text(line, 4, '  ');
  };
  write(
    'All checks',
    checks.map(({ id, level, title, outcome }) => {
      const reason = 'reason' in outcome ? `: ${outcome.reason}` : '';
      return `${toWords(outcome)}: ${level} ${id}, ${title}${reason}`;
    }),
  );
  write(
    'Behaviour where the interface is silent',
    observations.map(({ statement }) => statement),
  );
  write(
    'Created records, which remain',
    inventory.map(({ kind, id, label }) => `${kind} ${id} ${label}`),
  );
}

function writeFooter(page: Page, result: RunResult, full: boolean): void {
  const { warnings, groups, counts, recorded, seed, requests, durationMs, inventory } = result;
  page.line('');
  for (const warning of warnings) page.text(warning, 2, `${page.paint('yellow', '!')} `);
  const reasons = groupByReason(result);
  for (const { outcome, reason, checks } of full ? [] : reasons.slice(0, limits.reasons))
    page.text(
      `${toCount(checks.length, 'check')} ${outcome}: ${toExcerpt(reason, excerpt.reason)}`,
      2,
      `${page.paint('faint', '-')} `,
    );
  const left = reasons.slice(limits.reasons).reduce((sum, { checks }) => sum + checks.length, 0);
  if (!full && left > 0)
    page.text(`${toCount(left, 'more check')} without a result; --full lists them`, 2, '- ');
  for (const { requirement, checks } of groups.filter(({ known: isKnown }) => isKnown && !full))
    page.text(`known: ${requirement.statement} (${checks.join(', ')})`, 2, '- ');
  const created =
    inventory.length === 0 ? '' : `; ${toCount(inventory.length, 'record')} created, which remain`;
  const again = recorded === true ? '' : `; repeat with --seed ${seed}`;
  page.text(`${toCount(requests, 'request')} in ${toDuration(durationMs)}${created}${again}`);
  const broken = toBrokenText(groups);
  const [first] = groups.flatMap((group) => group.checks);
  if (broken !== undefined && recorded !== true && counts.must + counts.should > 0)
    page.text(
      `${broken}. --explain ${first} describes a check, --full shows every failure, --html <file> writes a report.`,
    );
}

/** The subset of a stream that progress uses, for example `process.stderr`. */
interface ProgressStream {
  write(text: string): unknown;
  columns?: number | undefined;
}

const pauseMs = 60;
const clearLine = '\r\u001b[2K';

/**
 * Shows progress on a line of a terminal that is updated while checks run.
 *
 * @example const progress = createProgress(process.stderr, { total: checks.length, isTerminal: true });
 */
export function createProgress(
  stream: ProgressStream,
  { total, isTerminal }: { total: number; isTerminal: boolean },
) {
  let done = 0;
  let failed = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    /** Call this after each check. */
    advance(check: { id: string; failed: boolean }): void {
      done += 1;
      if (check.failed) failed += 1;
      // Terminals are slow: drawing a line takes longer than most checks.
      if (!isTerminal || (Date.now() - writtenAt < pauseMs && done < total)) return;
      writtenAt = Date.now();
      const failures = failed === 0 ? '' : `, ${failed} failed`;
      const line = `${done} of ${total} checks${failures}  ${toVisibleLine(check.id)}`;
      stream.write(clearLine + line.slice(0, (stream.columns || 80) - 1));
    },
    /** Clears the line. */
    stop(): void {
      if (isTerminal && done > 0) stream.write(clearLine);
    },
  };
}
