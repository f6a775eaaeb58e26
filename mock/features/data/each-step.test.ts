import fs, {
  copyFileSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DocumentError } from '../../../contract/errors.ts';
import { Refusal } from '../../refusal.ts';
import type { SiteRecord } from '../../store/store.ts';
import { openStateFile } from './state-file.ts';

/** The calls that write a state file. A mock can be killed before each of them, and each can fail. */
const steps = [
  ...['openSync', 'writeSync', 'ftruncateSync', 'renameSync', 'fsyncSync', 'fdatasyncSync'],
  ...['rmSync', 'fdatasync'],
];
const asyncSteps = ['open', 'rm', 'link', 'writeFile'];
const handleSteps = ['writeFile', 'sync'];

let root = '';
let folder = '';
let restore: (() => void)[] = [];
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'site-contract-steps-'));
  folder = makeFolder('data');
});
afterEach(() => {
  endWatch();
  rmSync(root, { recursive: true });
});

function makeFolder(name: string): string {
  const made = path.join(root, name);
  mkdirSync(made);
  return made;
}

interface Watcher {
  /** Called before each step. If it throws, the step fails with that error. */
  before: () => void;
  /** Called after `before`. Its own steps are watched as well. */
  between: (step: string) => void;
  /** Called when a file or a folder is flushed to the disk. */
  forced?: (descriptor: number) => void;
}

async function watchSteps({ before, between, forced = () => {} }: Watcher): Promise<void> {
  const probe = await promises.open(root, 'r');
  const handle = Object.getPrototypeOf(probe);
  await probe.close();
  // Reads and writes by the watcher are not steps.
  let isWatching = true;
  const watched = (task: () => void): void => {
    if (!isWatching) return;
    isWatching = false;
    try {
      task();
    } finally {
      isWatching = true;
    }
  };
  const wrap = (owner: object, name: string, isAsync: boolean): void => {
    const real: unknown = Reflect.get(owner, name);
    if (typeof real !== 'function') throw new Error(`there is no ${name}`);
    const call = real.call.bind(real);
    function replaced(this: unknown, ...args: unknown[]): unknown {
      watched(before);
      between(name);
      const result: unknown = call(this, ...args);
      const descriptor = owner === handle ? Reflect.get(Object(this), 'fd') : args[0];
      if (/^(?:f?sync|fdatasync)(?:Sync)?$/.test(name)) watched(() => forced(Number(descriptor)));
      return result;
    }
    const later = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
      return Reflect.apply(replaced, this, args);
    };
    Reflect.set(owner, name, isAsync ? later : replaced);
    restore.push(() => Reflect.set(owner, name, real));
  };
  for (const name of steps) wrap(fs, name, false);
  for (const name of asyncSteps) wrap(promises, name, true);
  for (const name of handleSteps) wrap(handle, name, true);
}

function endWatch(): void {
  for (const undo of restore) undo();
  restore = [];
}

function siteOf(name: string): SiteRecord {
  const id = `00000000-0000-4000-8000-00000000000${name.charCodeAt(0) % 10}`;
  return { workspaceId: id, locale: undefined, site: { id, name, hostUrl: null, apiKey: id } };
}

/**
 * Opens a state, changes it, and saves it. During the save, it changes the state again.
 * @param onStep called with the changes acknowledged so far. If it throws, the step fails with that error
 */
async function play(
  isSynced: boolean,
  {
    onStep,
    forced,
  }: { onStep: (acknowledged: readonly string[]) => void } & Pick<Watcher, 'forced'>,
): Promise<{ acknowledged: string[]; messages: string[] }> {
  const acknowledged: string[] = [];
  const messages: string[] = [];
  const tell = (error: unknown): void => {
    if (!(error instanceof DocumentError || error instanceof Refusal)) throw error;
    messages.push(error instanceof Refusal ? error.detail : error.message);
  };
  let isDuring = false;
  const put = (name: string): void => {
    try {
      state?.store.putSite(siteOf(name));
      acknowledged.push(name);
    } catch (error) {
      tell(error);
    }
  };
  await watchSteps({
    before: () => onStep(acknowledged),
    between: (step) => {
      if (step !== 'sync' || isDuring) return;
      isDuring = true;
      put('C');
    },
    ...(forced && { forced }),
  });
  const name = path.join(folder, 'state.json');
  const options = { isSynced, onError: (line: string) => messages.push(line) };
  const state = await openStateFile(name, options).catch(tell);
  if (state !== undefined) {
    put('A');
    put('B');
    await state.close().catch(tell);
  }
  endWatch();
  return { acknowledged, messages };
}

