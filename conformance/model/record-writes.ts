import { isRecord } from '../data/json-path.ts';
import type { Failure } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';
import { toKey } from './ledger.ts';
import type { Run } from './scope.ts';

/** The fields that a request names. */
export function listNamed({ request: { body } }: Sent): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    return isRecord(json) ? { ...json } : {};
  } catch {
    return {};
  }
}

/** What wrote a record, its creation first: then the updates that name a field and were answered with success. */
export function listWrites({ journal }: Run, id: string): JournalEntry[] {
  const key = toKey(id);
  return journal.entries.filter(({ operation: { method }, sent }) => {
    if (!isSuccess(sent)) return false;
    if (method === 'PATCH')
      return toKey(sent.request.path).includes(key) && Object.keys(listNamed(sent)).length > 0;
    const json = sent.reply?.json;
    return (
      method === 'POST' &&
      isRecord(json) &&
      typeof json['id'] === 'string' &&
      toKey(json['id']) === key
    );
  });
}

/** When a record was last written, in milliseconds; now, where no request is known to have written it. */
export function findWriteTime(run: Run, id: string): number {
  const times = listWrites(run, id).map(({ sent }) => sent.startedAt + sent.durationMs);
  return times.length === 0 ? Date.now() : Math.max(...times);
}

/** The request that gave a field its value: an update that names it, or the creation. */
export function findWrite(
  run: Run,
  id: string,
  field: string,
  value: unknown,
): JournalEntry | undefined {
  const writes = listWrites(run, id);
  const wanted = JSON.stringify(value);
  return (
    writes.findLast(({ sent }) => JSON.stringify(listNamed(sent)[field]) === wanted) ?? writes[0]
  );
}

/** For a failure: the request that wrote what another one shows. */
export function showWrite(
  run: Run,
  id: string,
  field: string,
  value: unknown,
  shown?: Sent,
): Pick<Failure, 'write'> {
  const write = findWrite(run, id, field, value);
  return write === undefined || write.sent === shown ? {} : { write: run.show(write.sent) };
}

/** Who sent a request, for people: the id of a check, unless it went out before them. */
export function toSender(by: string): string {
  return by === 'preflight' ? 'the first requests of the run' : by;
}
