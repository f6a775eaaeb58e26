import type { Schema } from '../../contract/index.ts';
import { successReply } from '../../contract/index.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { findOperation } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import type { Run } from './scope.ts';

/** Details that are added to a failure after the run. */
export type Explanation = Partial<Pick<Failure, 'finding' | 'cause' | 'about'>>;

/** A failure and the exchange that proves it. */
export interface Shown {
  failure: Failure;
  sent: Sent;
  run: Run;
  /** operationId of the exchange. */
  operation: string;
}

/** A fault that explains other failures sorts before them. */
export const spreading = { what: 'writes reach other records', distance: -1 };

/** Whether the document allows null for a field of a record. What has no value, some services leave out of a response. */
export function mayBeNull({ contract }: Run, operation: string, field: string): boolean {
  const { schema } = successReply(findOperation(contract, operation));
  const record = resolveReference<Schema>(contract.document, {
    ...(schema.properties?.['data']?.items ?? schema),
  });
  return [record.properties?.[field]?.type].flat().includes('null');
}

/** `responds without name`, or `returns name as 42`. */
export function describeField(field: string, value: unknown): string {
  return value === undefined
    ? `responds without ${field}`
    : field === ''
      ? `returns its body as ${describeKind(value, 0)}`
      : `returns ${field} as ${describeKind(value)}`;
}

/** @param mostShown maximum length of a value that is shown; longer values are described by their type */
function describeKind(value: unknown, mostShown = 60): string {
  const text = JSON.stringify(value);
  if (text.length <= mostShown && typeof value !== 'object') return text;
  return toKind(value);
}

/** `null`, `an array`, `a number`. */
export function toKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Explanation for a refused request that took effect. */
export function explainEffect(run: Run, { operation, sent }: JournalEntry): Explanation {
  const status = sent.reply?.status;
  const how =
    status !== undefined && status >= 500
      ? `carries out a request to which it returns ${status}`
      : `carries out a request that it refused (${status ?? 'no response'})`;
  return {
    finding: `${operation.id} ${how}`,
    cause: run.show(sent),
    about: { what: `a refused ${operation.id} takes effect`, distance: -1 },
  };
}

/** Subject of failures where errors have a success status. */
export const disguisedErrors = 'errors with a success status';

/**
 * Whether a response has a success status and an object body with none of the operation's fields. It is most likely an
 * error.
 */
export function isErrorInDisguise({ journal }: Pick<Run, 'journal'>, sent: Sent): boolean {
  const entry = journal.entries.findLast((one) => one.sent === sent);
  return entry !== undefined && isDisguised(entry);
}

function isDisguised({ operation, sent }: JournalEntry): boolean {
  const json = sent.reply?.json;
  if (!isSuccess(sent) || !isRecord(json)) return false;
  const { schema, mediaType } = successReply(operation);
  if (mediaType === undefined) return false;
  return !Object.keys(schema.properties ?? {}).some((field) => field in json);
}

/** Whether requests that must be refused get such responses. Then such a response to any other request is a refusal too. */
export function hasDisguisedErrors({ journal }: Pick<Run, 'journal'>): boolean {
  return journal.entries.some(
    (entry) =>
      (entry.intent === 'invalid' || entry.intent === 'unauthorised') && isDisguised(entry),
  );
}

export function describeDisguise({ reply }: Sent): Explanation {
  return {
    finding: `the service returns ${reply?.status} for requests that it refuses, such as ${JSON.stringify(reply?.json)?.slice(0, 60)}`,
    about: { what: disguisedErrors, distance: -1 },
  };
}
