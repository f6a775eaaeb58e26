import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, watch } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  createSite,
  listNames,
  listSites,
  toState,
  workspace,
} from '../../test/installed/site-calls.ts';
import { useProgram } from '../../test/installed/use-program.ts';
import { useStateFile } from '../../test/installed/use-state-file.ts';

const program = useProgram();
const { file, write } = useStateFile(program);
const read = (): { workspaces: { sites: unknown[] }[] } => JSON.parse(readFileSync(file(), 'utf8'));

describe('--state', () => {
  test('keeps the state, and continues with the ids of its seed', async () => {
    const first = await program.startMock(['--state', 'state.json', '--seed', '7']);
    expect(existsSync(file())).toBe(false);
    const ids = [await createSite(first, 'a'), await createSite(first, 'b')];
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(readdirSync(program.folder())).toEqual(['state.json']);
    const second = await program.startMock(['--state', 'state.json', '--seed', '7']);
    ids.push(await createSite(second, 'c'));
    expect((await listSites(second)).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  test('is written soon after a change, not only on stop', async () => {
    const mock = await program.startMock(['--state', 'state.json']);
    await createSite(mock, 'a');
    const { workspaces } = await see(() => (existsSync(file()) ? read() : undefined));
    expect(workspaces).toMatchObject([{ id: workspace, sites: [{ name: 'a', hostUrl: null }] }]);
  });

  test('starts with the fixture, and a reset restores it', async () => {
    const argv = [
      '--state',
      'state.json',
      '--fixture',
      'start.json',
      '--admin-token',
      'secret-token',
    ];
    write(toState('a'), path.join(program.folder(), 'start.json'));
    const first = await program.startMock(argv);
    await createSite(first, 'b');
    await first.stop();
    const second = await program.startMock(argv);
    expect(await listNames(second)).toEqual(['a', 'b']);
    const reset = await fetch(`${second.url}/__mock/reset`, {
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token' },
    });
    expect(reset.status).toBe(204);
    expect(await listNames(second)).toEqual(['a']);
    await second.stop();
    expect(read().workspaces[0]?.sites).toHaveLength(1);
  });

  test('preserves a symbolic link and the schema for editors', async () => {
    write(
      { $schema: './state.schema.json', ...toState('a') },
      path.join(program.folder(), 'real.json'),
    );
    symlinkSync('real.json', file());
    const mock = await program.startMock(['--state', 'state.json']);
    await createSite(mock, 'b');
    await mock.stop();
    expect(lstatSync(file()).isSymbolicLink()).toBe(true);
    expect(read()).toMatchObject({
      $schema: './state.schema.json',
      workspaces: [{ sites: [{ name: 'a' }, { name: 'b' }] }],
    });
  });

  test.each([
    ['that is cut off', '{ "workspaces": [', ':1:18: invalid YAML or JSON: a closing ] is missing'],
    [
      'that is newer',
      '{ "formatVersion": 9, "workspaces": [] }',
      ':1:20: /formatVersion is 9, but only 1 is supported; the file is newer than this program: update site-contract',
    ],
    [
      'that breaks the schema',
      '{ "workspaces": [{ "id": 1 }] }',
      ':1:26: /workspaces/0/id must be a string',
    ],
  ])('is refused and left unchanged if its file is %s', async (_, text, message) => {
    write(text);
    const ended = await program.run(['mock', '--state', 'state.json']);
    expect(ended).toEqual({ code: 2, stdout: '', stderr: `site-contract: state.json${message}\n` });
    expect(readFileSync(file(), 'utf8')).toBe(text);
    expect(readdirSync(program.folder())).toEqual(['state.json']);
  });

  test('is refused if its folder does not exist', async () => {
    const { code, stderr } = await program.run(['mock', '--state', 'none/state.json']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'site-contract: none/state.json: its folder does not exist; create it\n',
    });
  });

  test('does not change a file that another program writes to', async () => {
    const mock = await program.startMock(['--state', 'state.json']);
    write('mine');
    await createSite(mock, 'a');
    const { code, stderr } = await mock.stop();
    expect(code).toBe(2);
    expect(stderr).toContain('state.json was changed by another program and is not overwritten');
    expect(readFileSync(file(), 'utf8')).toBe('mine');
  });
});

test('a state file is complete after every kill during a write', async () => {
  const names = Array.from({ length: 4000 }, (_, at) => `Site ${at}`);
  write(toState(...names));
  const isWriting = () => existsSync(`${file()}.tmp`) || undefined;
  // The progress of a write varies between rounds. On a busy machine, it may be over before the test looks.
  for (let round = 0, kills = 0; round < 5 || kills === 0; round += 1) {
    const mock = await program.startMock(['--state', 'state.json']);
    const watcher = watch(program.folder());
    const begun = new Promise((resolve) => watcher.on('change', () => isWriting() && resolve(0)));
    const writing = (async () => {
      // A change after each write starts another write.
      for (let count = 0; !mock.child.killed; count += 1)
        await createSite(mock, `Round ${round}, ${count}`).catch(() => undefined);
    })();
    await begun;
    watcher.close();
    await mock.stop('SIGKILL');
    await writing;
    if (isWriting()) kills += 1;
    const [site] = read().workspaces;
    expect(site?.sites.length).toBeGreaterThanOrEqual(names.length);
  }
});

/** Waits until `look` returns a value. Checks at once, and whenever the folder changes. */
function see<T>(look: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const watcher = watch(program.folder(), check);
    check();
    function check(): void {
      const found = look();
      if (found === undefined) return;
      watcher.close();
      resolve(found);
    }
  });
}
