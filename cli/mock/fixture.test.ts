import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createSite, listNames, listSites, toState } from '../../test/installed/site-calls.ts';
import { useProgram } from '../../test/installed/use-program.ts';
import { useStateFile } from '../../test/installed/use-state-file.ts';

const program = useProgram();
const { file, write } = useStateFile(program);

describe('--fixture', () => {
  test('demo has varied data, and is the same each time', async () => {
    const [one, other] = [
      await program.startMock(['--fixture', 'demo']),
      await program.startMock(['--fixture', 'demo']),
    ];
    const sites = await listSites(one);
    expect(sites.length).toBeGreaterThan(20);
    expect(await listSites(other)).toEqual(sites);
  });

  test('accepts a file, which becomes the initial state and is not written to', async () => {
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
    const mock = { fixture: 'demo', state: 'state.json' };
    mkdirSync(path.join(program.folder(), 'in'));
    write({ mock }, path.join(program.folder(), 'in/site-contract.config.json'));
    const running = await program.startMock(['--config', 'in/site-contract.config.json']);
    expect((await listSites(running)).length).toBeGreaterThan(20);
    expect(existsSync(path.join(program.folder(), 'in/state.json.lock'))).toBe(true);
  });
});
