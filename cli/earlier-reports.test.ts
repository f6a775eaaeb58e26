import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { useFolder } from '../test/support/use-folder.ts';
import { runCommand } from './run-command.ts';

const root = useFolder();
let folder = '';
let count = 0;
const locate = (name: string): string => path.join(folder, name);
const names = ['gate.md', 'gate.json', 'notes.txt', 'a.json', 'a.html', 'a.xml', 'a.sarif'];

beforeEach(() => {
  count += 1;
  folder = path.join(root, String(count));
  mkdirSync(folder);
  for (const name of names) writeFileSync(locate(name), '{"earlier": true}');
});

async function run(argv: readonly string[]): Promise<{ code: number; stderr: string }> {
  let stderr = '';
  const code = await runCommand(
    argv.map((word) => word.replace('FOLDER', folder)),
    {
      environment: {},
      stdout: { write: () => true },
      stderr: { write: (text) => (stderr += text) },
    },
  );
  return { code, stderr };
}

const gate = ['gate', '--reports', 'FOLDER'];
const check = ['check', 'FOLDER/none.har', '--html', 'FOLDER/a.html', '--json=FOLDER/a.json'];

describe('a command that could not start leaves no report of an earlier run', () => {
  test.each([
    { argv: [...gate, '--onyl', 'diff'], removed: ['gate.md', 'gate.json'] },
    { argv: [...gate, '--only', 'dif'], removed: ['gate.md', 'gate.json'] },
    { argv: [...gate, '--only', 'diff', '--skip', 'diff'], removed: ['gate.md', 'gate.json'] },
    { argv: [...gate, '--config', 'FOLDER/none.json'], removed: ['gate.md', 'gate.json'] },
    { argv: [...gate, '--config', 'FOLDER/a.json'], removed: ['gate.md', 'gate.json'] },
    { argv: [...gate, 'surplus'], removed: ['gate.md', 'gate.json'] },
    { argv: check, removed: ['a.html', 'a.json'] },
    {
      argv: [...check, '--coverage', 'FOLDER/a.xml', '--x'],
      removed: ['a.html', 'a.json', 'a.xml'],
    },
    {
      argv: ['diff', 'FOLDER/none.yaml', 'FOLDER/a.json', '--output', 'FOLDER/a.html'],
      removed: ['a.html'],
    },
    {
      argv: ['conformance', '--contract', 'FOLDER/none.yaml', '--sarif', 'FOLDER/a.sarif'],
      removed: ['a.sarif'],
    },
    {
      argv: ['proxy', 'none', '--html', 'FOLDER/a.html', '--junit', 'FOLDER/a.xml'],
      removed: ['a.html', 'a.xml'],
    },
  ])('$argv', async ({ argv, removed }) => {
    const { code } = await run(argv);
    expect(code).toBe(2);
    expect(names.filter((name) => !existsSync(locate(name)))).toEqual(
      names.filter((name) => removed.includes(name)),
    );
  });
});

test.each([
  ['diff', 'FOLDER/none.yaml', 'FOLDER/a.json', '--output', 'FOLDER/a.json'],
  ['gate', '--reports', 'FOLDER', '--accept', 'FOLDER/gate.json', '--x'],
  ['gate', '--reports', 'FOLDER', '--accept', 'FOLDER/gate.json'],
  ['check', 'FOLDER/a.json', '--json', 'FOLDER/a.json'],
])('what a command reads stays: %j %j %j %j %j %j', async (...argv) => {
  const words = argv.filter((word) => word !== undefined);
  const { code } = await run(words);
  expect(code).toBe(2);
  for (const name of ['gate.json', 'a.json'])
    expect(readFileSync(locate(name), 'utf8')).toBe('{"earlier": true}');
});
