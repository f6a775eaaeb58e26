import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { workspace } from '../../../test/installed/site-calls.ts';
import { useProgram } from '../../../test/installed/use-program.ts';
import { isCi } from '../../../test/support/in-ci.ts';
import { createRandom } from '../../sessions/sessions.ts';

/** For more rounds or another seed: `KILLS=64 SEED=2 npx jest mock/features/data/killed`. */
const rounds = Number(process.env['KILLS'] ?? (isCi ? 6 : 3));
const random = createRandom(Number(process.env['SEED'] ?? 1)).next;
const token = 'admin-token-of-this-test';
const sites = `/v1/workspaces/${workspace}/sites`;

const program = useProgram();
const argv = ['--state', 'state.json', '--admin-token', token, '--log', 'off'];

/** The names that each site may have: the last acknowledged one, and those sent since then. */
type Ledger = Map<string, string[]>;

interface Held {
  sites: { id: string; name: string }[];
}

async function send(address: string, method: string, body?: object) {
  const authorization = `Bearer ${address.includes('__mock') ? token : 'site-contract-key'}`;
  const reply = await fetch(address, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  const text = await reply.text();
  return text === '' ? undefined : JSON.parse(text);
}

async function readNames(url: string): Promise<Map<string, string>> {
  const { workspaces } = await send(`${url}/__mock/state`, 'GET');
  const found = workspaces.flatMap((each: Held) => each.sites);
  return new Map(found.map(({ id, name }: Held['sites'][number]) => [id, name]));
}

/** Creates and renames sites until the mock stops responding. */
async function write(url: string, ledger: Ledger, own: string): Promise<void> {
  for (let at = 0; ; at += 1) {
    const name = `${own}-${at} ${'x'.repeat(random() % 800)}`;
    const ids = [...ledger.keys()].filter((id) => ledger.get(id)?.[0]?.startsWith(own));
    const id = random() % 3 === 0 ? ids[random() % Math.max(1, ids.length)] : undefined;
    if (id === undefined) ledger.set((await send(url + sites, 'POST', { name })).id, [name]);
    else {
      ledger.get(id)?.push(name);
      await send(`${url}/v1/sites/${id}`, 'PATCH', { name });
      ledger.set(id, [name]);
    }
  }
}

describe('a mock that is killed at any moment', () => {
  test('has every acknowledged change after a restart', async () => {
    const ledger: Ledger = new Map();
    let mock = await program.startMock(argv);
    for (let round = 0; round < rounds; round += 1) {
      const before = ledger.size;
      const writing = [0, 1, 2, 3].map((at) =>
        write(mock.url, ledger, `${round}-${at}`).catch((error: unknown) => {
          // A refusal by the mock is a failure; a lost connection is not.
          if (error instanceof Error && /^\d/.test(error.message)) throw error;
        }),
      );
      const wanted = before + 1 + (random() % 100);
      while (ledger.size < wanted) await new Promise((resolve) => setImmediate(resolve));
      await mock.stop('SIGKILL');
      await Promise.all(writing);
      mock = await program.startMock(argv);
      const names = await readNames(mock.url);
      for (const [id, expected] of ledger) expect(expected).toContain(names.get(id));
    }
    expect(await mock.stop()).toMatchObject({ code: 0 });
    expect(readdirSync(program.folder())).toEqual(['state.json']);
    const last = await readNames((await program.startMock(argv)).url);
    for (const [id, expected] of ledger) expect(expected).toContain(last.get(id));
  });
});