/** Returns the names of the sites that a start reads from a folder. */
async function readNames(at: string): Promise<string[]> {
  const state = await openStateFile(path.join(at, 'state.json'), { onError: () => {} });
  const { sites } = await state.store.read();
  await state.close();
  return sites.map(({ site }) => site.name).sort();
}

interface Left {
  at: string;
  acknowledged: string[];
}

/** Expects all acknowledged changes. The change during whose write the process ended may be present. */
async function expectAll({ at, acknowledged }: Left): Promise<void> {
  const names = await readNames(at);
  expect(names).toEqual(expect.arrayContaining(acknowledged));
  expect(names.length - acknowledged.length).toBeLessThanOrEqual(1);
}

describe('a state has every acknowledged change', () => {
  test.each([false, true])('if a mock is killed at any step (synced: %s)', async (isSynced) => {
    const all: Left[] = [];
    await play(isSynced, {
      onStep: (acknowledged) => {
        const at = makeFolder(`left-${all.length}`);
        for (const name of readdirSync(folder).filter((one) => !one.includes('.lock')))
          copyFileSync(path.join(folder, name), path.join(at, name));
        all.push({ at, acknowledged: [...acknowledged] });
      },
    });
    expect(all.length).toBeGreaterThan(15);
    for (const left of all) await expectAll(left);
  });

  test('if the power fails at any step, provided that it is synced', async () => {
    for (const left of await failPower(true)) await expectAll(left);
  });

  test('if any step fails, and each message says what to do', async () => {
    let count = 0;
    let isReached = true;
    for (; isReached; count += 1) {
      isReached = false;
      let step = -1;
      folder = makeFolder(`failing-${count}`);
      const { acknowledged, messages } = await play(count % 2 === 0, {
        onStep: () => {
          step += 1;
          if (step !== count) return;
          isReached = true;
          throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
        },
      });
      for (const message of messages)
        expect(message).toMatch(/\(EIO\); check the (?:disk|file)|is saved again/);
      await expectAll({ at: folder, acknowledged });
    }
    expect(count).toBeGreaterThan(15);
  });
});

test('an unsynced state starts after a power failure, without the last changes', async () => {
  for (const { at, acknowledged } of await failPower(false))
    expect(acknowledged).toEqual(expect.arrayContaining(await readNames(at)));
});

/**
 * Returns what a power failure leaves at each step: only data that was flushed to the disk. File names can be those of the
 * last flush of their folder, or the current ones.
 */
async function failPower(isSynced: boolean): Promise<Left[]> {
  const all: Left[] = [];
  const contents = new Map<number, Buffer>();
  let kept = new Map<string, number>();
  const readEntries = (): Map<string, number> =>
    new Map(readdirSync(folder).map((name) => [name, statSync(path.join(folder, name)).ino]));
  const leave = (entries: ReadonlyMap<string, number>, acknowledged: readonly string[]): void => {
    const at = makeFolder(`power-${all.length}`);
    for (const [name, inode] of entries)
      if (!name.includes('.lock'))
        writeFileSync(path.join(at, name), contents.get(inode) ?? Buffer.alloc(0));
    all.push({ at, acknowledged: [...acknowledged] });
  };
  await play(isSynced, {
    onStep: (acknowledged) => {
      // The system may flush data at any time: here, it has flushed the log before the save begins.
      if (!isSynced && acknowledged.length === 2)
        for (const [name, inode] of readEntries())
          if (!contents.has(inode)) contents.set(inode, readFileSync(path.join(folder, name)));
      leave(kept, acknowledged);
      leave(readEntries(), acknowledged);
    },
    forced: (descriptor) => {
      const { ino } = fstatSync(descriptor);
      const entries = readEntries();
      if (ino === statSync(folder).ino) kept = entries;
      for (const [name, inode] of entries)
        if (inode === ino) contents.set(ino, readFileSync(path.join(folder, name)));
    },
  });
  return all;
}
