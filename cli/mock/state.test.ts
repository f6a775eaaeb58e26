import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createSite, listNames, listSites, toState } from '../../test/installed/site-calls.ts';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const locate = (name: string) => path.join(program.folder(), name);
const file = () => locate('state.json');
const write = (content: string | object, to = file()): void =>
  writeFileSync(to, typeof content === 'string' ? content : JSON.stringify(content));
const argv = ['--state', 'state.json', '--seed', '7', '--admin-token', 'secret-token'];

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
