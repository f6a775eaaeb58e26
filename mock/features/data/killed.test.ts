import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { workspace } from '../../../test/installed/site-calls.ts';
import { type StartedMock, useProgram } from '../../../test/installed/use-program.ts';
import { useStateFile } from '../../../test/installed/use-state-file.ts';
import { isCi } from '../../../test/support/in-ci.ts';
import { createRandom } from '../../sessions/random-ids.ts';

/** For more rounds or another seed: `KILLS=64 SEED=2 npx jest mock/features/data/killed`. */
const rounds = Number(process.env['KILLS'] ?? (isCi ? 6 : 3));
const seed = Number(process.env['SEED'] ?? 1);
const writers = 4;
const token = 'admin-token-of-this-test';
const headers = {
  Authorization: 'Bearer site-contract-key',
  'Content-Type': 'application/json',
};

const program = useProgram();
useStateFile(program);
const argv = ['--state', 'state.json', '--admin-token', token, '--log', 'off'];

/** The last acknowledged value of a resource, and the values sent since then. */
interface Known {
  acknowledged: string;
  sent: Set<string>;
}

/** All acknowledged resources, by id. */
class Ledger {
  readonly resources = new Map<string, Known>();
  /** Values of resources that may exist although their creation got no response. */
  readonly attempted = new Set<string>();
  count = 0;

  async create(url: string, path: string, field: string, body: Record<string, unknown>) {
    const value = String(body[field]);
    this.attempted.add(value);
    const made = await send(url, 'POST', path, body);
    this.resources.set(made.id, { acknowledged: value, sent: new Set() });
    this.count += 1;
    return made.id;
  }

  async rename(url: string, id: string, name: string): Promise<void> {
    const known = this.resources.get(id);
    known?.sent.add(name);
    await send(url, 'PATCH', `/v1/sites/${id}`, { name });
    this.resources.set(id, { acknowledged: name, sent: new Set() });
    this.count += 1;
  }

  /** Compares the data of a mock after a restart, and expects that data from then on. */
  check(held: ReadonlyMap<string, string>): void {
    for (const [id, { acknowledged, sent }] of this.resources) {
      const value = held.get(id);
      if (value !== acknowledged && !sent.has(value ?? ''))
        throw new Error(`${id} was ${acknowledged}, and is ${value}`);
    }
    for (const [id, value] of held) {
      if (!this.resources.has(id) && !this.attempted.has(value))
        throw new Error(`nobody made ${id}, which is ${value}`);
      this.resources.set(id, { acknowledged: value, sent: new Set() });
    }
  }
}

async function send(
  url: string,
  method: string,
  path: string,
  body: unknown,
): Promise<{ id: string }> {
  const reply = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const made: { id: string } = await reply.json();
  if (!reply.ok) throw new Error(`${reply.status} ${JSON.stringify(made)}`);
  return made;
}

interface HeldState {
  workspaces: {
    sites: { id: string; name: string; routes: { id: string; pathname: string }[] }[];
    webhooks: { id: string; url: string }[];
  }[];
}

async function readHeld({ url }: StartedMock): Promise<Map<string, string>> {
  const reply = await fetch(`${url}/__mock/state`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { workspaces }: HeldState = await reply.json();
  const held = new Map<string, string>();
  for (const { sites, webhooks } of workspaces) {
    for (const { id, name, routes } of sites) {
      held.set(id, name);
      for (const route of routes) held.set(route.id, route.pathname);
    }
    for (const { id, url: address } of webhooks) held.set(id, address);
  }
  return held;
}

/** Writes until the mock stops responding. */
async function writeOn(url: string, ledger: Ledger, name: string, random: () => number) {
  const sites: string[] = [];
  for (let at = 0; ; at += 1) {
    const own = `${name}-${at}`;
    const site = sites[random() % Math.max(1, sites.length)];
    const kind = random() % 6;
    if (site === undefined || kind < 3)
      sites.push(
        await ledger.create(url, `/v1/workspaces/${workspace}/sites`, 'name', {
          name: `${own} ${'x'.repeat(random() % 800)}`,
        }),
      );
    else if (kind === 3) await ledger.rename(url, site, `${own} renamed`);
    else if (kind === 4)
      await ledger.create(url, `/v1/sites/${site}/routes`, 'pathname', {
        pathname: `/${own}`,
        localizedVariants: [],
      });
    else
      await ledger.create(url, `/v1/workspaces/${workspace}/webhooks`, 'url', {
        url: `https://hooks.example.com/${own}`,
        eventType: 'page.created',
      });
  }
}

/** Runs several writers, kills the mock at a time that depends on the seed, and restarts it. */
async function playRound(mock: StartedMock, ledger: Ledger, round: number, random: () => number) {
  const before = ledger.count;
  const writing = Array.from({ length: writers }, (_, at) =>
    writeOn(mock.url, ledger, `${round}-${at}`, random).catch((error: unknown) => {
      // A refusal by the mock is a failure; a lost connection is not.
      if (error instanceof Error && /^\d/.test(error.message)) throw error;
    }),
  );
  const wanted = before + 1 + (random() % 150);
  while (ledger.count < wanted) await new Promise((resolve) => setImmediate(resolve));
  // Some rounds end during a save, which starts a tenth of a second after a change.
  if (round % 2 === 1) await new Promise((resolve) => setTimeout(resolve, 90 + (random() % 60)));
  await mock.stop('SIGKILL');
  await Promise.all(writing);
  const next = await program.startMock(argv);
  ledger.check(await readHeld(next));
  return next;
}

describe('a mock that is killed at any moment', () => {
  test('has every acknowledged change after a restart', async () => {
    const random = createRandom(seed).next;
    const ledger = new Ledger();
    let mock = await program.startMock(argv);
    for (let round = 0; round < rounds; round += 1)
      mock = await playRound(mock, ledger, round, random);
    expect(ledger.count).toBeGreaterThan(rounds);
    expect(await mock.stop()).toMatchObject({ code: 0 });
    expect(readdirSync(program.folder())).toEqual(['state.json']);
    ledger.check(await readHeld(await program.startMock(argv)));
  });

  test('has an acknowledged reset, and later changes', async () => {
    const mock = await program.startMock([...argv, '--fixture', 'demo']);
    const ledger = new Ledger();
    await ledger.create(mock.url, `/v1/workspaces/${workspace}/sites`, 'name', { name: 'Before' });
    await fetch(`${mock.url}/__mock/reset`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    const after = new Ledger();
    await after.create(mock.url, `/v1/workspaces/${workspace}/sites`, 'name', { name: 'After' });
    await mock.stop('SIGKILL');
    const held = await readHeld(await program.startMock([...argv, '--fixture', 'demo']));
    expect([...held.values()]).toContain('After');
    expect([...held.values()]).not.toContain('Before');
    expect(held.size).toBeGreaterThan(24);
  });
});
