import { isRecord } from '../../../contract/resolve-reference.ts';
import type { MemoryRecords, RecordChange } from '../../store/memory-records.ts';
import type { MemorySession, Write } from '../../store/memory-session.ts';
import { parseRecord, parseRecords } from '../../store/record-index.ts';
import type { StoredRecord } from '../../store/records.ts';
import { toSaved } from './state-saver.ts';

/**
 * Reads a line of a log. Lines of versions whose logs had another form are refused: half of their changes would be lost.
 * @throws TypeError when it is not a list of writes
 */
export function parseWrites(line: unknown): Write[] {
  if (!Array.isArray(line)) throw new TypeError('not a list');
  return line.map(parseWrite);
}

function parseWrite(json: unknown): Write {
  if (!isRecord(json)) throw new TypeError('not an object');
  if (isRecord(json['settings'])) return { settings: json['settings'] };
  if ('own' in json) return { own: parseChange(json['own']) };
  return parseChange(json);
}

function parseChange(json: unknown): RecordChange {
  if (!isRecord(json)) throw new TypeError('not an object');
  const record = parseRecord(json['record']);
  if (record !== undefined) return { record };
  const contents = parseRecords(json['contents']);
  if (contents !== undefined) return { contents };
  return { removed: parseName(json['removed']) };
}

function parseName(json: unknown): Pick<StoredRecord, 'kind' | 'id'> {
  const { kind, id } = isRecord(json) ? json : {};
  if (typeof kind !== 'string' || typeof id !== 'string') throw new TypeError('not a record');
  return { kind, id };
}

/** Applies a write of a log to a session. */
export async function replay(session: MemorySession, write: Write): Promise<void> {
  if ('settings' in write) session.putSettings(toSaved(write.settings));
  else if ('own' in write) await replayChange(session.ownRecords, write.own);
  else await replayChange(session.records, write);
}

async function replayChange(records: MemoryRecords, change: RecordChange): Promise<void> {
  if ('record' in change) await put(records, change.record);
  else if ('removed' in change) await records.remove(change.removed.kind, change.removed.id);
  else await records.replaceAll(change.contents);
}

/** The log does not say whether a record was inserted or replaced, and may be applied to a file that has its changes already. */
async function put(records: MemoryRecords, record: StoredRecord): Promise<void> {
  const stored = await records.find(record.kind, record.id);
  if (stored === undefined) await records.insert(record);
  else await records.replace(record);
}
