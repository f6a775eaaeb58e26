import { toCurlLines } from '../model/reproduction.ts';
import type { Exchange, Failure, RequirementReference, RunResult } from '../results.ts';
import { toComparison } from './difference.ts';
import { groupByCause } from './group-causes.ts';
import { countStatuses, toReportStatus } from './report-status.ts';
import { quoteWord, toCount, toNumber, toVisibleLine } from './text.ts';

/** The verdict in words for readers who do not know the suite. */
export function toVerdictText(result: RunResult): { headline: string; explanation: string } {
  const { verdict, checks, options } = result;
  const counts = countStatuses(checks, options.strict);
  if (verdict.kind === 'not-run') {
    return {
      headline: 'No verdict',
      explanation: `The run could not judge the target: ${verdict.reason}.`.replace(/\.\.$/, '.'),
    };
  }
  const asides: [count: number, text: string][] = [
    [counts.inconclusive + counts.error, 'could not decide'],
    [counts.skipped + counts['not-run'], 'did not run'],
    [counts.tolerated, 'failed but count only under --strict'],
  ];
  const passed = [[counts.passed, 'passed'] as const, ...asides.filter(([count]) => count > 0)]
    .map(([count, text]) => `${toNumber(count)} ${text}`)
    .join(', ');
  const known = counts.known > 0 && `${toCount(counts.known, 'known failure')} (baseline)`;
  if (verdict.kind === 'conforms') {
    return known === false
      ? { headline: 'Conforms', explanation: `No requirement is broken: ${passed}.` }
      : {
          headline: `Conforms, except for ${known}`,
          explanation: `No other requirement is broken: ${passed}.`,
        };
  }
  if (counts.failed === 0) {
    return {
      headline: 'Does not pass',
      explanation: `No new failure was found, but the baseline is out of date: see the warnings (${passed}).`,
    };
  }
  const causes = groupByCause(result).filter(
    ({ check }) => toReportStatus(check, options.strict) === 'failed',
  ).length;
  return {
    headline: 'Does not conform',
    explanation: `${toCount(counts.failed, 'check')} failed, from ${toCount(causes, 'cause')}; ${passed}${known === false ? '' : `, ${known}`}.`,
  };
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

/** The records that the run created, for example `3 sites, 1 route`. */
export function toKinds(inventory: RunResult['inventory']): string {
  return (['site', 'route', 'webhook'] as const)
    .map((kind) => ({ kind, count: inventory.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => toCount(count, kind))
    .join(', ');
}

export function toRequirementText({ statement, section }: RequirementReference): string {
  return `${statement} (${section})`;
}

/** The details of a failure as rows of a name and a text. A note on the row above has an empty name. */
export function toFailureRows(failure: Failure, length: number): [name: string, text: string][] {
  const { expected, received, note } = toComparison(failure, length);
  const rows: [string, string][] = [
    ['Expected', expected],
    ['Received', received],
  ];
  if (note !== undefined) rows.push(['', note]);
  if (failure.pointer !== undefined) rows.push(['Location', toPlace(failure.pointer)]);
  return rows;
}

/** The empty pointer refers to the whole body (RFC 6901, section 5). */
function toPlace(pointer: string): string {
  return pointer === '' ? 'the whole response body' : `${pointer} in the response body`;
}

/** The same as lines of text, to follow the message. */
export function toFailureLines(failure: Failure, length: number): string[] {
  const rows = toFailureRows(failure, length);
  return [
    failure.message,
    ...rows.map(([name, text]) => (name === '' ? text : `${name}: ${text}`)),
  ];
}

/** Requests that the failure depends on: the one that caused it, and the one that wrote the value. */
export function listEarlier({ cause, write }: Failure): { label: string; exchange: Exchange }[] {
  return [
    ...(cause === undefined ? [] : [{ label: 'Caused by', exchange: cause }]),
    ...(write === undefined ? [] : [{ label: 'Written by', exchange: write }]),
  ];
}

/** Shell lines that reproduce a failure: the whole sequence if available, otherwise the single request. */
export function toShellText({ reproduce, exchange }: Failure): string | undefined {
  return (
    reproduce ??
    (exchange === undefined
      ? undefined
      : toCurlLines(exchange.curl).map(toVisibleLine).join('\n  '))
  );
}

/** Text for a missing response, with the reason. */
export function toNoAnswer({ error }: Exchange): string {
  const came = /^a response arrived, but /.exec(error ?? '');
  return came === null
    ? `none: ${error ?? 'unknown reason'}`
    : `not readable: ${error?.slice(came[0].length)}`;
}
