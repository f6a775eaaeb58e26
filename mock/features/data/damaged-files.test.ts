import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DocumentError } from '../../../contract/errors.ts';
import { until } from '../../../test/installed/until.ts';
import { Refusal } from '../../refusal.ts';
import type { SiteRecord } from '../../store/store.ts';
import { ChangeLog, type ReadLog, readLog } from './change-log.ts';
import { openStateFile, type StateFile } from './state-file.ts';

const id = (last: number): string => `00000000-0000-4000-8000-00000000000${last}`;

function siteOf(name: string): SiteRecord {
  const site = { id: id(name.charCodeAt(0) % 10), name, hostUrl: null, apiKey: id(0) };
  return { workspaceId: id(1), locale: undefined, site };
}

let root = '';
let folder = '';
let opened: StateFile[] = [];
let lines: string[] = [];
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'site-contract-damaged-'));
  folder = path.join(root, 'data');
  mkdirSync(folder);
  opened = [];
  lines = [];
});
afterEach(async () => {
  for (const state of opened) await state.close().catch(() => undefined);
  rmSync(root, { recursive: true });
});

const toFile = (name: string): string => path.join(folder, name);

async function open(name = 'state.json'): Promise<StateFile> {
  const state = await openStateFile(toFile(name), { onError: (line) => lines.push(line) });
  opened.push(state);
  return state;
}

async function readNames(state: StateFile): Promise<string[]> {
  return (await state.store.read()).sites.map(({ site }) => site.name);
}

/** Returns why a site cannot be stored. */
function refuse(state: StateFile, name: string): string {
  try {
    state.store.putSite(siteOf(name));
  } catch (error) {
    if (error instanceof Refusal) return error.detail;
  }
  return 'it was put';
}

/** Opens the files that a process leaves when it is killed now. */
async function openAfterKill(): Promise<StateFile> {
  const left = mkdtempSync(path.join(root, 'killed-'));
  for (const name of readdirSync(folder))
    if (!name.endsWith('.lock')) copyFileSync(toFile(name), path.join(left, name));
  folder = left;
  return open();
}

describe('a log of three changes', () => {
  const changes = ['Bakery', 'Café 🏬', 'Forge'].map((name) => JSON.stringify(siteOf(name)));

  function write(): Buffer {
    const file = toFile('log');
    const log = new ChangeLog(file, { base: 'none', length: 0, isSynced: false });
    for (const change of changes) log.append(change);
    log.close(false);
    return readFileSync(file);
  }

  const read = (bytes: Buffer): string[] =>
    readLog(bytes, 'log').changes.map(({ change }) => JSON.stringify(change));

  test('has all changes before the place where it is truncated', () => {
    const whole = write();
    expect(read(whole)).toEqual(changes);
    for (let length = 0; length < whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      // The first line names the version of the state file.
      const count = Math.max(0, cut.toString('latin1').split('\n').length - 2);
      expect(read(cut)).toEqual(changes.slice(0, count));
    }
  });

  test('is refused or complete if any bit is wrong', () => {
    const whole = write();
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(whole.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      let found: ReadLog['changes'] | undefined;
      try {
        found = readLog(damaged, 'log').changes;
      } catch (error) {
        expect(error).toBeInstanceOf(DocumentError);
      }
      if (found !== undefined) expect(found).toHaveLength(changes.length);
    }
  });

  test('has all changes before an end that a power failure filled with zeros', () => {
    const whole = write();
    const start = whole.length - 100;
    expect(read(Buffer.from(whole).fill(0, start))).toEqual(changes.slice(0, 2));
    expect(read(Buffer.from(whole).fill(0, start, whole.length - 1))).toEqual(changes.slice(0, 2));
  });
});

