import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import type { Failure } from '../results.ts';
import type { JournalEntry } from '../runner/journal.ts';
import { createMissing, findLostData } from './missing-records.ts';
import type { Run } from './scope.ts';

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
  test('if all earlier records are unknown, and later ones are found', () => {
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
      title: 'if a record created earlier is still found',
      entries: () => [
        ...[one, two, three, four].map(create),
        update(three),
        ...[one, two, three].map((id) => update(id, 404)),
        update(four),
        create(five),
      ],
    },
    {
      title: 'if only few are unknown',
      entries: () => [create(one), create(two), update(one, 404), update(two, 404), create(five)],
    },
    {
      title: 'if nothing was created since',
      entries: () => {
        const some = [one, two, three];
        return [...some.map(create), ...some.map((id) => update(id, 404))];
      },
    },
  ])('is not concluded $title', ({ entries }) => {
    expect(find(entries())).toBeUndefined();
  });
});

describe('a record that is not found', () => {
  const explain = (entries: readonly JournalEntry[]) => {
    const exchange = { curl: '' } as NonNullable<Failure['exchange']>;
    const run = {
      journal: { entries, add: () => {} },
      findShown: () => entries.at(-1)?.sent,
      show: () => exchange,
    };
    const failure: Failure = { message: '', expected: '', received: '', exchange };
    return createMissing(run as unknown as Run)(failure)?.finding;
  };
  const copy = (id: string) => toEntry('duplicateSite', `/v1/sites/${one}/duplicate`, 201, id);

  test('was never stored if no record returned by the operation was ever found', () => {
    expect(explain([create(one), update(one), copy(two), update(two, 404)])).toBe(
      'duplicateSite returns a site that does not exist afterwards',
    );
  });

  test('was given another id by an update that returned one', () => {
    const renaming = toEntry('updateSite', `/v1/sites/${one}`, 200, three);
    expect(explain([create(one), renaming, update(one, 404)])).toBe(
      'updateSite changes the id of a site: the old one is unknown afterwards',
    );
  });

  test('stays unexplained if it, or another one of the operation, was found before', () => {
    expect(explain([create(one), copy(two), update(two), update(two, 404)])).toBeUndefined();
    expect(
      explain([create(one), copy(three), update(three), copy(two), update(two, 404)]),
    ).toBeUndefined();
    const renaming = toEntry('updateSite', `/v1/sites/${one}`, 200, three);
    expect(explain([create(one), renaming, update(one), update(one, 404)])).toBeUndefined();
  });
});
