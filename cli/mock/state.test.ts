import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createSite, listNames, listSites, toState } from '../../test/installed/site-calls.ts';
import { useProgram } from '../../test/installed/use-program.ts';
import { useStateFile } from '../../test/installed/use-state-file.ts';

const program = useProgram();
const { write } = useStateFile(program);
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

  test.each(['SIGKILL', 'SIGHUP'] as const)(
    'loses nothing that was acknowledged: %s',
    async (signal) => {
      const first = await program.startMock(argv);
      await createSite(first, 'a');
      await createSite(first, 'b');
      first.child.kill(signal);
      await first.ended;
      const second = await program.startMock(argv);
      expect(await listNames(second)).toEqual(['a', 'b']);
    },
  );

  test('starts with the fixture, and a reset restores it', async () => {
    write(toState('a'), path.join(program.folder(), 'start.json'));
    const fixture = [...argv, '--fixture', 'start.json'];
    const first = await program.startMock(fixture);
    await createSite(first, 'b');
    await first.stop();
    const second = await program.startMock(fixture);
    expect(await listNames(second)).toEqual(['a', 'b']);
    const reset = await fetch(`${second.url}/__mock/reset`, {
      method: 'POST',
      headers: { Authorization: 'Bearer secret-token' },
    });
    expect(reset.status).toBe(204);
    expect(await listNames(second)).toEqual(['a']);
  });

  test('is kept by one process at a time', async () => {
    const first = await program.startMock(argv);
    const { code, stderr } = await program.run(['mock', '--port', '0', ...argv]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`^site-contract: state\\.json: in use by process ${first.child.pid}[^\\n]*\\n$`),
    );
  });

  test('is refused if its folder does not exist', async () => {
    const { code, stderr } = await program.run(['mock', '--port', '0', '--state', 'none/s.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^site-contract: [^\n]*none[^\n]*\n$/);
  });
});
