import { parseUrl } from '../../contract/parse-url.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { Failure } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { describe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { type ExpectedSite, readRecords, toKey } from './ledger.ts';
import { listNamed, showWrite } from './record-writes.ts';
import type { Run, Scope } from './scope.ts';

const siteFields = ['id', 'name', 'hostUrl', 'apiKey'] as const;
type SiteField = (typeof siteFields)[number];

export function listDifferences(
  received: Record<string, unknown>,
  expected: ExpectedSite,
): SiteField[] {
  return siteFields.filter((field) => {
    if ((field === 'name' || field === 'hostUrl') && expected.uncertain.has(field)) return false;
    // If the creation returned no key, any later one is accepted.
    if (field === 'apiKey' && expected.apiKey === '') return false;
    return !isSame(field, received[field], expected[field]);
  });
}

function isSame(field: SiteField, received: unknown, expected: string | null): boolean {
  if (received === expected) return true;
  if (typeof received !== 'string' || expected === null) return false;
  if (field === 'id' || field === 'apiKey') return toKey(received) === toKey(expected);
  // The interface does not say whether an origin is kept as sent or normalised.
  return field === 'hostUrl' && toOrigin(received) === toOrigin(expected);
}

export function toOrigin(url: string): string {
  const { origin } = parseUrl(url) ?? { origin: 'null' };
  // The URL standard defines origins only for its special schemes.
  return origin === 'null' ? url : origin;
}

/**
 * Compares a site in a response with the expected site, field by field.
 * @param at position of the site in the response. Default: the top level
 */
export function compareSite(
  { run, fail }: Pick<Scope, 'run' | 'fail'>,
  received: Record<string, unknown>,
  expected: ExpectedSite,
  what: string,
  sent: Sent | undefined,
  at = '',
): void {
  for (const field of listDifferences(received, expected)) {
    const isSent = sent !== undefined && field in listNamed(sent);
    const isRead = sent === undefined || isReading(sent);
    const relation = isSent
      ? 'is not what was sent'
      : isRead
        ? 'is not what was last written'
        : 'has changed';
    fail({
      ...(isSent ? {} : toRequirement(sent)),
      message: `${what}: ${field} ${relation}${explainDifference(expected[field], received[field])}${explainNullHost(run, field, received[field])}`,
      ...describeDifference(run, expected, field, received[field]),
      pointer: `${at}/${field}`,
      ...(sent === undefined ? {} : { exchange: run.show(sent) }),
      ...(isSent ? {} : showWrite(run, expected.id, field, expected[field], sent)),
    });
  }
}

/** The requirement that a field breaks which the request did not send. */
function toRequirement(sent: Sent | undefined): Pick<Failure, 'requirement'> {
  if (sent?.request.method === 'GET') return { requirement: 'list-sites-shows-current-records' };
  if (sent === undefined || isReading(sent)) return { requirement: 'writes-last' };
  return sent.request.method === 'PATCH'
    ? { requirement: 'update-site-changes-what-is-named' }
    : {};
}

/** The expected and the received value of a field, without keys. */
export function describeDifference(
  { redact }: Run,
  expected: ExpectedSite,
  field: SiteField,
  received: unknown,
): Pick<Failure, 'expected' | 'received'> {
  const show = (value: unknown) =>
    field === 'apiKey' && typeof value === 'string'
      ? `${value.slice(0, 8)}…`
      : redact(describe(value));
  return { expected: show(expected[field]), received: show(received) };
}

function isReading(sent: Sent): boolean {
  return sent.request.method === 'GET' || Object.keys(listNamed(sent)).length === 0;
}

/**
 * Explains a host that was sent and is returned as null. The reference declares the type of hostUrl as null, while its
 * examples contain an origin. It is a failure either way, but the reader should know the likely reason and the fix.
 */
function explainNullHost({ journal }: Run, field: string, received: unknown): string {
  if (field !== 'hostUrl' || received !== null) return '';
  const shown = journal.entries
    .filter(({ sent }) => isSuccess(sent))
    .flatMap(({ sent: { reply } }) => readRecords(reply?.json) ?? [reply?.json]);
  if (shown.some((record) => typeof readAt(record, '/hostUrl') === 'string')) return '';
  return ' (it is null in every response: the reference declares the type of hostUrl as null, its examples show an origin; if null is intended, record these failures in a baseline with --baseline and --update-baseline)';
}

/** Says where two texts first differ, because readers may not see it. */
export function explainDifference(expected: unknown, received: unknown): string {
  if (typeof expected !== 'string' || typeof received !== 'string') return '';
  const left = [...expected];
  const right = [...received];
  const length = Math.max(left.length, right.length);
  const at = Array.from({ length }).findIndex((_, index) => left[index] !== right[index]);
  // Short ASCII texts are easily compared.
  if (at === -1 || (length <= 40 && /^[!-~]*$/.test(expected + received))) return '';
  return ` (from character ${at + 1} on: expected ${toCodePoint(left[at])}, received ${toCodePoint(right[at])})`;
}

function toCodePoint(character: string | undefined): string {
  const code = character?.codePointAt(0);
  return code === undefined ? 'the end' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
