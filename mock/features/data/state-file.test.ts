import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createRouteRecord,
  createSiteRecord,
  createWebhookRecord,
  type SiteRecord,
  siteKind,
} from '../../../service/mock/site-records.ts';
import type { RecordStore } from '../../store/records.ts';
import type { SessionState } from '../../store/store.ts';
import { createDeliveryRecord, type DeliveryRecord, deliveryKind } from '../webhooks/delivery.ts';
import { openStateFile, type StateFile, type StateFileOptions } from './state-file.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const idOf = (number: number): string =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-00000000abcd`;

function siteOf(number: number, name = `Site ${number}`): SiteRecord {
  const site = { id: idOf(number), name, hostUrl: null, apiKey: idOf(900) };
  return createSiteRecord(workspaceId, site, 'de-CH');
}

let folder = '';
let file = '';
let opened: StateFile[] = [];
let lines: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-state-'));
  file = path.join(folder, 'state.json');
  opened = [];
  lines = [];
});
afterEach(async () => {
  for (const state of opened) await state.close().catch(() => undefined);
  rmSync(folder, { recursive: true });
});

async function open(options: Partial<StateFileOptions> = {}): Promise<StateFile> {
  const onError = (line: string): void => void lines.push(line);
  const state = await openStateFile(file, { onError, ...options });
  const readContents = () => state.contents;
  state.store.attach({ seed: 1, journalSize: 0, readContents, onError });
  opened.push(state);
  return state;
}

function change(
  { store }: StateFile,
  work: (state: SessionState) => Promise<void>,
  session = 'default',
): Promise<void> {
  return store.transaction(session, work);
}

async function putSite(records: RecordStore, record: SiteRecord): Promise<void> {
  const isNew = (await records.find(record.kind, record.id)) === undefined;
  await (isNew ? records.insert(record) : records.replace(record));
}

const put = (state: StateFile, site: SiteRecord, session?: string): Promise<void> =>
  change(state, ({ records }) => putSite(records, site), session);

function readNames({ store }: StateFile, session = 'default'): Promise<string[]> {
  return store.transaction(session, async ({ records }) =>
    (await siteKind.list(records)).map(({ value }) => value.name),
  );
}

/** Continues with a copy of the files as a killed process leaves them, without its lock. */
function kill(): void {
  const from = path.dirname(file);
  const to = mkdtempSync(path.join(folder, 'killed-'));
  for (const name of readdirSync(from)) {
    if (!/^state\.json(?:\.log)?(?:\.tmp)?$/.test(name)) continue;
    try {
      cpSync(path.join(from, name), path.join(to, name));
    } catch (error) {
      // A draft may be renamed at any moment.
      if (!name.endsWith('.tmp')) throw error;
    }
  }
  file = path.join(to, 'state.json');
}

function deliveryOf(id: string, state: 'pending' | 'delivered'): DeliveryRecord {
  const of = { webhookId: idOf(1), workspaceId, url: 'http://127.0.0.1', payload: '{}' };
  const createdAt = '2026-01-01T00:00:00.000Z';
  const event = { session: 'default', eventType: 'page.created', createdAt };
  // As after a clock was frozen there, which does not survive.
  const nextAttemptAt = '2099-01-01T00:00:00.000Z';
  return createDeliveryRecord({ ...of, ...event, id, state, nextAttemptAt, attempts: [] }, 2);
}

