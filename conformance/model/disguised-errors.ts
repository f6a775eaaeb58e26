import { successReply } from '../../contract/index.ts';
import { isRecord } from '../data/json-path.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Run } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import type { Explanation } from './explanation.ts';

/** What failures are about where errors have a success status. */
export const disguisedErrors = 'errors with a success status';

/** A status of success, and a body that is an object but has nothing that the operation returns: an error, most likely. */
export function isErrorInDisguise({ journal }: Pick<Run, 'journal'>, sent: Sent): boolean {
  const entry = journal.entries.findLast((one) => one.sent === sent);
  return entry !== undefined && isDisguised(entry);
}

function isDisguised({ operation, sent }: JournalEntry): boolean {
  const json = sent.reply?.json;
  if (!isSuccess(sent) || !isRecord(json)) return false;
  const { schema } = successReply(operation);
  return !Object.keys(schema.properties ?? {}).some((field) => field in json);
}

/** Whether requests that have to be refused are answered so; then such an answer to any other request is a refusal, too. */
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
