import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createPrograms } from '../installed/create-programs.ts';
import { runProgram, type StartedProgram } from '../installed/run-program.ts';

const program = path.resolve('dist/cli/main.js');
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const headers = {
  Authorization: 'Bearer site-contract-key',
  'Content-Type': 'application/json',
};

let folder = '';
let file = '';
const programs = createPrograms();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-data-'));
  file = path.join(folder, 'state.json');
});
afterEach(async () => {
  await programs.end();
  rmSync(folder, { recursive: true });
});

async function start(...argv: string[]) {
  const mock = programs.start(process.execPath, [program, 'mock', '--port', '0', ...argv], {
    cwd: folder,
  });
  return { ...mock, url: await mock.waitFor(/"listening":"(http:[^"]+)"/) };
}

async function stop({ child, ended }: StartedProgram, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return ended;
}

const refuse = (...argv: string[]) =>
  runProgram(process.execPath, [program, 'mock', '--port', '0', ...argv], { cwd: folder });

async function create({ url }: { url: string }, name: string): Promise<string> {
  const reply = await fetch(`${url}/v1/workspaces/${workspace}/sites`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name }),
  });
  expect(reply.status).toBe(201);
  const { id }: { id: string } = await reply.json();
  return id;
}

async function list({ url }: { url: string }): Promise<{ id: string; name: string }[]> {
  const reply = await fetch(`${url}/v1/workspaces/${workspace}/sites?limit=100`, { headers });
  const { data }: { data: { id: string; name: string }[] } = await reply.json();
  return data;
}

const namesOf = async (mock: { url: string }) => (await list(mock)).map(({ name }) => name);
const toFixture = (...names: string[]) => ({
  workspaces: [{ id: workspace, sites: names.map((name) => ({ name })) }],
});
const read = (): { workspaces: { sites: unknown[] }[] } => JSON.parse(readFileSync(file, 'utf8'));
const write = (content: string | object, to = file): void =>
  writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content));

/** Waits for what is found when anything in the folder changes, or at once. */
function see<T>(look: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const watcher = watch(folder, check);
    check();
    function check(): void {
      const found = look();
      if (found === undefined) return;
      watcher.close();
      resolve(found);
    }
  });
}

