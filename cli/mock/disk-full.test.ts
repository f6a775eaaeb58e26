import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createSite, listNames, workspace } from '../../test/installed/site-calls.ts';
import { until } from '../../test/installed/until.ts';
import { type StartedMock, useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const headers = {
  Authorization: 'Bearer site-contract-key',
  'Content-Type': 'application/json',
};
const name = (at: number): string => `Site ${at} ${'x'.repeat(400)}`;

/**
 * Creates sites until the mock refuses one.
 * @returns the names of acknowledged sites, and the refusal
 */
async function fill({ url }: StartedMock) {
  const acknowledged: string[] = [];
  for (;;) {
    const reply = await fetch(`${url}/v1/workspaces/${workspace}/sites`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: name(acknowledged.length) }),
    });
    const body: unknown = await reply.json();
    if (reply.status !== 201) return { acknowledged, status: reply.status, body };
    acknowledged.push(name(acknowledged.length));
  }
}

async function readNames(mock: StartedMock): Promise<string[]> {
  const names: string[] = [];
  for (let after = ''; ; ) {
    const query = after === '' ? '' : `&after=${after}`;
    const url = `${mock.url}/v1/workspaces/${workspace}/sites?limit=100${query}`;
    const reply = await fetch(url, { headers });
    const page: { data: { id: string; name: string }[]; hasMore: boolean } = await reply.json();
    names.push(...page.data.map((site) => site.name));
    if (!page.hasMore) return names;
    after = page.data.at(-1)?.id ?? '';
  }
}

/** Checks the behaviour on a full disk. */
async function expectRefusal(mock: StartedMock): Promise<string[]> {
  const { acknowledged, status, body } = await fill(mock);
  expect(status).toBe(507);
  expect(body).toMatchObject({
    type: 'urn:problem-type:site-contract:not-saved',
    detail: expect.stringContaining('The state cannot be saved'),
  });
  expect(await readNames(mock)).toEqual(acknowledged);
  expect(mock.stderr()).toContain('the state is not saved: ');
  expect(mock.stderr() + mock.stdout()).not.toContain('bug');
  return acknowledged;
}

describe('a mock whose state file cannot grow', () => {
  const hasLimits = process.platform === 'linux' && hasProgram('prlimit');

  // Without prlimit, the limit cannot be removed again.
  (hasLimits ? test : test.skip)(
    'refuses changes, still serves reads, and accepts changes again when the file may grow',
    async () => {
      const mock = await program.startMock(['--state', 'state.json', '--log', 'off']);
      limit(mock, '65536:unlimited');
      const acknowledged = await expectRefusal(mock);
      limit(mock, 'unlimited');
      await createSite(mock, 'Last');
      await mock.stop('SIGKILL');
      const next = await program.startMock(['--state', 'state.json']);
      expect(await readNames(next)).toEqual([...acknowledged, 'Last']);
    },
  );

  function limit({ child }: StartedMock, bytes: string): void {
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}`]);
  }
});

describe('a mock on a disk that is full', () => {
  let mounted: string | undefined;
  afterEach(() => {
    if (mounted !== undefined) execFileSync('umount', ['-l', mounted]);
    mounted = undefined;
  });

  /** Mounts a separate file system; undefined without the permission to do that. */
  function mount(): string | undefined {
    const folder = path.join(program.folder(), 'disk');
    mkdirSync(folder);
    const options = ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder];
    if (spawnSync('mount', options).status !== 0) return undefined;
    mounted = folder;
    return folder;
  }

  (canMount() ? test : test.skip)(
    'keeps what it acknowledged, leaves no draft, and goes on when there is room',
    async () => {
      const folder = mount() ?? '';
      writeFileSync(path.join(folder, 'other'), Buffer.alloc(100_000));
      const argv = ['--state', path.join(folder, 'state.json'), '--log', 'off'];
      const mock = await program.startMock(argv);
      const acknowledged = await expectRefusal(mock);
      // The mock may write another temporary file, but removes it.
      await until(() => !readdirSync(folder).includes('state.json.tmp'));
      await mock.stop('SIGKILL');
      // The next start only needs space for a lock.
      rmSync(path.join(folder, 'other'));
      const next = await program.startMock(argv);
      expect(await readNames(next)).toEqual(acknowledged);
      await createSite(next, 'Last');
      expect((await next.stop()).stderr).not.toContain('bug');
      const last = await program.startMock(argv);
      expect(await readNames(last)).toEqual([...acknowledged, 'Last']);
    },
  );
});

test('SIGHUP, as sent by a closed terminal, stops the mock with its state complete', async () => {
  const mock = await program.startMock(['--state', 'state.json']);
  await createSite(mock, 'a');
  expect(await mock.stop('SIGHUP')).toMatchObject({ code: 0 });
  expect(readdirSync(program.folder())).toEqual(['state.json']);
  expect(readFileSync(path.join(program.folder(), 'state.json'), 'utf8')).toContain('"a"');
  expect(await listNames(await program.startMock(['--state', 'state.json']))).toEqual(['a']);
});

function hasProgram(file: string): boolean {
  return spawnSync(file, ['--version']).status === 0;
}

function canMount(): boolean {
  return process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0;
}