describe('while a mock runs', () => {
  test('its log can be removed: the next change writes everything to a new log', async () => {
    const state = await open();
    state.store.putSite(siteOf('A'));
    state.records.put('delivery', 'a', 1);
    rmSync(toFile('state.json.log'));
    state.records.delete('delivery', 'a');
    state.records.put('delivery', 'b', 2);
    state.store.putSite(siteOf('B'));
    const next = await openAfterKill();
    expect(await readNames(next)).toEqual(['A', 'B']);
    expect(next.records.list('delivery')).toEqual([{ id: 'b', value: 2 }]);
  });

  test('its log can be removed during a save: the new log has what the save missed', () => {
    const log = new ChangeLog(toFile('log'), { base: 'none', length: 0, isSynced: false });
    for (const name of ['A', 'B', 'C']) log.append(JSON.stringify(siteOf(name)));
    const seen = log.end;
    rmSync(toFile('log'));
    log.reopen('none');
    log.append(JSON.stringify(siteOf('D')));
    log.trim('4-00000000', seen);
    log.append(JSON.stringify(siteOf('E')));
    expect(log.isInPlace).toBe(true);
    log.close(false);
    const { bases, changes } = readLog(readFileSync(toFile('log')), 'log');
    expect(bases).toEqual(['4-00000000', 'none']);
    const written = changes.map(({ change }) => JSON.stringify(change));
    expect(written).toEqual(['D', 'E'].map((name) => JSON.stringify(siteOf(name))));
  });

  test('its folder can be removed: changes are refused until it exists again', async () => {
    const state = await open();
    state.store.putSite(siteOf('A'));
    await until(() => readdirSync(folder).includes('state.json'));
    rmSync(folder, { recursive: true });
    expect(refuse(state, 'B')).toContain('its folder was removed (ENOENT)');
    expect(lines[0]).toContain('changes are refused with 507 until it can be written again');
    mkdirSync(folder);
    state.store.putSite(siteOf('C'));
    expect(await readNames(await openAfterKill())).toEqual(['A', 'C']);
  });

  test('two reasons that alternate are reported once each', async () => {
    const state = await open();
    state.store.putSite(siteOf('A'));
    rmSync(folder, { recursive: true });
    refuse(state, 'B');
    await until(() => lines.length > 1);
    refuse(state, 'C');
    expect(lines).toHaveLength(2);
  });

  test('its log can be replaced by another program: that file is not overwritten', async () => {
    const state = await open();
    state.store.putSite(siteOf('A'));
    renameSync(toFile('state.json.log'), toFile('aside'));
    writeFileSync(toFile('state.json.log'), 'theirs');
    expect(refuse(state, 'B')).toContain('a file is in its place (EEXIST)');
    expect(readFileSync(toFile('state.json.log'), 'utf8')).toBe('theirs');
    rmSync(toFile('state.json.log'));
  });
});

test('changes after a state is closed are refused, and leave no file', async () => {
  const state = await open();
  state.store.putSite(siteOf('A'));
  await state.close();
  expect(refuse(state, 'B')).toContain('no longer saves changes');
  state.records.put('delivery', 'a', 1);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

describe('a symbolic link', () => {
  test('to a missing file is followed when the file is created', async () => {
    mkdirSync(toFile('other'));
    symlinkSync('other/real.json', toFile('second.json'));
    symlinkSync('second.json', toFile('state.json'));
    const state = await open();
    state.store.putSite(siteOf('A'));
    await state.close();
    expect(readdirSync(toFile('other'))).toEqual(['real.json']);
    expect(readlinkSync(toFile('state.json'))).toBe('second.json');
  });

  test('that forms a loop is refused', async () => {
    symlinkSync('b.json', toFile('state.json'));
    symlinkSync('state.json', toFile('b.json'));
    await expect(open()).rejects.toThrow('its symbolic links form a loop; correct them');
    expect(readdirSync(folder)).toEqual(['b.json', 'state.json']);
  });
});

test.each([
  [
    'in /proc',
    '/proc/self/mem',
    existsSync('/proc/self') ? 'its folder does not accept new files' : 'its folder does not exist',
  ],
  ['in a file', '/dev/null/state.json', 'its folder does not exist; create it'],
  [
    'with a name that is too long',
    `${'a'.repeat(250)}.json`,
    'its name is too long (ENAMETOOLONG)',
  ],
])('a state file %s is refused with its reason', async (_, name, reason) => {
  const opening = openStateFile(path.resolve(folder, name), { onError: () => undefined });
  await expect(opening).rejects.toThrow(DocumentError);
  await expect(opening).rejects.toThrow(reason);
});
