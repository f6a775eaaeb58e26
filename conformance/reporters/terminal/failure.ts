import {
  type Tone,
  toCount,
  toDuration,
  toExcerpt,
  toVisibleLine,
} from '../../../writers/terminal-text.ts';
import type { CheckResult, Exchange, Failure } from '../../results.ts';
import { toBodyWindow, type WindowLine } from '../json-lines.ts';
import {
  countShared,
  listEarlier,
  toFailureRows,
  toNoAnswer,
  toRequirementText,
  toShellText,
} from '../report-texts.ts';
import type { Page } from './page.ts';

const shownFailures = 6;
const excerptLength = 400;
const indent = 4;

export interface FailureOptions {
  /** Removed from the URLs of requests, since it is the same in all of them. */
  baseUrl: string;
  verbose: boolean;
  /** Failures already shown above, with the id of their check. */
  told: Map<string, string>;
}

/** Writes everything needed to understand, assess and reproduce the failures of a check. */
export function writeFailures(page: Page, check: CheckResult, options: FailureOptions): void {
  if (check.outcome.status !== 'failed') return;
  const { failures } = check.outcome;
  const [first] = failures;
  if (first === undefined) return;
  const earlier = options.told.get(toIdentity(first));
  // A wrong response fails every check that uses it, but is one problem to fix.
  if (earlier !== undefined && !options.verbose) {
    page.text(`The same request and response as in ${earlier}: ${first.message}`, { indent });
    return;
  }
  writeRequirements(page, check);
  const shown = options.verbose ? failures : failures.slice(0, shownFailures);
  for (const [index, failure] of shown.entries()) {
    const place = failures.length > 1 ? `${index + 1} of ${failures.length}: ` : '';
    if (index === 0 || options.verbose) {
      page.gap();
      page.text(place + failure.message, { indent, tone: 'strong' });
      writeFailure(page, failure, check.id, options);
    } else {
      page.text(place + failure.message, { indent, tone: 'strong' });
      writeAnother(page, failure, first);
    }
    if (index === 0) page.gap();
  }
  const left = failures.length - shown.length;
  if (left > 0) page.text(`and ${toCount(left, 'more failure')} of this check`, { indent });
  if (failures.length > 1 && !options.verbose) {
    page.text('--verbose shows each with its request and response.', { indent, tone: 'faint' });
  }
}

function writeRequirements(page: Page, { requirements }: CheckResult): void {
  for (const [index, requirement] of requirements.entries())
    page.field(index === 0 ? 'Requirement' : '', toRequirementText(requirement), { indent });
}

/** Writes a further failure of a check: only the parts that differ from the first one. */
function writeAnother(page: Page, failure: Failure, first: Failure): void {
  const isShown = (name: string) =>
    name === 'Expected'
      ? failure.expected !== first.expected
      : name === 'Received'
        ? failure.received !== first.received
        : name === '';
  writeRows(
    page,
    toFailureRows(failure, excerptLength).filter(([name]) => isShown(name)),
  );
}

function writeRows(page: Page, rows: readonly (readonly [string, string])[]): void {
  const tones: Partial<Record<string, Tone>> = { Expected: 'green', Received: 'red' };
  for (const [name, text] of rows) page.field(name, text, { indent, tone: tones[name] });
}

function writeFailure(page: Page, failure: Failure, check: string, options: FailureOptions): void {
  const { pointer, exchange } = failure;
  writeRows(
    page,
    toFailureRows(failure, options.verbose ? Number.MAX_SAFE_INTEGER : excerptLength),
  );
  if (exchange === undefined) return;
  options.told.set(toIdentity(failure), check);
  for (const { label, exchange: earlier } of listEarlier(failure))
    writeEarlier(page, earlier, label, options);
  const from = {
    text: failure.received,
    offset: countShared([...failure.expected], [...failure.received]),
  };
  writeExchange(page, exchange, { ...options, pointer, from });
  page.field('Reproduce', '', { indent });
  // Shell commands are never wrapped, because they must work when pasted.
  for (const line of (toShellText(failure) ?? '').split('\n'))
    page.line(`${' '.repeat(indent + 2)}${toVisibleLine(line)}`);
}

