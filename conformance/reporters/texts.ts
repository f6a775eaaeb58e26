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
  const totals = toTotals(counts);
  if (verdict.kind === 'not-run') {
    const reason = `The run could not judge the target: ${verdict.reason.replace(/\.$/, '')}.`;
    return {
      headline: 'No verdict',
      explanation: groups.length === 0 ? reason : `${reason} ${totals}.`,
    };
  }
  const broken = toBrokenText(groups);
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
  const broken = groups.filter(({ known: isKnown, level }) => !isKnown && level !== 'OBSERVE');
  if (broken.length === 0) return undefined;
  const texts = (['MUST', 'SHOULD'] as const).flatMap((wanted) => {
    const count = broken.filter(({ level }) => level === wanted).length;
    return count === 0 ? [] : [toCount(count, `${wanted} requirement`)];
  });
  return `${texts.join(' and ')} ${broken.length === 1 ? 'is' : 'are'} broken`;
}

/** For example `49 checks: 40 passed, 4 MUST and 1 SHOULD failed, 4 inconclusive`. */
export function toTotals({ total, ...counts }: RunResult['counts']): string {
  const list = (countsByName: Record<string, number>): string[] => {
    const entries = Object.entries(countsByName).filter(([, count]) => count > 0);
    return entries.map(([name, count]) => `${count} ${name}`);
  };
  const failed = list({ MUST: counts.must, SHOULD: counts.should }).join(' and ');
  const parts = [
    `${counts.passed} passed`,
    ...(failed === '' ? [] : [`${failed} failed`]),
    ...(counts.known > 0 ? [toCount(counts.known, 'known failure')] : []),
    ...list({
      inconclusive: counts.inconclusive,
      skipped: counts.skipped,
      'not run': counts.notRun,
    }),
  ];
  return `${toCount(total, 'check')}: ${parts.join(', ')}`;
}

/** The requirement that a group breaks, and what was received. */
export function toGroupLine({ level, requirement, failures, operations }: FailureGroup): string {
  const [first] = failures;
  const received = first === undefined ? '' : ` Received ${toReceived(first, 120)}`;
  return `${level} ${requirement.statement} (${operations.join(', ')})${received}`;
}

const unlimited = Number.POSITIVE_INFINITY;

export function toExpected({ expected, received }: Failure, length = unlimited): string {
  return toExcerpt(expected, length, toStart(expected, received, length));
}

/** The received value without its place. */
export function toReceivedValue({ expected, received }: Failure, length = unlimited): string {
  return toExcerpt(received, length, toStart(expected, received, length));
}

/** The received value and its place. */
export function toReceived(failure: Failure, length = unlimited): string {
  const { pointer = '' } = failure;
  return toReceivedValue(failure, length) + (pointer === '' ? '' : ` at ${pointer}`);
}

/** How many characters an excerpt shows around the first difference, where it is long enough. */
const longestMargin = 40;

/** Where an excerpt starts, so that it shows the first difference between what was expected and what was received. */
function toStart(expected: string, received: string, length: number): number {
  let shared = 0;
  while (shared < expected.length && expected[shared] === received[shared]) shared += 1;
  const margin = Math.min(longestMargin, Math.floor(length / 2));
  return shared + margin < length ? 0 : Math.max(0, shared - margin);
}

/** The operation that failed, and why. Many messages start with its name. */
export function toTitle({ operation, message }: GroupedFailure): string {
  return message.startsWith(`${operation} `) ? message : `${operation}: ${message}`;
}

/** A failure as lines of text. */
export function toFailureLines(failure: GroupedFailure, length = unlimited): string[] {
  const { exchange } = failure;
  return [
    toTitle(failure),
    `Expected: ${toExpected(failure, length)}`,
    `Received: ${toReceived(failure, length)}`,
    ...(exchange === undefined ? [] : [`Response: ${toResponse(exchange, length)}`]),
    ...toCommands(failure),
  ];
}

/** The commands that repeat a failure. */
export function toCommands({ write, exchange }: Failure): string[] {
  const requests = [write, exchange].filter((request) => request !== undefined);
  return requests.map(({ curl }) => curl);
}

export function toResponse({ reply, error }: Exchange, length = unlimited): string {
  if (reply === undefined) return `none: ${error ?? 'unknown reason'}`;
  return `${reply.status} ${toExcerpt(reply.body, length)}`.trim();
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
  return [...groups.values()].sort((left, right) => right.checks.length - left.checks.length);
}
