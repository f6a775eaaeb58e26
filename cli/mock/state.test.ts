import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  ask,
  createSite,
  listNames,
  listSites,
  toState,
  workspace,
} from '../../test/installed/site-calls.ts';
import { type StartedMock, useProgram } from '../../test/installed/use-program.ts';
import { describeIf } from '../../test/support/in-ci.ts';

const program = useProgram();
const locate = (name: string) => path.join(program.folder(), name);
const file = () => locate('state.json');
const write = (content: string | object, to = file()): void =>
  writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content));
const argv = ['--state', 'state.json', '--seed', '7', '--admin-token', 'secret-token'];

/** Only Linux can limit a running program. */
const describeOnLinux = describeIf(process.platform === 'linux');

describe('--state', () => {
  test('keeps the state, and continues with the ids of its seed', async () => {
    const first = await program.startMock(argv);
    const ids = [await createSite(first, 'a'), await createSite(first, 'b')];
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect(readdirSync(program.folder())).toEqual(['state.json']);
    const second = await program.startMock(argv);
    ids.push(await createSite(second, 'c'));
    expect((await listSites(second)).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(3);
  });

  test.each(['SIGKILL', 'SIGHUP'] as const)('loses nothing acknowledged: %s', async (signal) => {
    const first = await program.startMock(argv);
    await createSite(first, 'a');
    await createSite(first, 'b');
    first.child.kill(signal);
    await first.ended;
    expect(await listNames(await program.startMock(argv))).toEqual(['a', 'b']);
  });

  test('is not written again by a mock that was suspended and replaced', async () => {
    const first = await program.startMock(argv);
    await createSite(first, 'a');
    first.child.kill('SIGSTOP');
    // Sent while it is suspended, and handled before it looks at its lock.
    const late = ask(first, 'POST', `/v1/workspaces/${workspace}/sites`, { name: 'late' });
    const second = await program.startMock(argv);
    expect(await listNames(second)).toEqual(['a']);
    await createSite(second, 'b');
    first.child.kill('SIGCONT');
    expect(await late).toMatchObject({ status: 507 });
    expect(await listNames(first)).toEqual(['a']);
    expect(await first.stop()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /state\.json: another process has taken over the file, with all/,
      ),
    });
    await createSite(second, 'c');
    await second.stop('SIGKILL');
    expect(await listNames(await program.startMock(argv))).toEqual(['a', 'b', 'c']);
  });

  describeOnLinux('on a full disk', () => {
    /** Limits the size of files that a program can write: it is told as little as by a full disk that a write was too short. */
    const limit = ({ child }: StartedMock, bytes: number | 'unlimited'): void => {
      const { status, stderr } = spawnSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:`], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    };
    const size = (name: string): number => statSync(locate(name)).size;

    test('refuses changes, and continues once there is space', async () => {
      const mock = await program.startMock(argv);
      await createSite(mock, 'a');
      limit(mock, size('state.json.log') + 10);
      const refused = await ask(mock, 'POST', `/v1/workspaces/${workspace}/sites`, { name: 'b' });
      expect(refused).toMatchObject({ status: 507 });
      expect(await listNames(mock)).toEqual(['a']);
      limit(mock, 'unlimited');
      await createSite(mock, 'c');
      await mock.stop('SIGKILL');
      expect(await listNames(await program.startMock(argv))).toEqual(['a', 'c']);
    });

    test('keeps the old file and the log at a stop that cannot save, and says so', async () => {
      write(toState('a'));
      const before = readFileSync(file(), 'utf8');
      const mock = await program.startMock(argv);
      await createSite(mock, 'b');
      limit(mock, size('state.json.log'));
      expect(await mock.stop()).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /site-contract: state\.json: cannot be written \(EFBIG\); check .* disk; the changes are in state\.json\.log\n$/,
        ),
      });
      expect(readFileSync(file(), 'utf8')).toBe(before);
      expect(readdirSync(program.folder())).toEqual(['state.json', 'state.json.log']);
      expect(await listNames(await program.startMock(argv))).toEqual(['a', 'b']);
    });

    test('keeps the log at a start that cannot save, and says so', async () => {
      const mock = await program.startMock(argv);
      await createSite(mock, 'a');
      await mock.stop('SIGKILL');
      const log = readFileSync(locate('state.json.log'), 'utf8');
      const words = [
        '--fsize=100:',
        process.execPath,
        program.file,
        'mock',
        '--port',
        '0',
        ...argv,
      ];
      const { status, stderr } = spawnSync('prlimit', words, {
        cwd: program.folder(),
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(
          /state\.json: cannot be written \(EFBIG\); .*state\.json\.log\n$/,
        ),
      });
      expect(readFileSync(locate('state.json.log'), 'utf8')).toBe(log);
      expect(existsSync(file())).toBe(false);
      expect(await listNames(await program.startMock(argv))).toEqual(['a']);
    });
  });

  test('is refused if another process uses it, or its folder does not exist', async () => {
    await program.startMock(argv);
    for (const [words, want] of [
      [argv, 'state\\.json: in use by another process; stop it, or use another file'],
      [['--state', 'none/s.json'], '[^\\n]*none'],
    ] as const) {
      const { code, stderr } = await program.run(['mock', '--port', '0', ...words]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(new RegExp(`^site-contract: ${want}[^\\n]*\\n$`)),
      });
    }
  });
});

describe('--fixture', () => {
  test('accepts a file, which is not written to', async () => {
    write(toState('a', 'b'));
    const text = readFileSync(file(), 'utf8');
    const mock = await program.startMock(['--fixture', file(), '--seed', '1']);
    await createSite(mock, 'c');
    expect(await listNames(mock)).toEqual(['a', 'b', 'c']);
    await mock.stop();
    expect(readFileSync(file(), 'utf8')).toBe(text);
    expect(readdirSync(program.folder())).toEqual(['state.json']);
  });

  test('refuses a broken file and says where it is broken', async () => {
    write('{\n  "workspaces": [ 1\n}');
    expect(await program.run(['mock', '--fixture', 'state.json'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'site-contract: state.json:3:1: invalid YAML or JSON: a closing ] is missing\n',
    });
  });

  test('in the configuration file is "demo" or a path relative to that file', async () => {
    mkdirSync(locate('in'));
    const mock = { fixture: 'demo', state: 'state.json' };
    write({ mock }, locate('in/site-contract.config.json'));
    const running = await program.startMock(['--config', 'in/site-contract.config.json']);
    expect((await listSites(running)).length).toBeGreaterThan(20);
    expect(existsSync(locate('in/state.json.lock'))).toBe(true);
  });
});
