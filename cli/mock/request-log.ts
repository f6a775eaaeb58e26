import { fstatSync } from 'node:fs';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import type { Journal, JournalEntry, JournalSummary } from '../../mock/index.ts';
import type { Either } from '../../mock/store/store.ts';
import { type Paint, toVisibleLine, wrapText } from '../../writers/terminal-text.ts';
import type { Context } from '../command.ts';
import { toWidth } from '../terminal.ts';

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
        : toPrettyLines(summary, detail, paint, toWidth(context.stdout)),
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

/** Writes the lines of a turn together, which takes less time. */
function createLineWriter({ stdout }: Context): (line: string) => void {
  let waiting = '';
  const flush = (): void => {
    stdout.write(waiting);
    waiting = '';
  };
  return (line) => {
    if (waiting === '') setImmediate(flush);
    waiting += line;
  };
}

/** Formats a request as one line of JSON, for programs. */
export function toJsonLine(summary: JournalSummary, detail: string | undefined): string {
  const { time, method, path, query, status, durationMs, operation, session, faults } = summary;
  const { ignored, injected, traceparent, tracestate } = summary;
  return `${JSON.stringify({
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
  })}\n`;
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
