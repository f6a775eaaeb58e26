import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { startProgram } from '../../test/installed/run-program.ts';
import { createSite, listNames } from '../../test/installed/site-calls.ts';
import { until } from '../../test/installed/until.ts';
import { useProgram } from '../../test/installed/use-program.ts';
import { useStateFile } from '../../test/installed/use-state-file.ts';

/** The id in the name of a lock's temporary file. */
const draftId = (last: number): string => `00000000-0000-4000-8000-00000000000${last}`;

const program = useProgram();
const { file, write } = useStateFile(program);

describe('the lock of a state file', () => {
  test('keeps a second process out, and is released when the first one ends', async () => {
    const first = await program.startMock(['--state', 'state.json']);
    const { code, stderr } = await program.run(['mock', '--state', 'state.json']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `site-contract: state.json: in use by process ${first.child.pid}; stop that process, or use another file\n`,
    );
    await createSite(first, 'a');
    await first.stop();
    expect(await listNames(await program.startMock(['--state', 'state.json']))).toEqual(['a']);
  });

  test('is taken over from a killed process', async () => {
    const first = await program.startMock(['--state', 'state.json']);
    await first.stop('SIGKILL');
    expect(existsSync(`${file()}.lock`)).toBe(true);
    const second = await program.startMock(['--state', 'state.json']);
    expect(readFileSync(`${file()}.lock`, 'utf8')).toContain(`"pid":${second.child.pid},`);
  });

  const hasProc = process.platform === 'linux';

  // A shell that was replaced with exec never collects its child, which remains a zombie.
  (hasProc ? test : test.skip)(
    'is taken over from a killed process whose parent has not noticed yet',
    async () => {
      const script = `"${process.execPath}" "${program.file}" mock --port 0 --state state.json & echo "pid:$!:"; exec sleep 1000`;
      const parent = startProgram('sh', ['-c', script], { cwd: program.folder() });
      try {
        const pid = Number(await parent.waitFor(/pid:(\d+):/));
        await parent.waitFor(/"listening":"(http:[^"]+)"/);
        process.kill(pid, 'SIGKILL');
        await until(() => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
        await program.startMock(['--state', 'state.json']);
      } finally {
        await parent.stop('SIGKILL');
      }
    },
  );

  test.each([
    ['of a process with the number of another one', { pid: process.pid, started: '1' }],
    ['that is empty', undefined],
  ])('%s is taken over', async (_, owner) => {
    write(owner === undefined ? '' : { host: hostname(), ...owner }, `${file()}.lock`);
    await program.startMock(['--state', 'state.json']);
  });

  test('is not taken over from another machine', async () => {
    write({ pid: 1, host: 'elsewhere' }, `${file()}.lock`);
    const { stderr } = await program.run(['mock', '--state', 'state.json']);
    expect(stderr).toContain('in use by process 1 of elsewhere; if that process has ended, delete');
  });

  test('removes only what killed processes left behind', async () => {
    const dead = { pid: 2 ** 22 + 1, host: hostname() };
    const leave = (name: string, owner: object | string): void => write(owner, `${file()}${name}`);
    leave(`.lock.${draftId(1)}`, dead);
    leave(`.lock.${draftId(2)}`, '');
    await program.startMock(['--state', 'other.json']);
    const lockOfLive = readFileSync(path.join(program.folder(), 'other.json.lock'), 'utf8');
    leave(`.lock.${draftId(3)}`, lockOfLive);
    leave(`.lock.${draftId(4)}`, { pid: 1, host: 'elsewhere' });
    leave('.lock.bak', dead);
    await program.startMock(['--state', 'state.json']);
    const left = readdirSync(program.folder()).filter((name) =>
      name.startsWith('state.json.lock.'),
    );
    expect(left.sort()).toEqual([
      `state.json.lock.${draftId(3)}`,
      `state.json.lock.${draftId(4)}`,
      'state.json.lock.bak',
    ]);
  });

  test('goes to only one of several processes that start at once', async () => {
    write({ pid: 2 ** 22 + 1, host: hostname() }, `${file()}.lock`);
    const all = [1, 2, 3].map(() =>
      program.start(['mock', '--port', '0', '--state', 'state.json']),
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
