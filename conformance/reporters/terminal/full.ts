import {
  type Paint,
  toCount,
  toDuration,
  toExcerpt,
  toVisibleLine,
} from '../../../writers/terminal-text.ts';
import type { CheckResult, RunResult } from '../../results.ts';
import {
  type CauseGroup,
  groupByCause,
  toFinding,
  toOthersText,
  toSingleGroup,
} from '../group-causes.ts';
import {
  countStatuses,
  groupByOperation,
  groupByReason,
  listStatusCounts,
  type OperationGroup,
  type ReportStatus,
  type StatusCounts,
  statuses,
  toReportStatus,
  toTotals,
} from '../report-status.ts';
import { toKinds, toVerdictText } from '../report-texts.ts';
import { type FailureOptions, writeFailures } from './failure.ts';
import type { Page } from './page.ts';

/** Writes all results, with everything needed to reproduce the failures. */
export function writeFullReport(page: Page, result: RunResult, verbose: boolean): void {
  writeHeader(page, result);
  writeOperations(page, result, verbose);
  writeUndecided(page, result, verbose);
  writeObservations(page, result, verbose);
  writeInventory(page, result, verbose);
  writeWarnings(page, result);
  writeCauses(page, result, verbose);
  writeClosing(page, result);
}

function writeHeader(page: Page, { tool, contract, target }: RunResult): void {
  const title = `${contract.title} ${contract.version}, checked by ${tool.name} ${tool.version}`;
  page.text(title, { tone: 'strong' });
  page.field('Target', target.baseUrl);
  page.field('Workspace', target.workspace);
  if (target.otherWorkspace !== undefined)
    page.field('', `${target.otherWorkspace} (the other one)`);
}

/** Writes one line for each operation, followed by its known failures. New failures have a separate section. */
function writeOperations(page: Page, result: RunResult, verbose: boolean): void {
  const groups = groupByOperation(result);
  const nameWidth = Math.max(...groups.map(({ operation }) => toVisibleLine(operation).length), 8);
  page.gap();
  for (const group of groups) {
    writeGroupLine(page, group, nameWidth);
    for (const check of group.checks) {
      const status = toReportStatus(check, result.options.strict);
      writeCheck(page, check, { status, baseUrl: result.target.baseUrl, verbose, told: new Map() });
    }
  }
}

function writeGroupLine(page: Page, group: OperationGroup, nameWidth: number): void {
  const { sign, tone } = statuses[toGroupStatus(group.counts)];
  const name = page.paint('strong', toVisibleLine(group.operation).padEnd(nameWidth));
  const indent = nameWidth + 4;
  let line = `${page.paint(tone, sign)} ${name}  `;
  let cells = indent;
  for (const [index, { text, painted }] of listTotals(group.counts, page.paint).entries()) {
    const joint = index === 0 ? '' : ', ';
    if (cells + joint.length + text.length >= page.width) {
      page.line(`${line},`);
      line = ' '.repeat(indent) + painted;
      cells = indent + text.length;
    } else {
      line += joint + painted;
      cells += joint.length + text.length;
    }
  }
  page.line(line);
}

/** The most important status of an operation. Known failures and inconclusive checks do not hide passed ones. */
function toGroupStatus(counts: StatusCounts): ReportStatus {
  if (counts.failed > 0) return 'failed';
  if (counts.error > 0) return 'error';
  if (counts.tolerated > 0) return 'tolerated';
  if (counts.passed + counts.observed > 0) return 'passed';
  return listStatusCounts(counts)[0]?.status ?? 'skipped';
}

/** The totals as parts of a line; the worst status comes last. */
function listTotals(counts: StatusCounts, paint: Paint): { text: string; painted: string }[] {
  return listStatusCounts(counts)
    .map(({ status, count }) => {
      const isGood = status === 'passed' || status === 'observed';
      const { label, tone } = statuses[status];
      const text = `${count} ${label}`;
      return { text, painted: paint(isGood ? 'faint' : tone, text) };
    })
    .reverse();
}

function writeCheck(
  page: Page,
  check: CheckResult,
  options: FailureOptions & { status: ReportStatus },
): void {
  const { status, verbose } = options;
  const { sign, tone } = statuses[status];
  const { id, level, title, outcome } = check;
  if (outcome.status === 'failed' && outcome.known !== undefined) {
    const { expires, reason } = outcome.known;
    page.item(sign, `${level}  ${id}, known until ${expires}: ${reason}`, { tone });
    if (!verbose) return;
    writeFailures(page, check, options);
    page.gap();
  } else if (outcome.status === 'error') {
    page.item(sign, `suite error in ${id}: ${outcome.reason}`, { tone });
  } else if (verbose && status === 'passed') {
    page.item(sign, `${level}  ${id}: ${title}`, { tone });
  }
}

const shownIds = 3;
const shownResources = 5;

/** Writes why checks did not reach a verdict, because readers of a passed run must know. */
function writeUndecided(page: Page, result: RunResult, verbose: boolean): void {
  for (const [status, title] of [
    ['inconclusive', 'Inconclusive: these checks say nothing about the target'],
    ['not-run', 'Not run'],
    ['skipped', 'Skipped'],
  ] as const) {
    const groups = groupByReason(result, [status]);
    const { sign, tone } = statuses[status];
    if (groups.length > 0) page.heading(title);
    for (const { reason, checks } of groups)
      page.item(sign, `${reason} ${listIds(checks, verbose)}`, { tone });
  }
}

function listIds(checks: readonly CheckResult[], verbose: boolean): string {
  const shown = verbose || checks.length <= shownIds ? checks : checks.slice(0, shownIds - 1);
  const left = checks.length - shown.length;
  const more = left === 0 ? '' : ` and ${left} more`;
  return `(${shown.map(({ id }) => id).join(', ')}${more})`;
}

