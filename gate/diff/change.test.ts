import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readAcceptedBreaks } from './change.ts';

const entry = { change: 'operation-removed:GET /sites', reason: 'unused', expires: '2026-12-31' };

async function read(value: unknown) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'breaks-')), 'accepted.json');
  await writeFile(file, JSON.stringify(value));
  return readAcceptedBreaks(file);
}

test('a file of accepted breaks is read', async () => {
  expect(await read({ breaks: [entry] })).toEqual([entry]);
});

test.each([
  { given: {}, want: /accepted\.json#\/breaks: must be an array$/ },
  {
    given: { breaks: [{ ...entry, change: 'x' }] },
    want: /#\/breaks\/0\/change: .*report prints/,
  },
  { given: { breaks: [entry, entry] }, want: /#\/breaks\/1\/change: .* is listed twice$/ },
  {
    given: { breaks: [{ ...entry, note: '' }] },
    want: /#\/breaks\/0: "note" is not one of/,
  },
])('a mistake in it is named with its place: $given', async ({ given, want }) => {
  await expect(read(given)).rejects.toThrow(want);
});
