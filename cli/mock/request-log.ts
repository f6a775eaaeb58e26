import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import type { JournalEntry, JournalSummary } from '../../mock/index.ts';
import { type Paint, toVisibleLine, wrapText } from '../../writers/terminal-text.ts';

/** A request in the log for programs. */
export function toLogEntry(summary: JournalSummary, detail: string | undefined): object {
  const { time, method, path, query, status, durationMs, operation, session, faults } = summary;
  const { ignored, injected, traceparent, tracestate } = summary;
  return {
    time,
    method,
    path: toTarget(path, query),
    status,
    durationMs,
    operation,
    session: session === 'default' ? undefined : session,
    detail,
    faults: faults.length === 0 ? undefined : faults,
    ignored,
    injected,
    traceparent,
    tracestate,
  };
}

/** Column of the method. Reasons are indented by the same amount. */
const indent = 13;

/** Formats a request as one line, followed by a line for each reason of a refusal. */
export function toPrettyLines(
  summary: JournalSummary,
  detail: string | undefined,
  paint: Paint,
  width: number,
): string {
  const { time, method, path, query, status, durationMs, operation, session } = summary;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const notes = [
    ...(operation === undefined ? [] : [operation]),
    `${durationMs.toFixed(1)} ms`,
    ...(session === 'default' ? [] : [`session ${session}`]),
  ].join(' ');
  const tone = status === 0 || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const line = [
    paint('faint', clock),
    // 0 means that there was no response.
    paint(tone, status === 0 ? '---' : String(status)),
    method.padEnd(6),
    toVisibleLine(toTarget(path, query)),
    paint('faint', notes),
  ].join(' ');
  const reasons = listReasons(summary, detail).flatMap((reason) =>
    wrapText(toVisibleLine(reason), width, indent),
  );
  return [line, ...reasons, ''].join('\n');
}

/** Lists the reasons for a refusal: the faults, or otherwise the detail in the response. */
function listReasons(
  { faults, ignored = [], injected }: JournalSummary,
  detail: string | undefined,
): string[] {
  const reasons = faults.map((fault) => {
    const field = fault.pointer ?? fault.parameter ?? fault.header;
    return field === undefined || field === '' ? fault.detail : `${field}: ${fault.detail}`;
  });
  return [
    ...(injected === undefined ? [] : [`injected: ${injected.effect} (rule ${injected.id})`]),
    ...(reasons.length === 0 && detail !== undefined ? [detail] : reasons),
    ...ignored.map((pointer) => `${pointer}: ignored, not a field of the contract`),
  ];
}

/** The detail of a problem response (RFC 9457, section 3.1.4), if present. */
export function readDetail(entry: JournalEntry): string | undefined {
  const problem = parseJson(entry.response.body?.text ?? '');
  const detail = isRecord(problem) ? problem['detail'] : undefined;
  return typeof detail === 'string' ? detail : undefined;
}

function toTarget(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
