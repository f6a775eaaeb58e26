import type { Exchange, Failure } from '../results.ts';

/**
 * The shell lines that show a failure again: what wrote, and what shows it. A creation makes another record each time, so
 * that it belongs to them only where a list is to show the record.
 */
export function listCurls({ write, exchange }: Failure): string[] {
  if (exchange === undefined) return [];
  const isRepeatable =
    write !== undefined && (write.request.method !== 'POST' || exchange.request.method === 'GET');
  return isRepeatable ? [write.curl, exchange.curl] : [exchange.curl];
}

/** What stands in the place of an answer. */
export function toNoAnswer({ error }: Exchange): string {
  const came = /^an answer came, and /.exec(error ?? '');
  return came === null
    ? `none: ${error ?? 'the reason is not known'}`
    : `not readable: ${error?.slice(came[0].length)}`;
}
