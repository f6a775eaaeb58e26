import {
  toCount,
  toDuration,
  toExcerpt,
  toVisibleLine,
  wrapText,
} from '../../writers/terminal-text.ts';
import type { CheckResult, Exchange, Failure, RunResult } from '../results.ts';
import { type CauseGroup, groupByCause, toFinding } from './group-causes.ts';
import {
  countStatuses,
  groupByReason,
  statuses,
  toReportStatus,
  toTotals,
} from './report-status.ts';
import { countShared, findDifference, looksTheSame, toNoAnswer } from './report-texts.ts';
import { toAddress } from './terminal/failure.ts';
import { writeFullReport, writeHeadline } from './terminal/full.ts';
import { Page } from './terminal/page.ts';

export interface TerminalReportOptions {
  /** Whether to use ANSI colours. */
  colour: boolean;
  /** Number of columns. Shell commands may be longer, so they can be pasted. */
  width: number;
  /** Shows each failure with its request, response and shell command. Default: false. */
  full?: boolean;
  /** Like `full`, with passed checks, whole values, headers, and all created records. Default: false. */
  verbose?: boolean;
}

/** Maximum number of lines, to fit on one screen. */
const mostLines = 40;
const indent = 4;

/**
 * The report for a terminal: one screen, or longer with `full`.
 *
 * @example process.stdout.write(toTerminalReport(result, { colour: true, width: 80 }));
 */
export function toTerminalReport(
  result: RunResult,
  { colour, width, full = false, verbose = false }: TerminalReportOptions,
): string {
  const page = new Page(colour, width);
  if (full || verbose) {
    writeFullReport(page, result, verbose);
    return page.toString();
  }
  const create = () => new Page(colour, width);
  const head = create();
  writeVerdict(head, result);
  const foot = create();
  writeNotes(foot, result);
  writeFacts(foot, result);
  const room = mostLines - head.count() - foot.count() - 1;
  const causes = create();
  writeCauses(causes, create, result, room);
  return head.toString() + causes.toString() + foot.toString();
}

function writeVerdict(page: Page, result: RunResult): void {
  const { target, contract } = result;
  writeHeadline(page, result);
  page.text(`${target.baseUrl}, against ${contract.title} ${contract.version}`, { tone: 'faint' });
}

/** Writes as many causes as fit, the titles of others, and how many are left out. */
function writeCauses(page: Page, create: () => Page, result: RunResult, room: number): void {
  const groups = groupByCause(result);
  let left = room;
  let isShort = false;
  for (const [at, group] of groups.entries()) {
    const rest = groups.length - at;
    const block = create();
    block.gap();
    writeCause(block, group, result);
    // The last line is for the number of causes left out.
    if (!isShort && block.count() + Math.min(rest - 1, 4) <= left) {
      page.append(block);
      left -= block.count();
      continue;
    }
    if (!isShort) {
      page.gap();
      left -= 1;
      isShort = true;
    }
    const title = create();
    writeTitle(title, group, result, 1);
    if (left - title.count() < (rest > 1 ? 1 : 0)) {
      page.text(`and ${toCount(rest, 'more cause')}`, { indent, tone: 'faint' });
      return;
    }
    page.append(title);
    left -= title.count();
  }
}

function writeTitle(page: Page, group: CauseGroup, result: RunResult, mostLinesOfTitle = 2): void {
  const { sign, tone } = statuses[toReportStatus(group.check, result.options.strict)];
  const lines = wrapText(toVisibleLine(toFinding(group)), page.width - indent);
  const cut = lines.length > mostLinesOfTitle;
  const title = lines.slice(0, mostLinesOfTitle).join(' ');
  page.item(sign, cut ? `${title.slice(0, -2).trimEnd()}…` : title, { tone, strong: true });
}

/** Writes a cause: the finding, the expected and received values, the request, and its consequences. */
function writeCause(page: Page, group: CauseGroup, result: RunResult): void {
  writeTitle(page, group, result);
  const { failure, check, others } = group;
  if (failure !== undefined) {
    page.oneLine(toComparisonLine(failure, page.width - indent), { indent });
    const note = findDifference(failure.expected, failure.received)?.note;
    if (note?.startsWith(looksTheSame)) page.oneLine(note, { indent });
    const { exchange, cause } = failure;
    if (cause !== undefined) page.oneLine(toRequestLine(cause, result), { indent });
    if (exchange !== undefined)
      page.oneLine(`${cause === undefined ? '' : 'seen in '}${toRequestLine(exchange, result)}`, {
        indent,
      });
  }
  page.oneLine(toCheckLine(check, others), { indent, tone: 'faint' });
}

/** For example `expected "a", received "b"`, each cut so that the line shows both and their difference. */
function toComparisonLine({ expected, received }: Failure, width: number): string {
  const room = width - 'expected , received '.length;
  const [wanted, got] = [toVisibleLine(expected), toVisibleLine(received)];
  const half = Math.floor(room / 2);
  const shared = countShared([...wanted], [...got]);
  const mostWanted = got.length < half ? room - got.length : half;
  const mostGot = wanted.length < half ? room - wanted.length : half;
  return `expected ${cut(wanted, mostWanted, shared)}, received ${cut(got, mostGot, shared)}`;
}

