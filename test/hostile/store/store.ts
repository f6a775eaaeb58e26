import {
  createRandom,
  createUuid,
  deriveSeed,
  pickInteger,
} from '../../../conformance/runner/probes.ts';
import { findPostgres } from '../../support/postgres.ts';
import { startReceiver } from '../../support/receiver.ts';
import { type CampaignOptions, type Finding, type PartResult, toAgain } from '../campaign.ts';
import { type Shared, work } from './client.ts';
import { pause, startCluster } from './cluster.ts';
import { History } from './history.ts';

const clients = 6;

/** The share of time without damage, in which each delivery has to be sent exactly once. */
const calm = 0.1;

/**
 * Kills mocks and the database that they share while several clients write and read through all of them. Every response
 * is recorded. In the end, each record must have behaved like a register, without a lost acknowledged write.
 */
export async function attackStore({ seed, minutes }: CampaignOptions): Promise<PartResult> {
  if (findPostgres() === undefined) {
    const result = 'skipped: PostgreSQL was not found; install the package postgresql';
    console.error(`store: ${result}`);
    return { rows: [{ what: 'Mocks with one store', how: '–', result }], findings: [] };
  }
  const random = createRandom(deriveSeed(seed, 'store'));
  const receiver = await startReceiver((response) => {
    const isWell = random() < 0.8;
    response.writeHead(isWell ? 204 : 500).end();
  });
  const cluster = await startCluster(3);
  const shared: Shared = {
    cluster,
    history: new History(),
    workspaces: {
      registers: createUuid(random),
      growing: createUuid(random),
      claimed: createUuid(random),
    },
    registers: [],
    growing: [],
    claims: new Map(),
    deliveries: new Set(),
    count: 0,
    isOver: false,
  };
  const findings: Finding[] = [];
  const found = (what: string): void => {
    findings.push({ part: 'store', what, again: toAgain('store', { seed, minutes }) });
  };
  const { history, deliveries } = shared;
  const harms: string[] = [];
  const attempts = (): Map<string, number> => countAttempts(receiver.received);
  try {
    const body = { url: receiver.url, eventType: 'page.created' };
    const webhooks = `/v1/workspaces/${shared.workspaces.growing}/webhooks`;
    const { status, text } = await cluster.send(0, 'POST', webhooks, body);
    if (status !== 201) throw new Error(`the webhook was refused with ${status}: ${text}`);
    const working = Array.from({ length: clients }, (_, at) =>
      work(shared, createRandom(deriveSeed(seed, `client ${at}`))),
    );
    const end = performance.now() + minutes * 60_000;
    await pause(calm * minutes * 60_000);
    const early = new Set(deliveries);
    await until(() => isDelivered(shared, early), 300_000);
    const exactly = new Map(await readDeliveries(shared));
    const sent = attempts();
    for (const id of early) {
      const tried = exactly.get(id)?.attempts.length;
      if (tried !== undefined && sent.get(id) !== tried)
        found(
          `${id} was sent ${sent.get(id)} times instead of ${tried}, although nothing had failed`,
        );
    }
    while (performance.now() < end && findings.length < 20) {
      await pause(pickInteger(random, 200, 4000));
      harms.push(await cluster.harm(random));
    }
    shared.isOver = true;
    await Promise.all(working);
    await cluster.settle();
    await readEverything(shared);
    const isDone = await until(() => isDelivered(shared, deliveries), 300_000);
    const all = new Map(await readDeliveries(shared));
    const open = [...deliveries].filter((id) => isOpen(all.get(id)?.state));
    if (!isDone) found(`${open.length} deliveries did not end, such as ${open[0]}`);
    const counts = attempts();
    const unsent = [...deliveries].filter((id) => !counts.has(id));
    if (unsent.length > 0)
      found(`${unsent.length} deliveries were never sent, such as ${unsent[0]}`);
  } finally {
    shared.isOver = true;
    await cluster.close();
    await receiver.close();
  }
  for (const bug of cluster.bugs) found(`the log contains: ${bug}`);
  for (const violation of history.judge().slice(0, 20)) found(violation);
  const { acknowledged, unknown, refused, reads } = history;
  return {
    rows: [
      {
        what: 'Mocks with one store',
        how: `3 mocks on PostgreSQL, ${clients} clients, ${minutes} min, ${describeHarms(harms)}, seed ${seed}`,
        result: `${acknowledged} writes acknowledged, ${unknown} of unknown outcome, ${refused} refused, ${reads} values read; ${deliveries.size} deliveries; ${findings.length === 0 ? 'linearizable, nothing lost' : `${findings.length} findings`}`,
      },
    ],
    findings,
  };
}