describe('--fixture', () => {
  test('demo is lively, and the same each time', async () => {
    const [one, other] = [await start('--fixture', 'demo'), await start('--fixture', 'demo')];
    const sites = await list(one);
    expect(sites.length).toBeGreaterThan(20);
    expect(await list(other)).toEqual(sites);
  });

  test('of a file is what there is at first, and is not written to', async () => {
    write(toFixture('a', 'b'));
    const text = readFileSync(file, 'utf8');
    const mock = await start('--fixture', file, '--seed', '1');
    await create(mock, 'c');
    expect(await namesOf(mock)).toEqual(['a', 'b', 'c']);
    await stop(mock);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('of a file that is broken is refused with the place', async () => {
    write('{\n  "workspaces": [ x ]\n}');
    expect(await refuse('--fixture', 'state.json')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'site-contract: state.json:2:19: it is no JSON: no JSON value\n',
    });
  });

  test('of the configuration file is a word, or a file beside it', async () => {
    const mock = { fixture: 'demo', state: 'state.json' };
    mkdirSync(path.join(folder, 'in'));
    write({ mock }, path.join(folder, 'in/site-contract.config.json'));
    const running = await start('--config', 'in/site-contract.config.json');
    expect((await list(running)).length).toBeGreaterThan(20);
    expect(existsSync(path.join(folder, 'in/state.json.lock'))).toBe(true);
  });
});

describe('--state', () => {
  test('keeps the state, and goes on with the ids of its seed', async () => {
    const first = await start('--state', 'state.json', '--seed', '7');
    expect(existsSync(file)).toBe(false);
    const ids = [await create(first, 'a'), await create(first, 'b')];
    expect(await stop(first)).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(['state.json']);
    const second = await start('--state', 'state.json', '--seed', '7');
    ids.push(await create(second, 'c'));
    expect((await list(second)).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  test('is written soon after a change, without a stop', async () => {
    const mock = await start('--state', 'state.json');
    await create(mock, 'a');
    const { workspaces } = await see(() => (existsSync(file) ? read() : undefined));
    expect(workspaces).toMatchObject([{ id: workspace, sites: [{ name: 'a', hostUrl: null }] }]);
  });

  test('starts with the fixture, which a reset goes back to', async () => {
    const argv = [
      '--state',
      'state.json',
      '--fixture',
      'start.json',
      '--admin-token',
      'secret-token',
    ];
    write(toFixture('a'), path.join(folder, 'start.json'));
    const first = await start(...argv);
    await create(first, 'b');
    await stop(first);
    const second = await start(...argv);
    expect(await namesOf(second)).toEqual(['a', 'b']);
    const reset = await fetch(`${second.url}/__mock/reset`, {
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token' },
    });
    expect(reset.status).toBe(204);
    expect(await namesOf(second)).toEqual(['a']);
    await stop(second);
    expect(read().workspaces[0]?.sites).toHaveLength(1);
  });

  test('keeps a link a link, and the schema for editors', async () => {
    write({ $schema: './state.schema.json', ...toFixture('a') }, path.join(folder, 'real.json'));
    symlinkSync('real.json', file);
    const mock = await start('--state', 'state.json');
    await create(mock, 'b');
    await stop(mock);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read()).toMatchObject({
      $schema: './state.schema.json',
      workspaces: [{ sites: [{ name: 'a' }, { name: 'b' }] }],
    });
  });

  test.each([
    ['that is cut off', '{ "workspaces": [', ':1:18: it is no JSON: a value is missing'],
    [
      'that is newer',
      '{ "formatVersion": 9, "workspaces": [] }',
      ':1:20: /formatVersion is 9, and 1 is known; it is newer than this program: update site-contract',
    ],
    [
      'that breaks the schema',
      '{ "workspaces": [{ "id": 1 }] }',
      ':1:26: /workspaces/0/id must be a string',
    ],
  ])('of a file %s is refused, and left as it is', async (_, text, message) => {
    write(text);
    const ended = await refuse('--state', 'state.json');
    expect(ended).toEqual({ code: 2, stdout: '', stderr: `site-contract: state.json${message}\n` });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('in a folder that is not there is refused', async () => {
    const { code, stderr } = await refuse('--state', 'none/state.json');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'site-contract: none/state.json: there is no such folder; create it\n',
    });
  });

  test('leaves a file alone that somebody else writes to', async () => {
    const mock = await start('--state', 'state.json');
    write('mine');
    await create(mock, 'a');
    const { code, stderr } = await stop(mock);
    expect(code).toBe(2);
    expect(stderr).toContain('state.json was changed by another program, and is left as it is');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('the lock of a state', () => {
  test('keeps a second process out, and goes with the first', async () => {
    const first = await start('--state', 'state.json');
    const { code, stderr } = await refuse('--state', 'state.json');
    expect(code).toBe(2);
    expect(stderr).toBe(
      `site-contract: state.json: process ${first.child.pid} has it; stop that one, or give this one another file\n`,
    );
    await create(first, 'a');
    await stop(first);
    expect(await namesOf(await start('--state', 'state.json'))).toEqual(['a']);
  });

  test('is taken over from a process that was killed', async () => {
    const first = await start('--state', 'state.json');
    await stop(first, 'SIGKILL');
    expect(existsSync(`${file}.lock`)).toBe(true);
    const second = await start('--state', 'state.json');
    expect(readFileSync(`${file}.lock`, 'utf8')).toContain(`"pid":${second.child.pid},`);
  });

  test.each([
    ['of a process with the number of another one', { pid: process.pid, started: '1' }],
    ['that is empty', undefined],
  ])('%s is taken over', async (_, owner) => {
    write(owner === undefined ? '' : { host: hostname(), ...owner }, `${file}.lock`);
    await start('--state', 'state.json');
  });

  test('of another machine is not taken over', async () => {
    write({ pid: 1, host: 'elsewhere' }, `${file}.lock`);
    const { stderr } = await refuse('--state', 'state.json');
    expect(stderr).toContain('process 1 of elsewhere has it; if that has ended, delete');
  });

  test('goes to one of several that start at the same time', async () => {
    write({ pid: 2 ** 22 + 1, host: hostname() }, `${file}.lock`);
    const all = [1, 2, 3].map(() =>
      programs.start(process.execPath, [program, 'mock', '--port', '0', '--state', 'state.json'], {
        cwd: folder,
      }),
    );
    const outcomes = await Promise.all(
      all.map((mock) =>
        Promise.race([
          mock.waitFor(/"listening":"(http:[^"]+)"/).then(() => 'started'),
          mock.ended.then(({ code }) => `ended with ${code}`),
        ]).catch(() => 'ended with 2'),
      ),
    );
    expect(outcomes.sort()).toEqual(['ended with 2', 'ended with 2', 'started']);
  });
});

test('a state is whole after every kill in the middle of a write', async () => {
  const names = Array.from({ length: 4000 }, (_, at) => `Site ${at}`);
  write(toFixture(...names));
  const isWriting = () => existsSync(`${file}.tmp`) || undefined;
  const begin = async (name: string) => {
    const mock = await start('--state', 'state.json');
    await create(mock, name);
    await see(isWriting);
    return mock;
  };
  const whole = await begin('Undisturbed');
  const began = performance.now();
  await see(() => !isWriting() || undefined);
  const duration = performance.now() - began;
  await stop(whole);
  const rounds = 5;
  let kills = 0;
  for (let round = 0; round < rounds; round += 1) {
    const mock = await begin(`Round ${round}`);
    // From the beginning of a write to a little beyond its end.
    const until = performance.now() + (duration * 1.2 * round) / rounds;
    while (performance.now() < until);
    await stop(mock, 'SIGKILL');
    if (isWriting()) kills += 1;
    const [site] = read().workspaces;
    expect(site?.sites.length).toBeGreaterThan(names.length);
  }
  expect(kills).toBeGreaterThan(0);
}, 60_000);