function cut(text: string, length: number, place: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const from = place < length - 8 ? 0 : Math.max(0, place - 8);
  const shown = characters.slice(from, from + length - (from > 0 ? 2 : 1)).join('');
  return `${from > 0 ? '…' : ''}${shown}${from + length < characters.length ? '…' : ''}`;
}

/** For example `PATCH /v1/sites/… {"name":null} → 200`. */
function toRequestLine(exchange: Exchange, { target }: RunResult): string {
  const { request, reply } = exchange;
  const path = toAddress(request.url, target).replaceAll(
    /([\da-f]{8})(?:-[\da-f]{4}){3}-[\da-f]{12}/gi,
    '$1…',
  );
  const answer = reply === undefined ? toNoAnswer(exchange) : String(reply.status);
  const body = request.body === undefined ? '' : ` ${cut(request.body, 60, 0)}`;
  return toVisibleLine(`${request.method} ${path} → ${answer}${body}`);
}

/** The check that represents the cause, and how many others follow from it. */
function toCheckLine({ id, level }: CheckResult, others: readonly CheckResult[]): string {
  if (others.length === 0) return `${level} ${id}`;
  const operations = [...new Set(others.map(({ operation }) => operation))];
  const where = operations.length === 1 ? (operations[0] ?? '') : `${operations.length} operations`;
  return `${level} ${id}, and ${toCount(others.length, 'more check')} of ${where}`;
}

const mostReasons = 3;
const reasonLength = 150;
const mostWarnings = 4;

/** Writes warnings and undecided checks. */
function writeNotes(page: Page, result: RunResult): void {
  const { warnings } = result;
  page.gap();
  for (const warning of warnings.slice(0, mostWarnings))
    page.item('!', warning, { indent: 0, tone: 'yellow' });
  if (warnings.length > mostWarnings)
    page.text(`and ${toCount(warnings.length - mostWarnings, 'more warning')}`, { indent: 2 });
  const reasons = groupByReason(result, ['error', 'not-run', 'inconclusive', 'skipped']);
  for (const { status, reason, checks } of reasons.slice(0, mostReasons)) {
    const { sign, tone, label } = statuses[status];
    const count =
      status === 'error'
        ? toCount(checks.length, label)
        : status === 'not-run'
          ? `${toCount(checks.length, 'check')} not run`
          : toCount(checks.length, `${label} check`);
    page.item(sign, `${count}: ${toExcerpt(reason, reasonLength)}`, { indent: 0, tone });
  }
  const left = reasons.slice(mostReasons).reduce((sum, { checks }) => sum + checks.length, 0);
  if (left > 0) page.text(`and ${left} more that could not be decided`, { indent: 2 });
}

/** Writes the cost of the run, and how to get more details. */
function writeFacts(page: Page, result: RunResult): void {
  const { checks, options, requests, durationMs, command, seed, inventory, observations } = result;
  const [first] = groupByCause(result);
  page.gap();
  page.field('Checks', `${checks.length}: ${toTotals(countStatuses(checks, options.strict))}`);
  const created =
    inventory.length === 0 ? '' : `; ${toCount(inventory.length, 'record')} created, which remain`;
  const again = command === undefined ? ` (repeat with --seed ${seed})` : '';
  page.field(
    'Run',
    `${toCount(requests, 'request')} in ${toDuration(durationMs)}${created}${again}`,
  );
  const seen = observations.length === 0 ? '' : `, ${toCount(observations.length, 'observation')}`;
  page.field(
    'More',
    `--full shows requests, responses and shell commands${seen}; --html <file> writes an HTML report`,
  );
  if (first !== undefined && command === undefined)
    page.field('', `--explain ${first.check.id} describes what it sends and expects`);
}

/** The subset of a stream that progress uses, for example `process.stderr`. */
export interface ProgressStream {
  write(text: string): unknown;
  columns?: number;
}

export interface ProgressOptions {
  /** Total number of checks. */
  total: number;
  /** Whether the stream is a terminal. Otherwise, nothing is written. */
  isTerminal: boolean;
  /** A clock in milliseconds. Default: `Date.now`. */
  now?: () => number;
}

export interface Progress {
  /** Call this after each check. */
  advance(check: { id: string; failed: boolean }): void;
  /** Clears the line. */
  stop(): void;
}

const pauseMs = 60;
const clearLine = '\r\u001b[2K';

/**
 * Shows progress on a line that is updated while checks run.
 *
 * @example const progress = createProgress(process.stderr, { total: checks.length, isTerminal: true });
 */
export function createProgress(
  stream: ProgressStream,
  { total, isTerminal, now = Date.now }: ProgressOptions,
): Progress {
  if (!isTerminal) return { advance: () => undefined, stop: () => undefined };
  let done = 0;
  let failed = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isWritten = false;
  return {
    advance(check) {
      done += 1;
      if (check.failed) failed += 1;
      // Terminals are slow: drawing a line takes longer than most checks.
      if (now() - writtenAt < pauseMs && done < total) return;
      writtenAt = now();
      isWritten = true;
      const failures = failed === 0 ? '' : `, ${failed} failed`;
      const line = `${done} of ${total} checks${failures}  ${toVisibleLine(check.id)}`;
      stream.write(clearLine + line.slice(0, (stream.columns || 80) - 1));
    },
    stop() {
      if (isWritten) stream.write(clearLine);
      isWritten = false;
    },
  };
}
