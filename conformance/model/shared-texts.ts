import { readAt } from '../../contract/resolve-reference.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { textTraits } from './common-traits.ts';
import type { Explanation } from './explanation.ts';

import { listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';
import { isFault } from './shared-faults.ts';

/** If at least this many operations fail for the same character, they share code that processes texts. */
const fewestOperations = 2;

/**
 * Finds characters that make several operations fail anywhere in a text. The cause is shared code, such as a template
 * engine. Some texts may be changed instead, but none is returned as sent.
 */
export function createSharedTexts({
  journal: { entries },
}: Pick<Run, 'journal'>): (failure: Failure, sent: Sent | undefined) => Explanation | undefined {
  const failing = entries.filter(({ sent }) => isFault(sent));
  const operations = new Set(failing.map(({ operation }) => operation.id));
  const isKept = (entry: JournalEntry, pattern: RegExp) =>
    isSuccess(entry.sent) &&
    Object.entries(listNamed(entry.sent)).some(
      ([field, value]) =>
        typeof value === 'string' &&
        pattern.test(value) &&
        readAt(entry.sent.reply?.json, `/${field}`) === value,
    );
  const found =
    operations.size < fewestOperations
      ? undefined
      : textTraits.find(
          ([, pattern]) =>
            failing.every(({ sent }) => hasText(sent, pattern)) &&
            !entries.some((entry) => isKept(entry, pattern)),
        );
  if (found === undefined) return () => undefined;
  const [name, pattern] = found;
  const what = `texts with ${name}`;
  return (failure, sent) => {
    const entry = entries.findLast((one) => one.sent === sent);
    if (sent === undefined || entry === undefined || !hasText(sent, pattern)) return undefined;
    if (isFault(sent))
      return {
        finding: `${entry.operation.id} returns ${sent.reply?.status} to a request that sends a text with ${name}`,
        about: { what, distance: 0.4 },
      };
    // A text that is returned changed comes from the same code.
    return failure.pointer !== undefined && isSuccess(sent)
      ? { about: { what, distance: 0.5 } }
      : undefined;
  };
}

/** Whether any text in the body matches, at any depth. */
function hasText(sent: Sent, pattern: RegExp): boolean {
  const isMatching = (value: unknown): boolean =>
    typeof value === 'string'
      ? pattern.test(value)
      : typeof value === 'object' && value !== null && Object.values(value).some(isMatching);
  return isMatching(listNamed(sent));
}
