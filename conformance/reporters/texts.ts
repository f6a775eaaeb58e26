import { quoteWord } from '../../writers/curl.ts';
import { toCount, toExcerpt } from '../../writers/terminal-text.ts';
import type {
  Exchange,
  Failure,
  FailureGroup,
  GroupedFailure,
  Outcome,
  RunResult,
} from '../results.ts';

/** The verdict for readers who do not know the suite. */
export function toVerdictText({ verdict, counts, groups, warnings }: RunResult): {
  headline: string;
  explanation: string;
} {
  if (verdict.kind === 'not-run')
    return {
      headline: 'No verdict',
      explanation: `The run could not judge the target: ${verdict.reason}.`.replace(/\.\.$/, '.'),
    };
  const broken = toBrokenText(groups);
  const totals = toTotals(counts);
  if (verdict.kind === 'conforms')
    return {
      headline: counts.known === 0 ? 'Conforms' : 'Conforms, except for known failures',
      explanation: `${broken ?? 'No requirement is broken'}. ${totals}.`,
    };
  if (verdict.failed === 0)
    return { headline: 'Does not pass', explanation: `${warnings.join(' ')} ${totals}.` };
  return { headline: 'Does not conform', explanation: `${broken ?? ''}. ${totals}.` };
}

/** For example `3 MUST requirements and 1 SHOULD requirement are broken`; undefined if there are none. */
export function toBrokenText(groups: readonly FailureGroup[]): string | undefined {
  const levels = (['MUST', 'SHOULD'] as const)
    .map((level) => ({
      level,
      count: groups.filter((group) => group.level === level && !group.known).length,
    }))
    .filter(({ count }) => count > 0);
  if (levels.length === 0) return undefined;
  const text = levels.map(({ level, count }) => toCount(count, `${level} requirement`));
  const isOne = levels.length === 1 && levels[0]?.count === 1;
  return `${text.join(' and ')} ${isOne ? 'is' : 'are'} broken`;
}

/** For example `49 checks: 40 passed, 4 MUST and 1 SHOULD failed, 4 inconclusive`. */
export function toTotals({ total, ...counts }: RunResult['counts']): string {
  const failed = [
    ...(counts.must > 0 ? [`${counts.must} MUST`] : []),
    ...(counts.should > 0 ? [`${counts.should} SHOULD`] : []),
  ];
  const parts = [
    `${counts.passed} passed`,
    ...(failed.length > 0 ? [`${failed.join(' and ')} failed`] : []),
    ...(counts.known > 0 ? [toCount(counts.known, 'known failure')] : []),
    ...(counts.inconclusive > 0 ? [`${counts.inconclusive} inconclusive`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.notRun > 0 ? [`${counts.notRun} not run`] : []),
  ];
  return `${toCount(total, 'check')}: ${parts.join(', ')}`;
}

/** The requirement that a group breaks, and what was received. */
export function toGroupLine({ level, requirement, failures, operations }: FailureGroup): string {
  const [first] = failures;
  const received = first === undefined ? '' : ` Received ${toReceived(first, 120)}`;
  return `${level} ${requirement.statement} (${operations.join(', ')})${received}`;
}

const whole = Number.POSITIVE_INFINITY;

/** The received value and its place. */
export function toReceived({ expected, received, pointer }: Failure, length = whole): string {
  const text = toExcerpt(received, length, toStart(expected, received, length));
  return pointer === undefined || pointer === '' ? text : `${text} at ${pointer}`;
}

export function toExpected({ expected, received }: Failure, length = whole): string {
  return toExcerpt(expected, length, toStart(expected, received, length));
}

/** Where an excerpt starts, so that it shows the first difference. */
function toStart(expected: string, received: string, length: number): number {
  let shared = 0;
  while (shared < expected.length && expected[shared] === received[shared]) shared += 1;
  return shared < length - 40 ? 0 : shared - 40;
}

/** A failure as lines of text. */
export function toFailureLines(failure: GroupedFailure, length = whole): string[] {
  const { operation, message, exchange } = failure;
  return [
    `${operation}: ${message}`,
    `Expected: ${toExpected(failure, length)}`,
    `Received: ${toReceived(failure, length)}`,
    ...(exchange === undefined ? [] : [`Response: ${toResponse(exchange, length)}`]),
    ...toCommands(failure),
  ];
}

/** The commands that repeat a failure. */
export function toCommands({ write, exchange }: Failure): string[] {
  return [write, exchange].flatMap((each) => (each === undefined ? [] : [each.curl]));
}

export function toResponse({ reply, error }: Exchange, length = whole): string {
  if (reply === undefined) return `none: ${error ?? 'unknown reason'}`;
  return `${reply.status} ${toExcerpt(reply.body, length)}`.trim();
}

/** The command that repeats a run. It reads the key from the environment. */
export function toRunCommand({ tool, target, options, seed, command }: RunResult): string {
  if (command !== undefined) return command;
  const words = [tool.name, 'conformance', target.baseUrl, '--workspace', target.workspace];
  if (target.otherWorkspace !== undefined) words.push('--other-workspace', target.otherWorkspace);
  for (const id of options.only) words.push('--only', id);
  if (options.allowWrites) words.push('--allow-writes');
  if (options.strict) words.push('--strict');
  if (options.thorough) words.push('--thorough');
  return [...words, '--seed', String(seed)].map(quoteWord).join(' ');
}

/** The outcome of a check in words. */
export function toWords({ status }: Pick<Outcome, 'status'>): string {
  return status.replace('-', ' ');
}

/** Checks without a result, by outcome and reason, the most frequent reasons first. */
export function groupByReason({ checks }: Pick<RunResult, 'checks'>) {
  const groups = new Map<string, { outcome: string; reason: string; checks: string[] }>();
  for (const { id, outcome } of checks) {
    if (outcome.status === 'passed' || outcome.status === 'failed') continue;
    const { status, reason } = outcome;
    const group = groups.get(status + reason) ?? { outcome: toWords(outcome), reason, checks: [] };
    group.checks.push(id);
    groups.set(status + reason, group);
  }
  return [...groups.values()].sort((one, other) => other.checks.length - one.checks.length);
}

const short = { failures: 5, value: 400, body: 1000 };

/** Keeps one exchange of each group and the beginnings of long texts, so that report files stay small. */
export function shortenGroups(groups: readonly FailureGroup[], full: boolean): FailureGroup[] {
  if (full) return [...groups];
  return groups.map((group) => ({
    ...group,
    failures: group.failures.slice(0, short.failures).map((failure, place) => {
      const { exchange, write, pointer, ...rest } = failure;
      const expected = toExpected(failure, short.value);
      // The pointer has its own field.
      const received = toReceived({ ...rest }, short.value);
      return {
        ...{ ...rest, expected, received },
        ...(pointer !== undefined && { pointer }),
        ...(place === 0 && exchange !== undefined && { exchange: shortenExchange(exchange) }),
        ...(place === 0 && write !== undefined && { write: shortenExchange(write) }),
      };
    }),
  }));
}

function shortenExchange({ request, reply, ...rest }: Exchange): Exchange {
  const { body } = request;
  return {
    ...rest,
    request: { ...request, ...(body !== undefined && { body: toExcerpt(body, short.body) }) },
    ...(reply !== undefined && { reply: { ...reply, body: toExcerpt(reply.body, short.body) } }),
  };
}
