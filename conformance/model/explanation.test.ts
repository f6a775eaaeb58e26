import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import type { JournalEntry } from '../runner/journal.ts';
import { findLostData } from './explanation.ts';

const ids = Array.from({ length: 5 }, (_, at) => `7c9e6679-7425-40de-944b-e07fc1f90a0${at}`);
const [one = '', two = '', three = '', four = '', five = ''] = ids;
let clock = 0;

function toEntry(operationId: string, path: string, status: number, id?: string): JournalEntry {
  const operation = contract.operations.find((candidate) => candidate.id === operationId);
  if (operation === undefined) throw new Error(`no operation ${operationId}`);
  clock += 10;
  return {
    operation,
    intent: 'valid',
    by: 'a check',
    sent: {
      request: {
        method: operation.method,
        path,
        headers: {},
        credential: { value: '', shown: '' },
        body: undefined,
      },
      reply: {
        status,
        headers: {},
        bytes: new Uint8Array(),
        json: id === undefined ? {} : { id },
        size: 0,
        weight: 0,
        unreadable: undefined,
      },
      error: undefined,
      startedAt: clock,
      durationMs: 5,
    },
  };
}

const create = (id: string) => toEntry('createSite', '/v1/workspaces/w/sites', 201, id);
const update = (id: string, status = 200) =>
  toEntry('updateSite', `/v1/sites/${id}`, status, status === 200 ? id : undefined);

function find(entries: readonly JournalEntry[]) {
  return findLostData({ journal: { entries, add: () => {} } });
}

describe('the data of a target is lost', () => {
  test('where all records of before are unknown, and later ones are known', () => {
    const entries = [create(one), create(two), create(three), update(one), create(four)];
    const after = [
      update(one, 404),
      update(two, 404),
      update(three, 404),
      create(five),
      update(four),
    ];
    const found = find([...entries, ...after]);
    expect(found?.lost).toEqual(new Set([one, two, three]));
    expect(found?.at).toBe(after[0]?.sent.startedAt);
  });

  test.each([
    {
      title: 'where one that was created before is still known',
      entries: () => [
        ...[one, two, three, four].map(create),
        update(three),
        ...[one, two, three].map((id) => update(id, 404)),
        update(four),
        create(five),
      ],
    },
    {
      title: 'where few are unknown',
      entries: () => [create(one), create(two), update(one, 404), update(two, 404), create(five)],
    },
    {
      title: 'where nothing was created since',
      entries: () => {
        const some = [one, two, three];
        return [...some.map(create), ...some.map((id) => update(id, 404))];
      },
    },
  ])('is not what happened $title', ({ entries }) => {
    expect(find(entries())).toBeUndefined();
  });
});
