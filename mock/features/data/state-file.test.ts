import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { contract } from '../../../contract/index.ts';
import { loadContract } from '../../../contract/load-contract.ts';
import { until } from '../../../test/installed/until.ts';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createMock } from '../../create-mock.ts';
import type { SiteRecord } from '../../store/store.ts';
import { openStateFile, type StateFile, type StateFileOptions } from './state-file.ts';

const workspaceId = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const idOf = (number: number): string =>
  `${String(number).padStart(8, '0')}-0000-4000-8000-00000000abcd`;

function siteOf(number: number, name = `Site ${number}`): SiteRecord {
  const site = { id: idOf(number), name, hostUrl: null, apiKey: idOf(900) };
  return { workspaceId, locale: 'de-CH', site };
}

let root = '';
let folder = '';
let file = '';
let log = '';
let opened: StateFile[] = [];
let lines: string[] = [];
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'site-contract-state-'));
  folder = root;
  file = path.join(folder, 'state.json');
  log = `${file}.log`;
  opened = [];
  lines = [];
});
afterEach(async () => {
  for (const state of opened) await state.close().catch(() => undefined);
  rmSync(root, { recursive: true });
});

async function open(options: Partial<StateFileOptions> = {}): Promise<StateFile> {
  const state = await openStateFile(file, { onError: (line) => lines.push(line), ...options });
  opened.push(state);
  return state;
}

/** Keeps the files as a killed process leaves them, and drops the lock. */
function kill(): void {
  const left = readdirSync(folder).map(
    (name) => [path.join(folder, name), readFileSync(path.join(folder, name))] as const,
  );
  const copies = mkdtempSync(path.join(folder, 'killed-'));
  for (const [name, bytes] of left)
    if (!name.endsWith('.lock')) writeFileSync(path.join(copies, path.basename(name)), bytes);
  folder = copies;
  file = path.join(copies, 'state.json');
  log = `${file}.log`;
}

async function readNames(state: StateFile): Promise<string[]> {
  const { sites } = await state.store.read();
  return sites.map(({ site }) => site.name);
}

describe('the state of a killed mock', () => {
  test('has every change: sites, routes, webhooks, records and a replacement', async () => {
    const state = await open();
    state.store.putSite(siteOf(1));
    const contents = {
      sites: [siteOf(2), siteOf(3)],
      routes: [{ siteId: idOf(2), route: { id: idOf(20), pathname: '/a', localizedVariants: [] } }],
      webhooks: [],
    };
    state.store.replace(contents);
    const url = 'https://hooks.example.com';
    const webhook = { id: idOf(30), workspaceId, url, eventType: 'page.created' as const };
    state.store.putWebhook({ workspaceId, webhook });
    state.store.putSite(siteOf(3, 'Renamed'));
    state.records.put('delivery', 'a', { is: 'pending' });
    state.records.put('delivery', 'b', 1);
    state.records.delete('delivery', 'b');
    kill();
    const next = await open();
    expect(await next.store.read()).toEqual({
      ...contents,
      sites: [siteOf(2), siteOf(3, 'Renamed')],
      webhooks: [{ workspaceId, webhook }],
    });
    expect(next.records.list('delivery')).toEqual([{ id: 'a', value: { is: 'pending' } }]);
  });

  test('is complete in the file, without a log, after a restart and a stop', async () => {
    const state = await open();
    state.store.putSite(siteOf(1, 'Größe 🏬'));
    state.records.put('webhook', idOf(1), { secret: 'abc' });
    kill();
    await (await open()).close();
    expect(readdirSync(folder)).toEqual(['state.json']);
    const last = await open();
    expect(await last.store.read()).toMatchObject({ sites: [siteOf(1, 'Größe 🏬')] });
    expect(last.records.get('webhook', idOf(1))).toEqual({ secret: 'abc' });
  });

  test('starts with the fixture of that time if it was never saved', async () => {
    const start = { sites: [siteOf(1)], routes: [], webhooks: [] };
    const state = await open({ start });
    state.store.putSite(siteOf(2));
    kill();
    const other = { ...start, sites: [siteOf(3)] };
    expect(await readNames(await open({ start: other }))).toEqual(['Site 1', 'Site 2']);
  });

  test.each(['the new file and the whole log', 'the old file and the announced log'])(
    'is complete during a save with %s',
    async (left) => {
      const first = await open();
      first.store.putSite(siteOf(1));
      await first.close();
      const old = readFileSync(file);
      const state = await open();
      state.store.putSite(siteOf(2));
      const before = readFileSync(log);
      await until(() => readFileSync(file, 'utf8').includes('Site 2'));
      // The log between the announcement and its truncation.
      const announced = Buffer.concat([before, toBaseLine(readFileSync(file))]);
      kill();
      writeFileSync(log, announced);
      if (left.startsWith('the old')) writeFileSync(file, old);
      expect(await readNames(await open())).toEqual(['Site 1', 'Site 2']);
    },
  );

  test('lacks only the change that was being written', async () => {
    const state = await open();
    state.store.putSite(siteOf(1));
    state.store.putSite(siteOf(2));
    kill();
    const whole = readFileSync(log);
    for (const cut of [1, 20, 60]) {
      writeFileSync(log, whole.subarray(0, whole.length - cut));
      const next = await open();
      expect(await readNames(next)).toEqual(['Site 1']);
      next.store.putSite(siteOf(3));
      kill();
      expect(await readNames(await open())).toEqual(['Site 1', 'Site 3']);
      kill();
      rmSync(file, { force: true });
    }
  });
});

