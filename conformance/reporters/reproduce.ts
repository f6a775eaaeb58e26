import { toCurlLines } from '../model/curl-lines.ts';
import type { Exchange, Failure } from '../results.ts';
import { toVisibleLine } from './visible-text.ts';

/** The shell lines that show a failure again, as the run has made them, or else the line of its exchange. */
export function toShellText({ reproduce, exchange }: Failure): string | undefined {
  return (
    reproduce ??
    (exchange === undefined
      ? undefined
      : toCurlLines(exchange.curl).map(toVisibleLine).join('\n  '))
  );
}

/** What stands in the place of an answer. */
export function toNoAnswer({ error }: Exchange): string {
  const came = /^a response came, but /.exec(error ?? '');
  return came === null
    ? `none: ${error ?? 'unknown reason'}`
    : `not readable: ${error?.slice(came[0].length)}`;
}
