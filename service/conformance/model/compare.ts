import type { Failure } from '../../../conformance/results.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { type Contract, type Schema, successResponse } from '../../../contract/index.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { resolveSchema } from '../../../contract/schema-fields.ts';
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
  const { schema } = successResponse(findOperation(contract, creations[record.kind]));
  const required = schema.required ?? [];
  const differences: Difference[] = [];
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (!(field in record) || record.uncertain.has(field)) continue;
    const difference = {
      field,
      pointer: `/${field}`,
      isRequired: required.includes(field),
      expected: Reflect.get(record, field),
      received: received[field],
    };
    differences.push(...compareValues(contract, property, difference));
  }
  return differences;
}

/** The innermost values that differ, of two that may differ. */
function compareValues(contract: Contract, unresolved: Schema, pair: Difference): Difference[] {
  const schema = resolveSchema(contract.document, unresolved);
  const { expected } = pair;
  if (Array.isArray(expected)) return compareItems(contract, schema, pair, expected);
  if (isRecord(expected)) return compareFields(contract, schema, pair, expected);
  return isSame(schema, pair.field, expected, pair.received) ? [] : [pair];
}

function compareItems(
  contract: Contract,
  { items = {} }: Schema,
  pair: Difference,
  expectedItems: readonly unknown[],
): Difference[] {
  const { received } = pair;
  if (!Array.isArray(received) || received.length !== expectedItems.length) return [pair];
  return expectedItems.flatMap((expected, index) => {
    const pointer = `${pair.pointer}/${index}`;
    return compareValues(contract, items, {
      ...pair,
      pointer,
      expected,
      received: received[index],
    });
  });
}

function compareFields(
  contract: Contract,
  { properties = {} }: Schema,
  pair: Difference,
  expectedFields: Readonly<Record<string, unknown>>,
): Difference[] {
  return Object.entries(expectedFields).flatMap(([name, expected]) => {
    const pointer = `${pair.pointer}/${name}`;
    const received = isRecord(pair.received) ? pair.received[name] : undefined;
    return compareValues(contract, properties[name] ?? {}, {
      ...pair,
      pointer,
      expected,
      received,
    });
  });
}

function isSame({ format }: Schema, field: string, expected: unknown, received: unknown): boolean {
  if (typeof received !== 'string' || typeof expected !== 'string') return received === expected;
  if (format === 'uuid') return toKey(received) === toKey(expected);
  // The interface does not say whether an origin is kept as sent or normalised.
  return field === 'hostUrl' ? isSameOrigin(received, expected) : received === expected;
}

/** Whether two host URLs are spellings of one origin. */
export function isSameOrigin(first: unknown, second: unknown): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return false;
  return toOrigin(first) === toOrigin(second);
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
  evidence?: Sent,
): Pick<Failure, 'write'> {
  const lastWrite = writes.findLast((sent) => field in listNamed(sent));
  const write = lastWrite ?? writes[0];
  return write === undefined || write === evidence ? {} : { write: run.show(write) };
}

/** Says where two texts first differ, because readers may not see it. */
export function explainDifference(expected: unknown, received: unknown): string {
  if (typeof expected !== 'string' || typeof received !== 'string') return '';
  const left = [...expected];
  const right = [...received];
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