describe('a log', () => {
  async function leaveChanges(count: number): Promise<void> {
    const state = await open();
    for (let number = 1; number <= count; number += 1) state.store.putSite(siteOf(number));
    kill();
  }

  test('that is damaged in the middle is refused with the line', async () => {
    await leaveChanges(3);
    writeFileSync(log, readFileSync(log, 'utf8').replace('Site 2', 'Site 9'));
    await expect(open()).rejects.toThrow(
      `${log}:3: the line is damaged; restore the file from a backup`,
    );
    expect(readFileSync(log, 'utf8')).toContain('Site 9');
  });

  test('that violates the contract is refused with the line', async () => {
    await leaveChanges(1);
    appendFileSync(log, toLine({ ...siteOf(2), site: { ...siteOf(2).site, apiKey: 5 } }));
    await expect(open()).rejects.toThrow(
      /:3: \/apiKey must be .*; start with the contract .* or delete this line/,
    );
  });

  test('for another version of the file is refused, and both are left unchanged', async () => {
    await leaveChanges(2);
    writeFileSync(file, JSON.stringify({ workspaces: [] }));
    await expect(open()).rejects.toThrow(
      `state.json.log contains 2 changes that are not in it; delete ${log} to use the file unchanged`,
    );
    expect(readFileSync(file, 'utf8')).toBe('{"workspaces":[]}');
    rmSync(log);
    expect(await readNames(await open())).toEqual([]);
  });
});

test('changes during a save are in the next log', async () => {
  const state = await open();
  for (let number = 1; number <= 2000; number += 1) state.store.putSite(siteOf(number));
  await until(() => readdirSync(folder).includes('state.json.tmp'));
  let number = 3000;
  await until(() => {
    number += 1;
    state.store.putSite(siteOf(number));
    return readdirSync(folder).includes('state.json');
  });
  const names = await readNames(state);
  kill();
  expect(await readNames(await open())).toEqual(names);
});

test('a synced state is stored in the same way', async () => {
  const state = await open({ isSynced: true });
  state.store.putSite(siteOf(1));
  kill();
  expect(await readNames(await open({ isSynced: true }))).toEqual(['Site 1']);
});

test('a field added to the contract is stored in the file and in the log', async () => {
  const overlay = path.join(root, 'overlay.json');
  const motto = { type: 'string' };
  writeFileSync(
    overlay,
    JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'A field more', version: '1' },
      actions: [
        { target: '$.components.schemas.Site.properties', update: { motto } },
        { target: '$.components.schemas.SiteCreation.properties', update: { motto } },
      ],
    }),
  );
  const contract = await loadContract({ overlays: [overlay] });
  const state = await open({ contract });
  const mock = createMock({ contract, store: state.store });
  const json = { name: 'a', motto: 'Bread' };
  const created = await call(mock, `POST ${sitesOf()}`, { json });
  expect(created.json).toMatchObject(json);
  kill();
  const next = await open({ contract });
  expect((await next.store.read()).sites[0]?.site).toEqual(created.json);
  await next.close();
  const last = await open({ contract });
  expect((await last.store.read()).sites[0]?.site).toEqual(created.json);
  await last.close();
  await expect(open()).rejects.toThrow('/workspaces/0/sites/0/motto is not a known field');
});

/** Returns the line of a log that announces a file with this content. */
function toBaseLine(content: Buffer): Buffer {
  const checksum = crc32(content).toString(16).padStart(8, '0');
  return Buffer.from(toLine({ base: `${content.length}-${checksum}` }));
}

function toLine(change: unknown): string {
  const json = JSON.stringify(change);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

describe('a state is not opened if', () => {
  const endings = ['', '.log', '.lock', '.tmp', '.log.tmp'];

  test.each(endings)('the file with the ending "%s" is a directory', async (ending) => {
    mkdirSync(`${file}${ending}`);
    const message = `state.json${ending}: is a directory, not a file; move it away, or use another file`;
    await expect(open()).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([`state.json${ending}`]);
  });

  test.each(endings)('the file with the ending "%s" is a named pipe', async (ending) => {
    execFileSync('mkfifo', [`${file}${ending}`]);
    await expect(open()).rejects.toThrow(`state.json${ending}: is a pipe, socket or device`);
  });

  test('it is a device', async () => {
    await expect(openStateFile('/dev/zero', { onError: () => {} })).rejects.toThrow(
      '/dev/zero: is a pipe, socket or device',
    );
  });
});

test('a state file that becomes a named pipe is not read, and changes stay in the log', async () => {
  const state = await open();
  await state.store.putSite(siteOf(1));
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
  const replace = (): void => {
    throw new Error('nothing was read');
  };
  await expect(state.reload(contract, replace)).rejects.toThrow('is a pipe, socket or device');
  await state.store.putSite(siteOf(2));
  expect(readFileSync(log, 'utf8')).toContain('Site 2');
});
