import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hasProgram } from '../../test/installed/has-program.ts';
import { type Ask, createAsk } from '../../test/support/ask-shell.ts';
import { describeIf } from '../../test/support/in-ci.ts';
import { choice } from '../option.ts';
import { toFlag } from '../read-arguments.ts';
import { commands } from '../run-command.ts';
import { shells } from './completion-model.ts';
import { toScript } from './shell-scripts.ts';

const load = () => Promise.all(Object.values(commands).map((command) => command()));

for (const shell of shells) {
  describeIf(hasProgram(shell))(`the completion of ${shell}`, () => testCompletion(shell));
}

function testCompletion(shell: (typeof shells)[number]): void {
  let folder = '';
  let ask: Ask;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'site-contract-completion-'));
    writeFileSync(path.join(folder, 'a-contract.yaml'), '');
    ask = createAsk(shell, await toScript(shell, await load()), folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('offers every command', async () => {
    expect(await ask('site-contract ')).toEqual(
      expect.arrayContaining([...Object.keys(commands), 'help']),
    );
  });

  test.each(Object.keys(commands))('offers every option of %s', async (name) => {
    const { options = {} } = (await commands[name]?.()) ?? {};
    const flags = Object.keys(options)
      .filter((key) => options[key]?.positional !== true)
      .map((key) => `--${toFlag(key)}`);
    const offered = (await ask(`site-contract ${name} --`)).map((word) => word.replace(/=$/, ''));
    expect(offered).toEqual(expect.arrayContaining([...flags, '--help']));
  });

  test.each([
    { line: 'mock --log ', want: ['pretty', 'json', 'off'], not: ['demo', '--port'] },
    { line: 'mock --quiet --log p', want: ['pretty'], not: ['json'] },
    { line: 'mock --fixture d', want: ['demo'], not: ['empty'] },
    { line: 'mock --contract a-c', want: ['a-contract.yaml'], not: ['demo'] },
    { line: 'trigger ', want: ['page.created', 'site.published'], not: ['mock'] },
    { line: 'trigger --workspace w page.u', want: ['page.updated'], not: ['site.published'] },
    { line: 'trigger --session=s site.p', want: ['site.published'], not: ['page.updated'] },
    {
      line: 'conformance --only listSites/after',
      want: ['listSites/after-continues-the-list'],
      not: ['listSites/is-stable'],
    },
    { line: 'conformance --explain createW', want: ['createWebhook/keeps-addresses'], not: [] },
    { line: 'coverage --format m', want: ['markdown'], not: ['text'] },
    { line: 'completion ', want: ['bash', 'zsh', 'fish'], not: ['mock'] },
    { line: 'help co', want: ['conformance', 'coverage', 'completion'], not: ['mock'] },
  ])('continues $line', async ({ line, want, not }) => {
    const offered = await ask(`site-contract ${line}`);
    expect(offered).toEqual(expect.arrayContaining(want));
    for (const word of not) expect(offered).not.toContain(word);
  });

  test('completes a value after an equals sign', async () => {
    const offered = await ask('site-contract mock --log=j');
    expect(offered.map((word) => word.replace('--log=', ''))).toContain('json');
  });

  test('offers a newly added option', async () => {
    const bread = {
      ...choice({ placeholder: '<kind>', description: "It's [rye]: 100\\% $fine" }, ['rye'], 'rye'),
      short: 'b',
    };
    const [mock] = await load();
    if (mock === undefined) throw new Error('there are no commands');
    const bake = { ...mock, name: 'bake', options: { breadKind: bread } };
    const other = createAsk(shell, await toScript(shell, [bake]), folder);
    expect(await other('site-contract b')).toContain('bake');
    expect(await other('site-contract bake --b')).toContain('--bread-kind');
    expect(await other('site-contract bake -b ')).toContain('rye');
  });
}
