import type { Journal, JournalSummary } from '../../mock/index.ts';
import type { Paint } from '../colour.ts';
import type { Context } from '../command.ts';
import type { LogForm } from './choose-log.ts';
import { createLineWriter } from './line-writer.ts';
import { readDetail, toJsonLine, toPrettyLines } from './request-log.ts';

/** Writes each request to stdout once it is answered. */
export function logRequests(journal: Journal, form: LogForm, context: Context, paint: Paint): void {
  const write = createLineWriter(context);
  const toLine = (summary: JournalSummary, detail: string | undefined): string =>
    form === 'json'
      ? toJsonLine(summary, detail)
      : toPrettyLines(summary, detail, paint, context.stdout.columns);
  journal.follow((summary) => {
    // What a refusal says of itself stands in its body, which a summary goes without.
    const [entry] = summary.status < 400 ? [] : journal.list({ after: summary.id - 1, limit: 1 });
    write(toLine(summary, entry && readDetail(entry)));
  });
}
