import { matchesStatus } from '../../mock/features/journal/journal-entry.ts';
import type { Journal, JournalEntry, JournalSummary } from '../../mock/index.ts';
import { type Answered, isPromise } from '../../mock/store/answer.ts';
import type { Paint } from '../colour.ts';
import type { Context } from '../command.ts';
import type { LogForm } from './choose-log.ts';
import { createLineWriter } from './line-writer.ts';
import { readDetail, toJsonLine, toPrettyLines } from './request-log.ts';

/**
 * Writes each request to stdout once it is answered, those first that were answered before.
 * @param only statuses and operations: a request that has one of them is written. Every one is, when it is empty
 */
export function logRequests(
  journal: Answered<Journal>,
  { form, only }: { form: LogForm; only: readonly string[] },
  context: Context,
  paint: Paint,
): void {
  const write = createLineWriter(context);
  const isMeant = ({ status, operation }: JournalSummary): boolean =>
    only.length === 0 || only.some((each) => each === operation || matchesStatus(each, status));
  const log = (summary: JournalSummary, readEntry: () => JournalEntry): void => {
    if (!isMeant(summary)) return;
    // The detail of a refusal is in its body, which a summary does not contain.
    const detail = summary.status < 400 ? undefined : readDetail(readEntry());
    write(
      form === 'json'
        ? toJsonLine(summary, detail)
        : // A terminal of unknown width reports 0.
          toPrettyLines(summary, detail, paint, context.stdout.columns || undefined),
    );
  };
  const before = journal.list();
  // If mocks share a journal, each one logs only its own requests.
  if (!isPromise(before)) for (const entry of before) log(entry, () => entry);
  journal.follow(log);
}
