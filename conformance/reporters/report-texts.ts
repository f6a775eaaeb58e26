import { quoteWord } from '../../writers/curl.ts';
import { toCount, toExcerpt, toNumber } from '../../writers/terminal-text.ts';
import type { Exchange, Failure, RequirementReference, RunResult } from '../results.ts';
import { groupByCause } from './group-causes.ts';
import { countStatuses, toReportStatus } from './report-status.ts';

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
  return reproduce ?? (exchange === undefined ? undefined : exchange.curl);
}

/** Text for a missing response, with the reason. */
export function toNoAnswer({ error }: Exchange): string {
  const came = /^a response arrived, but /.exec(error ?? '');
  return came === null
    ? `none: ${error ?? 'unknown reason'}`
    : `not readable: ${error?.slice(came[0].length)}`;
}

/** A difference between two texts that a reader may miss. */
export interface Difference {
  /** Lengths of the parts that both texts share, at the start and at the end. */
  start: number;
  end: number;
  /** A description of the difference, for texts that look the same or are long. */
  note?: string;
}

/** Start of the note if the texts look the same. */
export const looksTheSame = 'They look the same but differ';

const longText = 100;
const shownCharacters = 12;

/**
 * Locates the difference between two texts, if they share half of the longer one or look the same. Otherwise, marking it
 * would not help.
 */
export function findDifference(expected: string, received: string): Difference | undefined {
  if (expected === received || expected === '' || received === '') return undefined;
  const start = countShared([...expected], [...received]);
  const end = countShared(
    [...expected.slice(start)].reverse(),
    [...received.slice(start)].reverse(),
  );
  const longer = Math.max(expected.length, received.length);
  const isAlike = toSkeleton(expected) === toSkeleton(received);
  if (!isAlike && (start + end) * 2 < longer) return undefined;
  if (!isAlike && longer < longText) return { start, end };
  // Ignore the quotation marks of JSON.
  const isQuoted = expected.startsWith('"') && received.startsWith('"');
  const place = [...expected.slice(0, start)].length + (isQuoted ? 0 : 1);
  const describe = isAlike ? toCodePoints : toQuotation;
  const [wanted, got] = [expected, received].map((text) =>
    describe(text.slice(start, text.length - end)),
  );
  const opening = isAlike ? looksTheSame : 'They differ';
  return {
    start,
    end,
    note: `${opening} at character ${place}: expected ${wanted}, received ${got}`,
  };
}

function toCodePoints(text: string): string {
  const characters = [...text];
  if (characters.length === 0) return 'nothing';
  const points = characters
    .slice(0, 3)
    .map((character) =>
      (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0'),
    );
  return `${points.map((point) => `U+${point}`).join(' ')}${characters.length > 3 ? ' …' : ''}`;
}

function toQuotation(text: string): string {
  const characters = [...text];
  if (characters.length === 0) return 'nothing';
  return `“${characters.slice(0, shownCharacters).join('')}${characters.length > shownCharacters ? '…' : ''}”`;
}

/**
 * Normalises a text so that texts that look the same become equal: composed characters, kinds of spaces, and zero-width
 * characters.
 */
function toSkeleton(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/gu, ' ');
}

/** Length of the common start of both. */
export function countShared(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  for (let index = 0; index < one.length && one[index] === other[index]; index += 1) {
    length += one[index]?.length ?? 0;
  }
  return length;
}

/** Number of common characters to show before the difference. */
const lead = 40;

/** The expected and the received value, each cut so that it shows the first difference. */
export function toComparison(
  { expected, received }: { expected: string; received: string },
  length: number,
) {
  const shared = countShared([...expected], [...received]);
  const from = shared > length / 2 ? shared - lead : 0;
  const shown = {
    expected: toExcerpt(expected, length, from),
    received: toExcerpt(received, length, from),
  };
  return {
    ...shown,
    /** The difference between the cut texts, if they are similar. */
    difference: findDifference(shown.expected, shown.received),
    /** The difference between the whole texts, if a reader may miss it. */
    note: findDifference(expected, received)?.note,
  };
}
