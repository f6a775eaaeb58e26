import type { RequestLogEntry } from '../../mock/index.ts';
import type { Paint } from '../colour.ts';

/** One line of JSON for each request, for programs. */
export function toJsonLine(entry: RequestLogEntry, time: Date): string {
  const { method, path, query, status, durationMs, operation, faults } = entry;
  return `${JSON.stringify({
    time: time.toISOString(),
    method,
    path: toTarget(path, query),
    status,
    durationMs: Number(durationMs.toFixed(3)),
    ...(operation === undefined ? {} : { operation }),
    ...(faults.length === 0 ? {} : { faults }),
  })}\n`;
}

/** A line for each request, and below it a line for each thing that was wrong with it. */
export function toPrettyLines(entry: RequestLogEntry, time: Date, paint: Paint): string {
  const { method, path, query, status, durationMs, operation, faults } = entry;
  const clock = time.toTimeString().slice(0, 8);
  const line = [
    paint.dim(clock),
    toStatus(status, paint),
    method.padEnd(6),
    toVisible(toTarget(path, query)),
    paint.dim(`${operation ?? '-'} ${durationMs.toFixed(1)} ms`),
  ].join(' ');
  const details = faults.map(({ pointer, parameter, header, detail }) => {
    const place = pointer ?? parameter ?? header;
    return `           ${place === undefined ? '' : `${toVisible(place)}: `}${toVisible(detail)}`;
  });
  return [line, ...details, ''].join('\n');
}

function toTarget(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

function toStatus(status: number, paint: Paint): string {
  if (status >= 500) return paint.red(String(status));
  return status >= 400 ? paint.yellow(String(status)) : paint.green(String(status));
}

/** What a client sent must not steer the terminal. */
function toVisible(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