interface ShownDelivery {
  id: string;
  state: string;
  attempts: unknown[];
}

async function readDeliveries({ cluster }: Shared): Promise<[string, ShownDelivery][]> {
  const { text } = await cluster.send(0, 'GET', '/__mock/deliveries').catch(() => ({ text: '' }));
  const { data = [] }: { data?: ShownDelivery[] } = text === '' ? {} : JSON.parse(text);
  return data.map((delivery) => [delivery.id, delivery]);
}

/** Whether all deliveries have ended. Finished ones may already be deleted. */
async function isDelivered(shared: Shared, ids: ReadonlySet<string>): Promise<boolean> {
  const all = await readDeliveries(shared);
  return all.length > 0 && all.every(([id, { state }]) => !ids.has(id) || !isOpen(state));
}

function isOpen(state: string | undefined): boolean {
  return state === 'pending' || state === 'sending';
}

/** Reads through each mock, after all writes. */
async function readEverything(shared: Shared): Promise<void> {
  const { cluster, history, registers, workspaces, claims } = shared;
  for (let at = 0; at < cluster.size; at += 1) {
    const from = performance.now();
    const target = `/v1/workspaces/${workspaces.registers}/sites?limit=100`;
    const { text } = await cluster.send(at, 'GET', target);
    const to = performance.now();
    const { data }: { data: { id: string; name: string; hostUrl: string | null }[] } =
      JSON.parse(text);
    history.checkList(
      'final registers',
      data.map(({ id }) => id),
      registers,
      from,
    );
    for (const { id, name, hostUrl } of data) {
      if (!registers.includes(id)) continue;
      history.read(`name of ${id}`, name, from, to);
      history.read(`host of ${id}`, hostUrl ?? 'nothing', from, to);
    }
    const state = await cluster.send(at, 'GET', '/__mock/state');
    checkClaims(JSON.parse(state.text), claims, history);
  }
}

interface State {
  workspaces: { sites: { id: string; hostUrl: string | null; routes: { pathname: string }[] }[] }[];
}

function checkClaims({ workspaces }: State, claims: Map<string, string>, history: History): void {
  const taken = new Set<string>();
  const take = (what: string): void => {
    if (taken.has(what)) history.violations.push(`${what} exists twice`);
    taken.add(what);
  };
  for (const { sites } of workspaces) {
    for (const { id, hostUrl, routes } of sites) {
      if (hostUrl !== null) take(hostUrl);
      for (const { pathname } of routes) take(`${id}${pathname}`);
    }
  }
  for (const what of claims.keys())
    if (!taken.has(what)) history.violations.push(`${what} is lost`);
}

function countAttempts(
  received: readonly { headers: NodeJS.Dict<string | string[]> }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { headers } of received) {
    const id = String(headers['webhook-id']);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

async function until(isSo: () => Promise<boolean>, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) return false;
    await pause(300);
  }
  return true;
}

function describeHarms(harms: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const harm of harms) counts.set(harm, (counts.get(harm) ?? 0) + 1);
  return Array.from(counts, ([harm, count]) => `${count} times ${harm}`).join(', ');
}
