import type { Journal } from '../../mock/index.ts';
import type { Paint } from '../colour.ts';
import type { Context } from '../command.ts';
import type { LogForm } from './choose-log.ts';
import { createLineWriter } from './line-writer.ts';
import { toJsonLine, toPrettyLines } from './request-log.ts';

/** Writes each request to stdout once it is answered. */
export function logRequests(journal: Journal, form: LogForm, context: Context, paint: Paint): void {
  const write = createLineWriter(context);
  if (form === 'json') journal.subscribe((entry) => write(toJsonLine(entry)));
  if (form === 'pretty')
    journal.subscribe((entry) => write(toPrettyLines(entry, paint, context.stdout.columns)));
}
