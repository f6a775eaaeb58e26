import type { Failure } from '../results.ts';
import type { JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import type { Run } from './scope.ts';

/** What is added to a failure once the whole run is known. */
export type Explanation = Partial<Pick<Failure, 'finding' | 'cause' | 'about'>>;

/** A failure with the exchange that shows it. */
export interface Shown {
  failure: Failure;
  sent: Sent;
  run: Run;
  /** operationId of the exchange. */
  operation: string;
}

/** What explains other failures comes before all of them. */
export const spreading = { what: 'writes reach other records', distance: -1 };

/** `responds without name`, or `returns name as 42`. */
export function describeField(field: string, value: unknown): string {
  return value === undefined
    ? `responds without ${field}`
    : field === ''
      ? `returns its body as ${describeKind(value, 0)}`
      : `returns ${field} as ${describeKind(value)}`;
}

/** @param mostShown how long a value is at most that is shown in place of its type */
function describeKind(value: unknown, mostShown = 60): string {
  if (value === null) return 'null';
  const text = JSON.stringify(value);
  if (text.length <= mostShown && typeof value !== 'object') return text;
  return Array.isArray(value)
    ? 'an array'
    : typeof value === 'object'
      ? 'an object'
      : `a ${typeof value}`;
}

/** What is said of a refused request that was carried out all the same. */
export function explainEffect(run: Run, { operation, sent }: JournalEntry): Explanation {
  const status = sent.reply?.status;
  const how =
    status !== undefined && status >= 500
      ? `carries out a request that it answers with ${status}`
      : `carries out a request that it refused (${status ?? 'no response'})`;
  return {
    finding: `${operation.id} ${how}`,
    cause: run.show(sent),
    about: { what: `a refused ${operation.id} takes effect`, distance: -1 },
  };
}
