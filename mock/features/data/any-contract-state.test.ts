import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Contract } from '../../../contract/index.ts';
import { loadTestContract } from '../../../test/support/load-test-contract.ts';
import { useFolder } from '../../../test/support/use-folder.ts';
import { createMock, readFixture } from '../../index.ts';
import { openStateFile } from './state-file.ts';

const folder = useFolder();
const token = 'admin-token-of-this-test';
let contract: Contract;
let file = '';
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  contract = await loadTestContract('library');
});
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(folder, 'state-')), 'state.json');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close().catch(() => undefined);
});

type Send = (method: string, target: string, body?: unknown) => Promise<unknown>;

/** Starts a mock that saves its state, and returns a function that calls it. */
async function open(): Promise<{ send: Send; close: () => Promise<void> }> {
  const state = await openStateFile(file, { contract, onError: () => {} });
  const { contents, store } = state;
  const mock = createMock({ contract, contents, seed: 1, apiKeys: ['key'], store });
  const { url } = await mock.listen({ control: { token } });
  const close = async (): Promise<void> => {
    await mock.close();
    await state.close();
  };
  closing.push(close);
  const send: Send = async (method, target, body) => {
    const headers = {
      'X-Library-Key': 'key',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(url + target, { method, headers, ...json });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${target} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return { send, close };
}

/** Continues with a copy of the files, as a killed process leaves them. */
function kill(): void {
  const copy = mkdtempSync(path.join(folder, 'killed-'));
  for (const name of readdirSync(path.dirname(file)))
    if (!name.endsWith('.lock')) cpSync(path.join(path.dirname(file), name), path.join(copy, name));
  file = path.join(copy, 'state.json');
}

const readId = (resource: unknown): unknown => Object(resource).id;

/** Creates records of every form: nested, with numbers as ids, hidden fields, links, and one that exists once. */
async function fill(send: Send): Promise<void> {
  await send('POST', '/branches', { name: 'Harbour', city: 'Kiel' });
  await send('POST', '/branches', {
    name: 'Hill',
    city: 'Bonn',
    address: { street: 'Kai', number: 3 },
  });
  await send('POST', '/branches', { name: 'Deleted', city: 'Kiel' });
  await send('DELETE', '/branches/3');
  await send('POST', '/branches/2/shelves', { label: 'A' });
  await send('PUT', '/branches/2/shelves/1/books/9780000000001', { title: 'One', pages: 3 });
  const note = readId(await send('POST', '/notes', { text: 'First', secretCode: 'hidden' }));
  const tag = readId(await send('POST', '/tags', { name: 'red' }));
  await send('PUT', `/notes/${note}/tags/${tag}`);
  await send('POST', `/notes/${note}/duplicate`);
  await send('PATCH', '/settings', { language: 'de' });
}

async function readAll(send: Send): Promise<unknown> {
  const notes = await send('GET', '/notes');
  const targets = [
    '/branches',
    '/branches/2/shelves',
    '/branches/2/shelves/1/books',
    '/tags',
    '/settings',
    ...Object.values(Object(notes)).map((note) => `/notes/${readId(note)}/tags`),
  ];
  const lists = [notes];
  for (const target of targets) lists.push(await send('GET', target));
  const { records, ...tree } = Object(await send('GET', '/__mock/state'));
  // Their order has no meaning: they are of different kinds.
  const rest = records.rest.map((record: unknown) => JSON.stringify(record)).sort();
  return [lists, tree, rest];
}

/** The ids of deleted records are not used again, and secrets are still there. */
async function expectContinued(send: Send): Promise<void> {
  expect(readId(await send('POST', '/branches', { name: 'Next', city: 'Kiel' }))).toBe(4);
  expect(JSON.stringify(await send('GET', '/__mock/state'))).toContain('"secretCode":"hidden"');
}

describe('the state of another contract', () => {
  test('survives a stop, and a stop without changes', async () => {
    const first = await open();
    await fill(first.send);
    const before = await readAll(first.send);
    await first.close();
    await (await open()).close();
    const { send } = await open();
    expect(await readAll(send)).toEqual(before);
    await expectContinued(send);
  });

  test('survives a kill', async () => {
    const first = await open();
    await fill(first.send);
    const before = await readAll(first.send);
    for (let times = 0; times < 2; times += 1) {
      kill();
      expect(await readAll((await open()).send)).toEqual(before);
    }
    kill();
    await expectContinued((await open()).send);
  });

  test('can be saved and loaded through the control surface, and as a fixture', async () => {
    const first = await open();
    await fill(first.send);
    const before = await readAll(first.send);
    const saved = await first.send('GET', '/__mock/state');
    await first.send('POST', '/__mock/reset');
    expect(await first.send('GET', '/branches')).toMatchObject({ items: [] });
    await first.send('PUT', '/__mock/state', saved);
    expect(await readAll(first.send)).toEqual(before);
    await expectContinued(first.send);
    const fixture = `${file}.fixture`;
    writeFileSync(fixture, JSON.stringify(saved));
    const mock = createMock({
      contract,
      contents: await readFixture(fixture, { contract }),
      apiKeys: ['key'],
    });
    const headers = { 'X-Library-Key': 'key' };
    const { items } = await (await mock.fetch('/branches', { headers })).json();
    expect(items).toHaveLength(2);
  });

  test('is readable, except for links and counters', async () => {
    const first = await open();
    await fill(first.send);
    await first.close();
    const state = JSON.parse(readFileSync(file, 'utf8'));
    expect(state.branches[1]).toMatchObject({
      id: 2,
      name: 'Hill',
      shelves: [{ id: 1, label: 'A' }],
    });
    const kinds = state.records.rest.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => !kind.startsWith('$'))).toEqual([]);
  });

  test.each([{}, [1], [{ kind: 'branch' }], [{ kind: 1, id: '1', value: {}, hidden: {} }]])(
    'is refused if its other records are %j',
    async (rest) => {
      writeFileSync(file, JSON.stringify({ branches: [], records: { rest } }));
      await expect(open()).rejects.toThrow(/\/records\/rest must be a list of records/);
    },
  );
});

test('numbers continue after those of a fixture, and of clients', async () => {
  const branches = Array.from({ length: 70 }, (_, at) => ({
    id: at + 1,
    name: `B${at}`,
    city: 'Kiel',
  }));
  writeFileSync(file, JSON.stringify({ branches }));
  const { send } = await open();
  expect(readId(await send('POST', '/branches', { name: 'New', city: 'Kiel' }))).toBe(71);
  await send('PUT', '/__mock/state', { branches: [...branches, { ...branches[0], id: 200 }] });
  expect(readId(await send('POST', '/branches', { name: 'New', city: 'Kiel' }))).toBe(201);
});

test('edits of the page are saved, and those of unknown kinds change nothing', async () => {
  const { send } = await open();
  await fill(send);
  const before = await readAll(send);
  const unknown = [{ kind: 'site', value: { name: 'a' } }];
  await expect(send('PATCH', '/__mock/state', { edits: unknown })).rejects.toThrow('422');
  expect(await readAll(send)).toEqual(before);
  const edits = [{ kind: 'branch', id: '1', value: { name: 'Edited', city: 'Kiel' } }];
  await send('PATCH', '/__mock/state', { edits });
  kill();
  const again = await open();
  expect(await again.send('GET', '/branches/1')).toMatchObject({ id: 1, name: 'Edited' });
});
