import assert from 'node:assert/strict';
import { describe, test } from '@jest/globals';
import { createRandom } from '../sessions/random.ts';
import { createUuidSource } from '../sessions/uuid.ts';
import { IdIndex } from './id-index.ts';

const random = createRandom(1);
const createUuid = createUuidSource({ random, version: 4, case: 'lower', now: () => 0 });
// So many that some of them have the hash of another one.
const count = 100_000;
const ids = Array.from({ length: count }, createUuid);
const [first, last] = [ids.slice(0, count / 2), ids.slice(count / 2)];

describe('an index of ids', () => {
  const index = new IdIndex((number, id) => ids[number] === id);
  for (const [number, id] of ids.entries()) index.add(id, number);

  test('finds each id, and no other', () => {
    assert.deepEqual(
      ids.filter((id, number) => index.find(id) !== number),
      [],
    );
    assert.deepEqual(
      ids.filter((id) => index.find(`x${id}`) !== undefined),
      [],
    );
  });

  test('finds those that are left when the last are removed, and those that come again', () => {
    for (const id of last.toReversed()) index.removeLast(id);
    assert.deepEqual(
      ids.filter((id) => index.find(id) !== undefined),
      first,
    );
    for (const [number, id] of last.entries()) index.add(id, first.length + number);
    assert.deepEqual(
      ids.filter((id, number) => index.find(id) !== number),
      [],
    );
  });
});
