import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createRandom,
  createUuid,
  deriveSeed,
  pickInteger,
} from '../../conformance/runner/probes.ts';
import {
  type CampaignOptions,
  type Finding,
  type PartResult,
  toAgain,
  toQuantile,
} from './campaign.ts';
import { createClient } from './control-client.ts';
import { type MockProgram, startMock } from './start-program.ts';
import { type Expected, Ledger, WrongAnswer, writeUntilEnd } from './writer.ts';

const writers = 4;

/** The whole state, as the control surface returns it. */
interface State {
  workspaces: {
    id: string;
    sites: { id: string; name: string; routes: { id: string; pathname: string }[] }[];
    webhooks: { id: string; url: string }[];
  }[];
}

interface Tally {
  kills: number;
  acknowledged: number;
  lost: number;
  starts: number[];
}

/**
 * Kills a mock with `--state` while several clients write, restarts it, and searches for every acknowledged write.
 * First with a small file, then with one that contains many sites.
 */
export async function kill(options: CampaignOptions): Promise<PartResult> {
  const { kills, sites } = options;
  const large = sites === 0 ? 0 : Math.max(2, Math.floor(kills / 8));
  const findings: Finding[] = [];
  const rows = [await killRounds(options, 0, kills - large, findings)];
  if (large > 0) rows.push(await killRounds(options, sites, large, findings));
  return { rows, findings };
}

async function killRounds(
  { seed }: CampaignOptions,
  sites: number,
  rounds: number,
  findings: Finding[],
): Promise<PartResult['rows'][number]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-kill-'));
  const tally: Tally = { kills: 0, acknowledged: 0, lost: 0, starts: [] };
  const ledgers = Array.from({ length: writers }, () => new Ledger());
  const random = createRandom(deriveSeed(seed, `kill ${sites}`));
  const workspaces = ledgers.map(() => createUuid(random));
  const found = (what: string): void => {
    const again = toAgain('kill', { seed, kills: rounds, sites });
    findings.push({ part: 'kill', what, again });
  };
  try {
    let mock = await start(folder, tally);
    if (sites > 0) await fill(mock, sites);
    for (let round = 0; round < rounds && findings.length < 20; round += 1) {
      const signal = round % 8 === 7 ? 'SIGHUP' : 'SIGKILL';
      await writeAndKill(mock, signal, { ledgers, workspaces, random, round, sites }).catch(
        (error: unknown) => {
          if (!(error instanceof WrongAnswer)) throw error;
          found(`round ${round}: ${error.message}`);
        },
      );
      for (const bug of mock.bugs) found(`round ${round}: the log contains: ${bug}`);
      tally.kills += 1;
      mock = await start(folder, tally);
      const lost = await compare(mock, ledgers, sites);
      tally.lost += lost.length;
      if (lost.length > 0)
        found(`round ${round}, ${signal}: ${lost.length} lost, among them ${lost[0]}`);
    }
    await mock.end('SIGTERM');
  } finally {
    rmSync(folder, { recursive: true });
  }
  tally.acknowledged = ledgers.reduce((sum, ledger) => sum + ledger.acknowledged, 0);
  const { acknowledged, lost, starts } = tally;
  return {
    what: sites === 0 ? 'Kills with `--state`' : `Kills with ${sites} sites in the file`,
    how: `${tally.kills} kills (every eighth by SIGHUP), ${writers} writers, seed ${seed}`,
    result: `${acknowledged} writes acknowledged, ${lost} lost; start ${toQuantile(starts, 0.5)} ms (median), ${toQuantile(starts, 1)} ms at most`,
  };
}

async function start(folder: string, tally: Tally): Promise<MockProgram> {
  const began = performance.now();
  const mock = await startMock(['--state', 'state.json'], folder);
  tally.starts.push(Math.round(performance.now() - began));
  return mock;
}

/** Creates sites in a separate workspace without writers. */
async function fill(mock: MockProgram, count: number): Promise<void> {
  const { send, close } = createClient(mock);
  const id = '16fd2706-8baf-433b-82eb-8c7fada847da';
  const sites = Array.from({ length: count }, (_, at) => ({ name: `Site ${at}` }));
  const { status, text } = await send('PUT', '/__mock/state', { workspaces: [{ id, sites }] });
  close();
  if (status >= 300) throw new Error(`the state was refused with ${status}: ${text}`);
}

interface Round {
  ledgers: readonly Ledger[];
  workspaces: readonly string[];
  random: () => number;
  round: number;
  sites: number;
}

async function writeAndKill(
  mock: MockProgram,
  signal: NodeJS.Signals,
  { ledgers, workspaces, random, round, sites }: Round,
): Promise<void> {
  const clients = ledgers.map(() => createClient(mock));
  const writing = ledgers.map((ledger, at) => {
    const own = createRandom(deriveSeed(round, `writer ${at}`));
    const name = `${sites}-${round}-${at}`;
    return writeUntilEnd(clients[at]?.send ?? fail, own, workspaces[at] ?? '', name, ledger);
  });
  // A time for the kill, not a wait: anything may be in progress by then.
  const timer = setTimeout(
    () => mock.end(signal),
    pickInteger(random, 5, sites === 0 ? 400 : 1500),
  );
  await Promise.all(writing).finally(() => {
    clearTimeout(timer);
    for (const client of clients) client.close();
    return mock.end('SIGKILL');
  });
}

function fail(): never {
  throw new Error('no client is connected');
}

/** Lists all missing acknowledged writes, and everything that no client wrote. */
async function compare(
  mock: MockProgram,
  ledgers: readonly Ledger[],
  sites: number,
): Promise<string[]> {
  const { send, close } = createClient(mock);
  const { text } = await send('GET', '/__mock/state');
  close();
  const { workspaces }: State = JSON.parse(text);
  const all = workspaces.flatMap((workspace) => workspace.sites);
  const shown = {
    sites: new Map(all.map(({ id, name }) => [id, name])),
    routes: new Map(all.flatMap(({ routes }) => routes.map(({ id, pathname }) => [id, pathname]))),
    webhooks: new Map(
      workspaces.flatMap(({ webhooks }) => webhooks.map(({ id, url }) => [id, url])),
    ),
  };
  const lost = ledgers.flatMap((ledger) => [
    ...settle('site', ledger.sites, shown.sites),
    ...settle('route', ledger.routes, shown.routes),
    ...settle('webhook', ledger.webhooks, shown.webhooks),
  ]);
  if (sites > 0) {
    const kept = all.filter(({ name }) => name.startsWith('Site ')).length;
    if (kept !== sites) lost.push(`${sites - kept} of the ${sites} initial sites`);
  }
  const known = new Set(ledgers.flatMap((ledger) => [...ledger.sites.keys()]));
  const unanswered = new Set(ledgers.flatMap((ledger) => [...ledger.unanswered]));
  for (const [id, name] of shown.sites) {
    if (known.has(id) || unanswered.has(name) || name.startsWith('Site ')) continue;
    lost.push(`nothing, but the site ${name} exists, which no client created`);
  }
  return lost;
}

/** Compares resources, and expects the current values from now on. */
function settle(
  kind: string,
  expected: Map<string, Expected>,
  shown: ReadonlyMap<string, string>,
): string[] {
  return [...expected].flatMap(([id, { acknowledged, pending }]) => {
    const now = shown.get(id);
    expected.set(id, { acknowledged: now ?? acknowledged });
    if (now === undefined) {
      expected.delete(id);
      return [`the ${kind} ${acknowledged}`];
    }
    return now === acknowledged || now === pending
      ? []
      : [`the ${kind} that was ${acknowledged} is now ${now}`];
  });
}
