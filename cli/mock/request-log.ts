import { fstatSync } from 'node:fs';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import type { Journal, JournalEntry, JournalSummary } from '../../mock/index.ts';
import type { Either } from '../../mock/store/settings-access.ts';
import { type Paint, toVisibleLine, wrapText } from '../../writers/terminal-text.ts';
import type { Context } from '../command.ts';

/** Writes each request to stdout after its response, starting with earlier ones. */
export function logRequests(
  journal: Either<Journal>,
  form: LogForm,
  context: Context,
  paint: Paint,
): void {
  const write = createLineWriter(context);
  const log = (summary: JournalSummary, readEntry: () => JournalEntry): void => {
    // The reason for a refusal is in its body, which a summary does not contain.
    const detail = summary.status < 400 ? undefined : readDetail(readEntry());
    write(
      form === 'json'
        ? toJsonLine(summary, detail)
        : // A terminal of unknown width reports 0.
          toPrettyLines(summary, detail, paint, context.stdout.columns || undefined),
    );
  };
  const before = journal.list();
  // Mocks that share a journal log only their own requests.
  if (Array.isArray(before)) for (const entry of before) log(entry, () => entry);
  journal.follow(log);
}

export type LogForm = 'pretty' | 'json' | 'off';

/** The default format of the log: readable on a terminal, JSON in a pipe or a file. */
export function chooseLog({ isTTY, fd }: Context['stdout']): LogForm {
  if (isTTY === true) return 'pretty';
  // Nothing needs to be written to /dev/null.
  return fd === undefined || fstatSync(fd).isCharacterDevice() ? 'off' : 'json';
}

/** Maximum number of unread bytes. */
const mostWaiting = 1 << 20;

/**
 * Buffers lines and writes them together. Unread output must not fill the memory: beyond a limit, lines are dropped and a
 * note is written.
 */
export function createLineWriter({ stdout, stderr }: Context): (line: string) => void {
  let waiting = '';
  let isToldOf = false;
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if ((stdout.writableLength ?? 0) <= mostWaiting) {
      stdout.write(text);
      return;
    }
    if (isToldOf) return;
    isToldOf = true;
    stderr.write('site-contract: stdout is not being read; some requests are not logged\n');
  };
  return (line) => {
    if (waiting === '') setImmediate(flush);
    waiting += line;
  };
}

/** Formats a request as one line of JSON, for programs. */
export function toJsonLine(summary: JournalSummary, detail?: string): string {
  const { time, method, path, query, status, durationMs, operation, session, faults, injected } =
    summary;
  const { ignored, traceparent, tracestate } = summary;
  return `${JSON.stringify({
    time,
    method,
    path: toTarget(path, query),
    status,
    durationMs,
    ...(operation !== undefined && { operation }),
    ...(session !== 'default' && { session }),
    ...(detail !== undefined && { detail }),
    ...(faults.length > 0 && { faults }),
    ...(ignored !== undefined && { ignored }),
    ...(injected !== undefined && { injected }),
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
  })}\n`;
}

/**
 * Formats a request as one line, followed by a line for each fault.
 * @param columns width of the terminal, if it is one
 */
export function toPrettyLines(
  summary: JournalSummary,
  detail: string | undefined,
  paint: Paint,
  columns?: number,
): string {
  const { time, method, path, query, status, durationMs, operation, session } = summary;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const notes = [
    ...(operation === undefined ? [] : [operation]),
    `${durationMs.toFixed(1)} ms`,
    ...(session === 'default' ? [] : [`session ${session}`]),
  ].join(' ');
  const line = [
    paint('faint', clock),
    toStatus(status, paint),
    method.padEnd(6),
    toVisibleLine(toTarget(path, query)),
    paint('faint', notes),
  ].join(' ');
  const reasons = listReasons(summary, detail).flatMap((reason) =>
    columns === undefined
      ? [' '.repeat(indent) + toVisibleLine(reason)]
      : wrapText(toVisibleLine(reason), columns, indent),
  );
  return [line, ...reasons, ''].join('\n');
}

/** Column of the method. Faults are indented by the same amount. */
const indent = 13;

/** Lists the reasons for a refusal: the faults, or otherwise the detail in the response. */
function listReasons(
  { faults, ignored = [], injected }: JournalSummary,
  detail: string | undefined,
): string[] {
  const reasons = faults.map((fault) => {
    const place = fault.pointer ?? fault.parameter ?? fault.header;
    return place === undefined || place === '' ? fault.detail : `${place}: ${fault.detail}`;
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

/** 0 means that there was no response. */
function toStatus(status: number, paint: Paint): string {
  if (status === 0) return paint('red', '---');
  if (status >= 500) return paint('red', String(status));
  return status >= 400 ? paint('yellow', String(status)) : paint('green', String(status));
}
