import type { Failure } from '../../../conformance/results.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { type Schema, successResponse } from '../../../contract/index.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { isRecord, resolveReference } from '../../../contract/resolve-reference.ts';
import { findOperation, formatValue } from './call.ts';
import { type Expected, listNamed, toKey } from './ledger.ts';
import type { Run, Scope } from './scope.ts';

/** A value of a record that is not as it must be. */
export interface Difference {
  field: string;
  isRequired: boolean;
  /** JSON Pointer, relative to the record. */
  pointer: string;
  expected: unknown;
  received: unknown;
}

/** The operation whose response schema describes a record. */
const creations = { site: 'createSite', route: 'createRoute', webhook: 'createWebhook' } as const;

/** Compares the documented fields of a record. Additional fields are allowed. */
export function listDifferences(
  { contract }: Pick<Run, 'contract'>,
  received: Record<string, unknown>,
  record: Expected,
): Difference[] {
  const resolve = (schema: object) => resolveReference<Schema>(contract.document, { ...schema });
  const compare = (
    schema: Schema,
    at: Omit<Difference, 'expected' | 'received'>,
    expected: unknown,
    got: unknown,
  ): Difference[] => {
    const difference = { ...at, expected, received: got };
    if (Array.isArray(expected)) {
      if (!Array.isArray(got) || got.length !== expected.length) return [difference];
      const items = resolve(schema.items ?? {});
      return expected.flatMap((item, place) =>
        compare(items, { ...at, pointer: `${at.pointer}/${place}` }, item, got[place]),
      );
    }
    if (isRecord(expected))
      return Object.entries(expected).flatMap(([name, value]) =>
        compare(
          resolve(schema.properties?.[name] ?? {}),
          { ...at, pointer: `${at.pointer}/${name}` },
          value,
          isRecord(got) ? got[name] : undefined,
        ),
      );
    return isSame(schema, at.field, expected, got) ? [] : [difference];
  };
  const { schema } = successResponse(findOperation(contract, creations[record.kind]));
  return Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
    field in record && !record.uncertain.has(field)
      ? compare(
          resolve(property),
          { field, pointer: `/${field}`, isRequired: schema.required?.includes(field) === true },
          Reflect.get(record, field),
          received[field],
        )
      : [],
  );
}

function isSame({ format }: Schema, field: string, expected: unknown, received: unknown): boolean {
  if (typeof received !== 'string' || typeof expected !== 'string') return received === expected;
  if (format === 'uuid') return toKey(received) === toKey(expected);
  // The interface does not say whether an origin is kept as sent or normalised.
  return field === 'hostUrl' ? isSameOrigin(received, expected) : received === expected;
}

/** Whether two host URLs are spellings of one origin. */
export function isSameOrigin(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return toOrigin(one) === toOrigin(other);
}

export function toOrigin(url: string): string {
  const { origin } = parseUrl(url) ?? { origin: 'null' };
  // The URL standard defines origins only for its special schemes.
  return origin === 'null' ? url : origin;
}

/** A record as a response shows it, and as it must be. */
interface Shown {
  body: Record<string, unknown>;
  expected: Expected;
  sent: Sent;
  /** JSON Pointer of the record in the response. Default: the top level. */
  at?: string;
}

/**
 * Compares a record in a response with what must be there.
 * @param what the record, for reports
 */
export function compareRecord(
  { run, fail }: Pick<Scope, 'run' | 'fail'>,
  { body, expected: record, sent, at = '' }: Shown,
  what: string,
): void {
  for (const difference of listDifferences(run, body, record)) {
    const { field, pointer } = difference;
    const [words, requirement] = toBreach(sent, record, difference, at !== '');
    fail({
      ...(requirement === undefined ? {} : { requirement }),
      ...toFieldFailure(run, record, difference, `${what}: ${pointer.slice(1)} ${words}`),
      pointer: at + pointer,
      exchange: run.show(sent),
      ...showWrite(run, record, field, sent),
    });
  }
}

/** How a value is wrong, and the requirement that it breaks. Default: the one of the check. */
function toBreach(
  sent: Sent,
  record: Expected,
  { field, received, isRequired }: Difference,
  isListed: boolean,
): [words: string, requirement?: string] {
  const { kind } = record;
  const { method, path } = sent.request;
  const isUpdate = method === 'PATCH';
  const named = listNamed(sent);
  const asRead = 'is not what was last written';
  if (received === undefined && isRequired) return ['is missing', `${kind}-shape`];
  if (isListed) return [asRead, 'list-sites-shows-current-records'];
  if (method === 'GET' || (isUpdate && Object.keys(named).length === 0))
    return [asRead, 'writes-last'];
  // An update must ignore fields such as apiKey, so they keep another value than the one sent.
  const isSent = JSON.stringify(named[field]) === JSON.stringify(Reflect.get(record, field));
  const otherwise = isUpdate ? 'is not as before' : 'is not what the request implies';
  const words = isSent ? 'is not what was sent' : otherwise;
  if (isUpdate) return [words, `update-${kind}-changes-what-is-named`];
  if (!/\/duplicate(?:\?|$)/.test(path)) return [words, `create-${kind}-stores-what-was-sent`];
  return isSent ? [words, 'duplicate-site-name'] : [words];
}

/** A failure for a different value. Only the start of a key is shown. */
export function toFieldFailure(
  { redact }: Run,
  { kind }: Expected,
  { field, expected, received }: Difference,
  message: string,
): Pick<Failure, 'message' | 'expected' | 'received'> {
  const show = (value: unknown) =>
    kind === 'site' && field === 'apiKey' && typeof value === 'string'
      ? `${value.slice(0, 8)}…`
      : redact(formatValue(value));
  return {
    message: message + explainDifference(expected, received),
    expected: show(expected),
    received: show(received),
  };
}

/** Adds to a failure the request that wrote the value of a field. */
export function showWrite(
  run: Run,
  { writes }: Expected,
  field: string,
  shown?: Sent,
): Pick<Failure, 'write'> {
  const write = writes.findLast((sent) => field in listNamed(sent)) ?? writes[0];
  return write === undefined || write === shown ? {} : { write: run.show(write) };
}

/** Says where two texts first differ, because readers may not see it. */
export function explainDifference(expected: unknown, received: unknown): string {
  if (typeof expected !== 'string' || typeof received !== 'string') return '';
  const [left, right] = [[...expected], [...received]];
  const length = Math.max(left.length, right.length);
  const at = Array.from({ length }).findIndex((_, index) => left[index] !== right[index]);
  // Short ASCII texts are easily compared.
  if (at === -1 || received === '' || (length <= 40 && /^[!-~]*$/.test(expected + received)))
    return '';
  return ` (from character ${at + 1} on: expected ${toCodePoint(left[at])}, received ${toCodePoint(right[at])})`;
}

function toCodePoint(character: string | undefined): string {
  const code = character?.codePointAt(0);
  return code === undefined ? 'the end' : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
