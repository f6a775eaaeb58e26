import { expect, test } from '@jest/globals';
import {
  createJournal,
  type Intent,
  type JournalEntry,
} from '../../../conformance/runner/journal.ts';
import { contract } from '../../../contract/index.ts';
import { createLedger, listInventory } from './ledger.ts';
import { toName } from './names.ts';
import { createRefusalFinder, listStrays } from './strays.ts';

const mark = 7;
const workspace = '1b671a64-40d5-491e-99b0-da01ff1f3341';
const [one = '', two = '', three = '', four = ''] = Array.from(
  { length: 4 },
  (_, at) => `7c9e6679-7425-40de-944b-e07fc1f90a0${at}`,
);
const [taken = '', refused = '', repeated = ''] = [1, 2, 3].map((count) =>
  toName(mark, 'plain', 0, count),
);

function toEntry(status: number, name: string, id?: string, intent: Intent = 'valid') {
  const operation = contract.operations.find((candidate) => candidate.id === 'createSite');
  if (operation === undefined) throw new Error('the contract has no createSite');
  const json = { id, name };
  const reply = { status, headers: {}, bytes: new Uint8Array(), json, size: 0 };
  const path = `/v1/workspaces/${workspace}/sites`;
  const body = Buffer.from(JSON.stringify({ name }));
  const entry: JournalEntry = {
    operation,
    intent,
    by: 'a check',
    sent: {
      request: { method: 'POST', path, headers: {}, credential: { value: '' }, body },
      reply: { ...reply, unreadable: undefined },
      error: undefined,
      startedAt: 0,
      durationMs: 5,
    },
  };
  return entry;
}

function createRun() {
  const journal = createJournal();
  journal.add(toEntry(201, taken, one));
  journal.add(toEntry(201, taken, one.toUpperCase()));
  journal.add(toEntry(422, refused, undefined, 'invalid'));
  journal.add(toEntry(409, repeated));
  journal.add(toEntry(201, repeated, two));
  const isOwnName = (name: string) => [taken, refused, repeated].some((own) => name.includes(own));
  return { journal, ledger: createLedger(), isOwnName, mark };
}

test('the inventory lists each accepted creation once', () => {
  expect(listInventory(createRun()).map(({ id }) => id)).toEqual([one, two]);
});

test('strays are unknown sites with a text of the run, and new ones without a name', () => {
  const run = createRun();
  run.ledger.before.set(workspace, new Set([four]));
  const sites = [
    { id: one, name: taken },
    { id: three, name: 'Theirs' },
    { id: four, name: '' },
  ];
  const strays = [
    { id: three, name: `${taken} 2` },
    { id: three, name: 'Theirs', hostUrl: `https://${refused}.example.com` },
    { id: three, name: '' },
  ];
  expect(listStrays(run, workspace, [...sites, ...strays])).toEqual(strays);
});

test('a site shows a refused request if no other request contained its text', () => {
  const run = createRun();
  const find = createRefusalFinder(run);
  expect(find({ name: `Copy of ${refused}` })?.sent.reply?.status).toBe(422);
  expect(find({ name: repeated, hostUrl: `https://${taken}.example.com` })).toBeUndefined();
});
