import type { CheckResult, Exchange, Failure } from '../../results.ts';
import { toCount, toDuration } from '../count.ts';
import { toCurlLines } from '../curl-lines.ts';
import { findDifference } from '../difference.ts';
import { toExcerpt, toVisibleLine } from '../visible-text.ts';
import { writeBody } from './body.ts';
import type { Page } from './page.ts';

const shownFailures = 3;
const excerptLength = 400;
const indent = 4;

export interface FailureOptions {
  /** Taken from the addresses of requests: it is the same in all of them. */
  baseUrl: string;
  verbose: boolean;
}

/** Everything that is needed to understand, judge and reproduce what a check found broken. */
export function writeFailures(page: Page, check: CheckResult, options: FailureOptions): void {
  if (check.outcome.status !== 'failed') return;
  const { failures } = check.outcome;
  const shown = options.verbose ? failures : failures.slice(0, shownFailures);
  for (const { statement, section } of check.requirements) {
    page.field('Requirement', `${statement} (${section})`, { indent });
  }
  for (const [index, failure] of shown.entries()) {
    page.gap();
    const place = failures.length > 1 ? `${index + 1} of ${failures.length}: ` : '';
    page.text(`${place}${failure.message}`, { indent, tone: 'strong' });
    writeFailure(page, failure, options);
  }
  const left = failures.length - shown.length;
  if (left === 0) return;
  page.gap();
  const more = `and ${toCount(left, 'failure')} more of this check (--verbose shows all)`;
  page.text(more, { indent, tone: 'faint' });
}

function writeFailure(page: Page, failure: Failure, options: FailureOptions): void {
  const { expected, received, pointer, exchange } = failure;
  const cut = (text: string) => (options.verbose ? text : toExcerpt(text, excerptLength));
  page.field('Expected', cut(expected), { indent, tone: 'green' });
  page.field('Received', cut(received), { indent, tone: 'red' });
  const note = findDifference(expected, received)?.note;
  if (note !== undefined) page.field('', note, { indent });
  if (pointer !== undefined) page.field('Place', toPlace(pointer), { indent });
  if (exchange !== undefined) writeExchange(page, exchange, { ...options, pointer });
}

/** The empty pointer is the whole body (RFC 6901, section 5). */
function toPlace(pointer: string): string {
  return pointer === '' ? 'the whole reply body' : `${pointer} in the reply body`;
}

function writeExchange(
  page: Page,
  { request, reply, error, durationMs, curl }: Exchange,
  { baseUrl, verbose, pointer }: FailureOptions & { pointer: string | undefined },
): void {
  const address = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : request.url;
  page.field('Request', `${request.method} ${address}`, { indent });
  if (verbose) writeHeaders(page, request.headers);
  writeBody(page, request.body, { indent, pointer: undefined, verbose });
  if (reply === undefined) {
    page.field('Answer', `none: ${error ?? 'the reason is not known'}`, { indent });
  } else {
    const type = reply.headers['content-type'] ?? 'no content type';
    page.field('Answer', `${reply.status}, ${type}, ${toDuration(durationMs)}`, { indent });
    if (verbose) writeHeaders(page, reply.headers);
    writeBody(page, reply.body, { indent, pointer, verbose });
  }
  writeCurl(page, curl);
}

function writeHeaders(page: Page, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    page.field('', toVisibleLine(`${name}: ${value}`), { indent });
  }
}

/** A line for a shell is never wrapped: it has to work when it is pasted. */
function writeCurl(page: Page, curl: string): void {
  page.field('Reproduce', '', { indent });
  for (const [index, line] of toCurlLines(curl).entries()) {
    page.line(`${' '.repeat(index === 0 ? indent + 2 : indent + 4)}${toVisibleLine(line)}`);
  }
}