describe('a state file', () => {
  test('has every change after a kill, in any number of restarts', async () => {
    const state = await open();
    await put(state, siteOf(1));
    await change(state, async ({ records }) => {
      await records.replaceAll([siteOf(2), siteOf(3)]);
      const route = { id: idOf(20), pathname: '/a', localizedVariants: [] };
      await records.insert(createRouteRecord(idOf(2), route));
    });
    const url = 'https://hooks.example.com';
    const webhook = { id: idOf(30), workspaceId, url, eventType: 'page.created' as const };
    await change(state, async ({ records }) =>
      records.insert(createWebhookRecord(workspaceId, webhook)),
    );
    await put(state, siteOf(3, 'Größe 🏬'));
    await put(state, siteOf(4), 'another session');
    await expect(
      change(state, async ({ records }) => {
        await records.insert(siteOf(5));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    const { store } = state;
    const read = (from: typeof store) =>
      from.transaction('default', ({ records }) => records.readAll());
    const before = await read(store);
    expect(siteKind.select(before).map(({ value }) => value.name)).toEqual(['Site 2', 'Größe 🏬']);
    for (let times = 0; times < 2; times += 1) {
      kill();
      expect(await read((await open()).store)).toEqual(before);
    }
    kill();
    await (await open()).close();
    expect(readdirSync(path.dirname(file))).toEqual(['state.json']);
    const last = await open();
    expect(await read(last.store)).toEqual(before);
    expect(await readNames(last, 'another session')).toHaveLength(2);
  });

  test('keeps webhook secrets, disabled webhooks and open deliveries', async () => {
    const state = await open();
    const settings = {
      random: [1, 2, 3, 4],
      webhookSeed: 7,
      deliveryIds: 3,
      disabledWebhooks: [idOf(1)],
    };
    await change(state, async (session) => {
      session.putSettings({ ...settings, clock: { offset: 2 } });
      await session.ownRecords.insert(deliveryOf('a', 'pending'));
      await session.ownRecords.insert(deliveryOf('b', 'delivered'));
    });
    const check = async ({ store }: StateFile): Promise<void> => {
      const due = new Promise<string>((resolve) => {
        store.work(async (_state, _kind, id) => {
          resolve(id);
          return undefined;
        });
      });
      expect((await store.readSettings('default')).own).toEqual(settings);
      expect(await due).toBe('a');
      const record = await store.transaction('default', ({ ownRecords }) =>
        deliveryKind.find(ownRecords, 'a'),
      );
      expect([record?.hidden.tries, record?.value.nextAttemptAt]).toEqual([2, undefined]);
    };
    kill();
    const next = await open();
    await check(next);
    await next.close();
    await check(await open());
  });

  test('starts with the fixture of that time if it was never saved', async () => {
    const start = [siteOf(1)];
    await put(await open({ start }), siteOf(2));
    kill();
    const other = [siteOf(3)];
    expect(await readNames(await open({ start: other }))).toEqual(['Site 1', 'Site 2']);
  });

  test('can be read only by its owner, and is written through a link', async () => {
    const link = file;
    file = path.join(folder, 'target.json');
    writeFileSync(file, '{"workspaces":[]}', { mode: 0o644 });
    symlinkSync(file, link);
    file = link;
    const state = await open();
    await put(state, siteOf(1));
    expect(statSync(`${folder}/target.json.log`).mode & 0o777).toBe(0o600);
    await state.close();
    expect(statSync(`${folder}/target.json`).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${folder}/target.json`, 'utf8')).toContain('Site 1');
  });

  test('drops a last line that was cut off, with a note', async () => {
    await put(await open(), siteOf(1));
    kill();
    appendFileSync(`${file}.log`, '[{"record":{"kind":"si');
    expect(await readNames(await open())).toEqual(['Site 1']);
    expect(lines).toEqual([
      `${file}.log: its last line is incomplete and was dropped; the change was never acknowledged`,
    ]);
  });

  test.each([
    {
      title: 'a damaged file',
      ending: '',
      text: '{"workspaces":[',
      says: /state\.json:1:\d+: inv/,
    },
    {
      title: 'a newer file',
      ending: '',
      text: '{"formatVersion":2}',
      says: /update site-contract$/,
    },
    {
      title: 'a damaged line',
      ending: '.log',
      text: '[]\noops\n[]\n',
      says: /\.log:2: damaged, or/,
    },
    {
      title: 'a line with an unknown change',
      ending: '.log',
      text: '[]\n[{"changed":1}]\n',
      says: /\.log:2: damaged, or/,
    },
    {
      title: 'a line without the lists of its contents',
      ending: '.log',
      text: '[]\n[{"contents":5}]\n',
      says: /\.log:2: damaged, or/,
    },
    {
      title: 'a site of a version whose logs had another form',
      ending: '.log',
      text: `[]\n[{"kind":"site","record":{"workspaceId":"${workspaceId}","site":{}}}]\n`,
      says: /\.log:2: .*another version; start that version once to save its changes, or delete/,
    },
    {
      title: 'contents of a version whose logs had another form',
      ending: '.log',
      text: '[]\n[{"contents":{"sites":[],"routes":[],"webhooks":[]}}]\n',
      says: /\.log:2: damaged, or/,
    },
    {
      title: 'a removal of a version whose logs had another form',
      ending: '.log',
      text: '[]\n[{"removed":"delivery","id":"a"}]\n',
      says: /\.log:2: damaged, or/,
    },
    {
      title: 'changes that violate the contract',
      ending: '.log',
      text: `${JSON.stringify([{ record: siteOf(1, '') }]).replace('""', '7')}\n`,
      says: /\.log: \/workspaces\/0\/sites\/0\/name must be a string; start with/,
    },
  ])('refuses $title in one line, and leaves it unchanged', async ({ ending, text, says }) => {
    writeFileSync(file + ending, text);
    await expect(open()).rejects.toThrow(says);
    expect(readdirSync(folder)).toEqual([`state.json${ending}`]);
    expect(readFileSync(file + ending, 'utf8')).toBe(text);
  });

  test('is locked by one process, until that process has ended', async () => {
    await open();
    await expect(open()).rejects.toThrow(
      'state.json: in use by another process; stop it, or use another file',
    );
    kill();
    mkdirSync(`${file}.lock`);
    await put(await open(), siteOf(1));
  });

  test('starts its log again when it is long, and loses nothing at any moment', async () => {
    const lengths: number[] = [];
    const killed: string[] = [];
    const state = await open({ longestLog: 1500 });
    const original = file;
    for (let number = 1; number <= 60; number += 1) {
      await put(state, siteOf(number % 7, `Name ${number} \u2028`));
      lengths.push(statSync(`${original}.log`).size);
      file = original;
      kill();
      killed.push(file);
      // The file is written meanwhile.
      await new Promise((resolve) => setTimeout(resolve, number % 4));
    }
    expect(lengths.filter((length, at) => length < (lengths[at - 1] ?? 0)).length).toBeGreaterThan(
      1,
    );
    expect(lines).toEqual([]);
    for (const [at, copy] of killed.entries()) {
      file = copy;
      expect(await readNames(await open())).toContain(`Name ${at + 1} \u2028`);
    }
    const last = await readNames(state);
    file = original;
    await state.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('state'))).toEqual(['state.json']);
    expect(await readNames(await open())).toEqual(last);
  });

  test('reports a log that cannot start again, and keeps all changes in it', async () => {
    const state = await open({ longestLog: 1 });
    // A folder of that name cannot be replaced by a file.
    mkdirSync(path.join(file, 'in the way'), { recursive: true });
    await put(state, siteOf(1));
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(lines).toEqual([
      expect.stringMatching(/^.*state\.json\.log: it grows further; .*EISDIR|is a directory/),
    ]);
    rmSync(file, { recursive: true });
    kill();
    expect(await readNames(await open())).toEqual(['Site 1']);
  });

  test('refuses changes once another process has its lock, and leaves the files of that process alone', async () => {
    const state = await open();
    await put(state, siteOf(1));
    // What another process does that takes the lock over, some seconds later.
    const lock = `${file}.lock`;
    utimesSync(lock, new Date(), new Date(Date.now() + 5000));
    rmSync(`${file}.log`);
    writeFileSync(`${file}.log`, 'log of another process');
    writeFileSync(file, 'state of another process');
    const refused = {
      problem: 'not-saved',
      detail: expect.stringContaining('taken over the file'),
    };
    for (let times = 0; times < 2; times += 1)
      await expect(put(state, siteOf(2))).rejects.toMatchObject(refused);
    expect(await readNames(state)).toEqual(['Site 1']);
    await expect(state.close()).rejects.toThrow(
      /state\.json: another process has taken over the file/,
    );
    expect(readFileSync(file, 'utf8')).toBe('state of another process');
    expect(readFileSync(`${file}.log`, 'utf8')).toBe('log of another process');
    expect(existsSync(lock)).toBe(true);
  });

  test('keeps its log when the file cannot be written at the end', async () => {
    const state = await open();
    await put(state, siteOf(1));
    mkdirSync(path.join(file, 'in the way'), { recursive: true });
    await expect(state.close()).rejects.toThrow(
      /state\.json: .*; the changes are in .*state\.json\.log$/,
    );
    rmSync(file, { recursive: true });
    expect(readdirSync(folder)).toEqual(['state.json.log']);
    expect(await readNames(await open())).toEqual(['Site 1']);
  });

  test('refuses changes that cannot be written, and applies none of them', async () => {
    const state = await open();
    await put(state, siteOf(1));
    await state.close();
    await expect(put(state, siteOf(2))).rejects.toMatchObject({ problem: 'not-saved' });
    expect(await readNames(state)).toEqual(['Site 1']);
  });
});