function writeObservations(page: Page, { observations }: RunResult, verbose: boolean): void {
  if (observations.length === 0) return;
  page.heading('What the target does where the interface is silent');
  for (const { statement, assumption } of observations) {
    page.item('·', statement);
    if (verbose && assumption !== undefined) {
      const value = JSON.stringify(assumption.value);
      page.text(`${assumption.id} = ${value}`, { indent: 4, tone: 'faint' });
    }
  }
}

/** Writes the created records. They remain, since the interface has no operation to delete them. */
function writeInventory(page: Page, { inventory }: RunResult, verbose: boolean): void {
  if (inventory.length === 0) return;
  page.heading(`Created and left in place: ${toKinds(inventory)}`);
  const shown = verbose ? inventory : inventory.slice(0, shownResources);
  for (const { kind, id, label } of shown) {
    page.item('·', `${kind.padEnd(8)} ${id}  ${toVisibleLine(label)}`);
  }
  const left = inventory.length - shown.length;
  if (left > 0)
    page.text(`and ${left} more (--verbose lists all, --json holds all)`, {
      indent: 4,
      tone: 'faint',
    });
}

function writeWarnings(page: Page, { warnings }: RunResult): void {
  if (warnings.length === 0) return;
  page.heading('Warnings');
  for (const warning of warnings) page.item('!', warning, { tone: 'yellow' });
}

const shownOthers = 8;
const messageExcerpt = 160;

/** Writes the failures, causes before consequences, with everything needed to reproduce them. */
function writeCauses(page: Page, result: RunResult, verbose: boolean): void {
  const groups = groupByCause(result);
  if (groups.length === 0) return;
  const options = { baseUrl: result.target.baseUrl, verbose, told: new Map<string, string>() };
  page.heading('Failures');
  for (const group of groups) {
    page.gap();
    page.text(toFinding(group), { indent: 2, tone: 'strong' });
    writeCause(page, result, group.check, options);
    if (verbose) for (const other of group.others) writeCause(page, result, other, options);
    else writeOthers(page, group);
    page.gap();
  }
}

function writeCause(
  page: Page,
  { options: { strict } }: RunResult,
  check: CheckResult,
  options: FailureOptions,
): void {
  const { sign, tone } = statuses[toReportStatus(check, strict)];
  page.item(sign, `${check.level}  ${check.id}`, { tone });
  page.text(check.title, { indent: 4 });
  page.gap();
  writeFailures(page, check, options);
}

/** Writes one line for each other check of a group, so that readers can verify that the cause is the same. */
function writeOthers(page: Page, group: CauseGroup): void {
  const { others } = group;
  if (others.length === 0) return;
  page.gap();
  page.text(`${toOthersText(group)}:`, { indent: 4 });
  for (const other of others.slice(0, shownOthers)) {
    const message = toSingleGroup(other).failure?.message ?? '';
    page.item('·', `${other.id}: ${toExcerpt(message, messageExcerpt)}`, { indent: 4 });
  }
  const left = others.length - shownOthers;
  if (left > 0) page.text(`and ${left} more`, { indent: 6 });
  page.text('--verbose shows each with its request and response.', { indent: 4, tone: 'faint' });
}

const shownCauses = 20;
const excerptLength = 400;

/** Writes the last screen: one line for each failure, the cost of the run, how to repeat it, and the verdict. */
function writeClosing(page: Page, result: RunResult): void {
  writeBroken(page, result);
  const { checks, command, options, requests, durationMs, seed } = result;
  const modes = [
    options.strict && 'strict',
    options.thorough && 'thorough',
    options.only.length > 0 && `only ${options.only.join(', ')}`,
  ].filter((mode) => mode !== false);
  const cost = `${toCount(requests, 'request')} in ${toDuration(durationMs)}`;
  page.gap();
  page.field('Checks', `${checks.length}: ${toTotals(countStatuses(checks, options.strict))}`);
  page.field('Run', [cost, ...modes].join(', '));
  if (command === undefined) page.field('Seed', `${seed} (--seed ${seed} repeats this run)`);
  page.gap();
  writeHeadline(page, result);
}

/** Writes the verdict in words. */
export function writeHeadline(page: Page, result: RunResult): void {
  const { headline, explanation } = toVerdictText(result);
  const tone = result.verdict.kind === 'conforms' ? 'green' : 'red';
  page.text(`${headline.toUpperCase()}. ${explanation}`, { tone });
}

/** Writes two lines for each cause. A single cause is left out, because it is visible just above. */
function writeBroken(page: Page, result: RunResult): void {
  const isFailed = ({ check }: CauseGroup) =>
    toReportStatus(check, result.options.strict) === 'failed';
  const groups = groupByCause(result).filter(isFailed);
  const [first] = groups;
  if (first === undefined) return;
  page.heading('Broken');
  for (const group of groups.slice(0, shownCauses)) {
    const { check, others } = group;
    const more = others.length > 0 ? ` (and ${toCount(others.length, 'more check')})` : '';
    page.item('✗', toExcerpt(toFinding(group), excerptLength), { tone: 'red' });
    page.text(`${check.id}${more}: ${check.title}`, { indent: 4, tone: 'faint' });
  }
  const left = groups.length - shownCauses;
  if (left > 0) page.text(`and ${left} more`, { indent: 4, tone: 'faint' });
  // Other commands have neither these flags nor a seed.
  if (result.command !== undefined) return;
  page.gap();
  page.field('Explain', `--explain ${first.check.id} shows what a check sends and expects`);
  page.field('Again', `--only ${first.check.id} --seed ${result.seed} runs only this check`);
}
