import { expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createJournal, type JournalEntry } from '../runner/journal.ts';
import { createLedger } from './ledger.ts';
import { createSiteCounter } from './record-writes.ts';

const ids = Array.from({ length: 3 }, (_, at) => `7c9e6679-7425-40de-944b-e07fc1f90a0${at}`);
const [one = '', two = '', three = ''] = ids;

/** @param onRead called whenever the response is read */
function toEntry(operationId: string, id: string, onRead = () => {}): JournalEntry {
  const operation = contract.operations.find((candidate) => candidate.id === operationId);
  if (operation === undefined) throw new Error(`no operation ${operationId}`);
  const { method, path } = operation;
  const credential = { value: '', shown: '' };
  const reply = { status: 201, headers: {}, bytes: new Uint8Array(), json: { id }, size: 0 };
  const sent = {
    request: { method, path, headers: {}, credential, body: undefined },
    error: undefined,
    startedAt: 0,
    durationMs: 5,
    get reply() {
      onRead();
      return { ...reply, weight: 0, unreadable: undefined };
    },
  };
  return { operation, intent: 'valid', by: 'a check', sent };
}

test('counts each site of the ledger and the journal once, and reads each response once', () => {
  const [ledger, journal] = [createLedger(), createJournal()];
  const count = createSiteCounter({ ledger, journal });
  expect(count()).toBe(0);
  let reads = 0;
  journal.add(toEntry('createSite', one, () => (reads += 1)));
  journal.add(toEntry('createRoute', two));
  expect(count()).toBe(1);
  const before = reads;
  ledger.add({ kind: 'site', id: one.toUpperCase(), label: '', parent: '' });
  ledger.add({ kind: 'site', id: three, label: '', parent: '' });
  expect(count()).toBe(2);
  journal.add(toEntry('duplicateSite', two));
  expect(count()).toBe(3);
  expect(reads).toBe(before);
});
