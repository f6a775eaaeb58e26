import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { runProgram } from '../test/installed/run-program.ts';
import { useProgram } from '../test/installed/use-program.ts';

const program = useProgram();

test('a bug is printed with its stack and exits with 2, not 1', async () => {
  // Throws an error after the mock starts to listen.
  const source = `import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...given) {
      this.once('listening', () => setImmediate(() => { throw new Error('boom') }));
      return listen.apply(this, given);
    };`;
  const bug = `data:text/javascript,${encodeURIComponent(source)}`;
  const { code, stderr } = await runProgram(process.execPath, [
    '--import',
    bug,
    program.file,
    'mock',
    '--port',
    '0',
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^site-contract: this is a bug, please report it: Error: boom\n +at /);
});

const fullTest = existsSync('/dev/full') ? test : test.skip;

fullTest.each([
  { argv: 'interface', redirect: '>/dev/full', code: 2, told: true },
  { argv: '--version', redirect: '>/dev/full', code: 2, told: true },
  { argv: 'frobnicate', redirect: '2>/dev/full', code: 2, told: false },
  { argv: 'interface', redirect: '>/dev/full 2>/dev/full', code: 2, told: false },
])(
  'tells in one line that output is lost: $argv $redirect',
  async ({ argv, redirect, code, told }) => {
    const line = `"${process.execPath}" "${program.file}" ${argv} ${redirect}`;
    const ended = await runProgram('sh', ['-c', line]);
    expect(ended).toMatchObject({ code, stdout: '' });
    const lost =
      'site-contract: cannot write to stdout (ENOSPC: no space left on device); output was lost\n';
    expect(ended.stderr).toBe(told ? lost : '');
  },
);

test('exits normally if a pipe is closed early', async () => {
  const { code, stdout, stderr } = await runProgram('sh', [
    '-c',
    `"${process.execPath}" "${program.file}" conformance --list | head -n 1`,
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toHaveLength(2);
});