/** Writes an earlier request that caused the failure or wrote the value: what it sent, and its status. */
function writeEarlier(
  page: Page,
  { request, reply }: Exchange,
  label: string,
  options: FailureOptions,
): void {
  const answer = reply === undefined ? '' : `, returned ${reply.status}`;
  page.field(label, `${request.method} ${toAddress(request.url, options)}${answer}`, {
    indent,
  });
  writeBody(page, request.body, { indent, pointer: undefined, verbose: options.verbose });
}

/** A URL without the base URL, which is the same in all requests. */
export function toAddress(url: string, { baseUrl }: { baseUrl: string }): string {
  return url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url;
}

function toIdentity({ message, expected, received, pointer, exchange }: Failure): string {
  return JSON.stringify([message, expected, received, pointer, exchange?.curl]);
}

function writeExchange(
  page: Page,
  exchange: Exchange,
  options: FailureOptions & Pick<BodyOptions, 'pointer' | 'from'>,
): void {
  const { request, reply, durationMs } = exchange;
  const { verbose, pointer, from } = options;
  page.field('Request', `${request.method} ${toAddress(request.url, options)}`, { indent });
  if (verbose) writeHeaders(page, request.headers);
  writeBody(page, request.body, { indent, pointer: undefined, verbose });
  if (reply === undefined) {
    page.field('Response', toNoAnswer(exchange), { indent });
  } else {
    const type = reply.headers['content-type'] ?? 'no content type';
    page.field('Response', `${reply.status}, ${type}, ${toDuration(durationMs)}`, { indent });
    if (verbose) writeHeaders(page, reply.headers);
    writeBody(page, reply.body, { indent, pointer, from, verbose });
  }
}

function writeHeaders(page: Page, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    page.field('', toVisibleLine(`${name}: ${value}`), { indent });
  }
}

const wholeUpTo = 8;
const bodyExcerpt = 320;
/** Number of characters to show before the difference in a long line. */
const lead = 24;

interface BodyOptions {
  indent: number;
  pointer: string | undefined;
  /** The text at the pointer, starting at the first difference if it is known. */
  from?: { text: string; offset: number } | undefined;
  verbose: boolean;
}

/** Writes the body of a request or response, indented if it is JSON, and marks the place of the failure. */
function writeBody(page: Page, body: string | undefined, options: BodyOptions): void {
  if (body === undefined || body === '') return;
  const { indent, pointer, verbose } = options;
  const whole = verbose ? Number.MAX_SAFE_INTEGER : wholeUpTo;
  const window = toBodyWindow(body, pointer, { whole });
  const isWorthLines = verbose || Boolean(pointer) || (window?.lines.length ?? 0) <= wholeUpTo;
  if (window === undefined || !isWorthLines) {
    const text = toVisibleLine(verbose ? body : toExcerpt(body, bodyExcerpt));
    page.field('', text, { indent, tone: 'faint' });
    return;
  }
  if (window.before > 0)
    page.field('', `… ${window.before} lines above`, { indent, tone: 'faint' });
  for (const line of window.lines) writeLine(page, line, options);
  if (window.behind > 0) page.field('', `… ${window.behind} more lines`, { indent, tone: 'faint' });
}

function writeLine(
  page: Page,
  { depth, text, isMarked }: WindowLine,
  { indent, from }: BodyOptions,
): void {
  const at = from === undefined || !isMarked ? -1 : text.indexOf(from.text);
  const start = at === -1 ? 0 : Math.max(0, at + (from?.offset ?? 0) - lead);
  const isLate = text.length > bodyExcerpt && start > bodyExcerpt / 2;
  const shown = toVisibleLine(toExcerpt(text, bodyExcerpt, isLate ? start : 0));
  page.field('', `${isMarked ? '> ' : '  '}${'  '.repeat(depth)}${shown}`, {
    indent,
    tone: isMarked ? 'red' : 'faint',
  });
}
