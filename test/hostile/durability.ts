import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createUuidFactory,
  pick,
  pickFraction,
  pickInteger,
  type Random,
} from '../../contract/random.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startReceiver } from '../support/receiver.ts';
import { sitesOf, webhooksOf } from '../support/test-client.ts';
import { type Bench, type Part, pause, settles, tally, toQuantile } from './campaign.ts';
import { History, nothing, type Outcome } from './history.ts';
import { type Answer, createClient, type MockProgram, startMock } from './programs.ts';

const createUuid = createUuidFactory({ 'uuid-version': 4, 'uuid-case': 'lower' });

const overlay = {
  overlay: '1.0.0',
  info: { title: 'Unique hosts and pathnames', version: '1' },
  actions: ['unique-host-url', 'unique-pathname'].map((id) => ({
    target: `$['x-assumptions']['${id}']`,
    update: { value: 'refused' },
  })),
};

interface Node {
  mock: MockProgram;
  client: ReturnType<typeof createClient>;
}

/** Mocks with the same data, which can be harmed and repaired. */
interface Cluster {
  nodes: Node[];
  send(random: Random, method: string, target: string, body?: unknown): Promise<Answer>;
  /** Ends a mock, and starts it again with the same data. */
  replace(at: number, signal: NodeJS.Signals): Promise<void>;
  /** Waits until all mocks are usable. */
  settle(): Promise<void>;
  close(): Promise<void>;
  bugs: string[];
  /** How long each start took, in milliseconds. */
  starts: number[];
}

async function startCluster(size: number, folder: string, flags: string[]): Promise<Cluster> {
  writeFileSync(path.join(folder, 'overlay.json'), JSON.stringify(overlay));
  const bugs: string[] = [];
  const starts: number[] = [];
  const start = async (): Promise<Node> => {
    const began = performance.now();
    const mock = await startMock([...flags, '--overlay', 'overlay.json'], folder);
    starts.push(Math.round(performance.now() - began));
    return { mock, client: createClient(mock, 16) };
  };
  const nodes = await Promise.all(Array.from({ length: size }, start));
  const end = async ({ mock, client }: Node, signal: NodeJS.Signals): Promise<void> => {
    const code = await mock.end(signal);
    if (signal === 'SIGTERM' && code !== 0) bugs.push(`SIGTERM ended a mock with ${code}`);
    // 503 is the correct response while the database is unavailable.
    bugs.push(...mock.bugs.filter((line) => !/"status":50[37]/.test(line)));
    client.close();
  };
  return {
    nodes,
    bugs,
    starts,
    send: (random, ...request) => pick(random, nodes).client.send(...request),
    replace: async (at, signal) => {
      const node = nodes[at];
      if (node === undefined) throw new Error(`mock ${at} not found`);
      await end(node, signal);
      for (let next: Node | undefined; next === undefined; ) {
        // A mock cannot start while the database is unavailable.
        next = await start().catch(() => pause(200).then(() => undefined));
        if (next !== undefined) nodes[at] = next;
      }
    },
    settle: async () => {
      for (const { client } of nodes)
        await settles(async () => {
          const ready = await client.send('GET', '/__mock/ready').catch(() => undefined);
          return ready?.status === 200;
        });
    },
    close: async () => {
      await Promise.all(nodes.map((node) => end(node, 'SIGTERM')));
    },
  };
}

type Harm = (random: Random, cluster: Cluster) => Promise<void>;

const anyOf = (random: Random, { nodes }: Cluster): number =>
  pickInteger(random, 0, nodes.length - 1);
const signalling =
  (signal: NodeJS.Signals): Harm =>
  (random, cluster) =>
    cluster.replace(anyOf(random, cluster), signal);

async function pauseMock(random: Random, cluster: Cluster): Promise<void> {
  const id = cluster.nodes[anyOf(random, cluster)]?.mock.processId ?? 0;
  process.kill(id, 'SIGSTOP');
  await pause(pickInteger(random, 100, 3000));
  process.kill(id, 'SIGCONT');
}

async function killDatabase(server: TestPostgres, random: Random): Promise<void> {
  await server.kill();
  await pause(pickInteger(random, 0, 1500));
  await server.start();
}

async function cutConnections({ url }: TestPostgres): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  const condition = 'from pg_stat_activity where pid <> pg_backend_pid()';
  await client.query(`select pg_terminate_backend(pid) ${condition}`);
  await client.end();
}

/** The data as the clients have seen it. */
class Knowledge {
  readonly history = new History();
  readonly workspaces: { registers: string; growing: string; claimed: string };
  readonly registers: string[] = [];
  readonly growing: string[] = [];
  /** Unique values, by the record that has them. */
  readonly claims = new Map<string, string>();
  /** Ids of acknowledged deliveries. */
  readonly deliveries = new Set<string>();
  count = 0;
  isOver = false;

  constructor(random: Random) {
    this.workspaces = {
      registers: createUuid(random, 0),
      growing: createUuid(random, 0),
      claimed: createUuid(random, 0),
    };
  }

  claim(what: string, id: string): void {
    this.history.acknowledged += 1;
    const before = this.claims.get(what);
    if (before !== undefined)
      this.history.violations.push(`${what} was given to ${before} and to ${id}`);
    this.claims.set(what, id);
  }
}

interface ShownSite {
  id: string;
  name: string;
  hostUrl: string | null;
}

const mostRegisters = 25;
const mostGrowing = 300;

/** A client that performs one action after the other, each through any of the mocks. */
class Worker {
  readonly #cluster: Cluster;
  readonly #known: Knowledge;
  readonly #random: Random;

  constructor(cluster: Cluster, knowledge: Knowledge, random: Random) {
    this.#cluster = cluster;
    this.#known = knowledge;
    this.#random = random;
  }

  async work(): Promise<void> {
    const { writeRegister, readRegisters, grow, turnPages, claimHost, claimPath, trigger } = this;
    const writes = [writeRegister, writeRegister, writeRegister, grow, claimHost, claimPath];
    const actions = [...writes, readRegisters, readRegisters, turnPages, trigger];
    while (!this.#known.isOver) {
      await pick(this.#random, actions).call(this);
      await pause(pickInteger(this.#random, 5, 40));
    }
  }

  async #ask(method: string, target: string, body?: unknown) {
    const from = performance.now();
    const { status, text } = await this.#cluster
      .send(this.#random, method, target, body)
      .catch((): Answer => ({ status: 0, text: '' }));
    if (status >= 400 && ![404, 409, 422, 503].includes(status))
      this.#known.history.violations.push(`${method} ${target} was returned ${status}: ${text}`);
    const isRefused = status >= 400 && (status < 500 || text.includes('Nothing was changed'));
    const outcome: Outcome =
      status >= 200 && status < 300 ? 'done' : isRefused ? 'refused' : 'unknown';
    const json = outcome === 'done' && text !== '' ? JSON.parse(text) : {};
    return { outcome, status, json, from, to: performance.now() };
  }

  async writeRegister(): Promise<void> {
    const { history, registers, workspaces } = this.#known;
    this.#known.count += 1;
    const value = `value-${this.#known.count}`;
    if (registers.length < mostRegisters) {
      const created = await this.#ask('POST', sitesOf(workspaces.registers), { name: value });
      const { outcome, json, from, to } = created;
      if (outcome !== 'done') return;
      registers.push(json.id);
      history.meet(json.id, from, to);
      history.write(`name of ${json.id}`, value, from, to, outcome);
      history.write(`host of ${json.id}`, nothing, from, to, outcome);
      return;
    }
    const id = pick(this.#random, registers);
    const isName = pickFraction(this.#random) < 0.5;
    const hostUrl = `https://${value}.example`;
    const body = isName ? { name: value } : { hostUrl };
    const { outcome, json, status, from, to } = await this.#ask('PATCH', `/v1/sites/${id}`, body);
    if (status === 404) history.violations.push(`${id} is lost`);
    const [written, kept] = isName ? ['name', 'host'] : ['host', 'name'];
    history.write(`${written} of ${id}`, isName ? value : hostUrl, from, to, outcome);
    if (outcome === 'done')
      history.read(`${kept} of ${id}`, isName ? (json.hostUrl ?? nothing) : json.name, from, to);
  }

  async readRegisters(): Promise<void> {
    const { history, registers, workspaces } = this.#known;
    const before = [...registers];
    const target = `${sitesOf(workspaces.registers)}?limit=100`;
    const { outcome, json, from, to } = await this.#ask('GET', target);
    if (outcome !== 'done') return;
    const data: ShownSite[] = json.data;
    const ids = data.map(({ id }) => id);
    history.checkList('registers', ids, before, from);
    for (const { id, name, hostUrl } of data) {
      // The creation of an unknown one has no response, at least not yet.
      if (!history.knows(id)) history.meet(id, 0, to);
      if (!registers.includes(id)) continue;
      history.read(`name of ${id}`, name, from, to);
      history.read(`host of ${id}`, hostUrl ?? nothing, from, to);
    }
  }

  async grow(): Promise<void> {
    const { history, growing, workspaces } = this.#known;
    if (growing.length >= mostGrowing) return;
    this.#known.count += 1;
    const isCopy = growing.length > 0 && pickFraction(this.#random) < 0.3;
    const target = isCopy
      ? `/v1/sites/${pick(this.#random, growing)}/duplicate`
      : sitesOf(workspaces.growing);
    const name = `grown-${this.#known.count}`;
    const { outcome, json, from, to } = await this.#ask('POST', target, { name });
    if (outcome === 'unknown') history.unknown += 1;
    if (outcome !== 'done') return;
    history.acknowledged += 1;
    growing.push(json.id);
    history.meet(json.id, from, to);
  }

  /** Reads a list page by page during writes. */
  async turnPages(): Promise<void> {
    const { history, growing, workspaces } = this.#known;
    const before = [...growing];
    const began = performance.now();
    const listed: string[] = [];
    for (let hasMore = true; hasMore; ) {
      if (this.#known.isOver) return;
      const after = listed.length === 0 ? '' : `&after=${listed.at(-1)}`;
      const query = `?limit=${pickInteger(this.#random, 5, 60)}${after}`;
      const { outcome, json, status } = await this.#ask('GET', sitesOf(workspaces.growing) + query);
      if (outcome === 'refused' && status !== 503) {
        history.violations.push(`a page was returned ${status}`);
        return;
      }
      if (outcome !== 'done') {
        // Without a pause, a client that is closed would refuse one request after the other forever.
        await pause(20);
        continue;
      }
      listed.push(...json.data.map(({ id }: ShownSite) => id));
      hasMore = json.hasMore;
    }
    history.reads += 1;
    history.checkList('pages', listed, before, began);
  }

  /** Several clients request the same host: only one of them gets it. */
  async claimHost(): Promise<void> {
    const hostUrl = `https://claimed-${this.#claimNumber()}.example`;
    const body = { name: 'claimed', hostUrl };
    const { outcome, json } = await this.#ask(
      'POST',
      sitesOf(this.#known.workspaces.claimed),
      body,
    );
    if (outcome === 'done') this.#known.claim(hostUrl, json.id);
  }

  async claimPath(): Promise<void> {
    const { registers } = this.#known;
    if (registers.length === 0) return;
    const site = pick(this.#random, registers.slice(0, 4));
    const pathname = `/claimed-${this.#claimNumber()}`;
    const { outcome, json } = await this.#ask('POST', `/v1/sites/${site}/routes`, { pathname });
    if (outcome === 'done') this.#known.claim(`${site}${pathname}`, json.id);
  }

  #claimNumber(): number {
    return pickInteger(this.#random, 1, 5 + Math.floor(this.#known.count / 40));
  }

  async trigger(): Promise<void> {
    if (pickFraction(this.#random) < 0.5) return;
    const event = { type: 'page.created', workspaceId: this.#known.workspaces.growing };
    const { outcome, json } = await this.#ask('POST', '/__mock/events', event);
    if (outcome !== 'done') return;
    for (const { id } of json.data) this.#known.deliveries.add(id);
  }

  /** After all writes: the state of each mock contains every claim once, and every site. */
  async checkState(filled: number): Promise<void> {
    const { history, claims, registers, growing } = this.#known;
    for (const { client } of this.#cluster.nodes) {
      await this.readRegisters();
      const { workspaces } = JSON.parse((await client.send('GET', '/__mock/state')).text);
      const sites: (ShownSite & { routes: { pathname: string }[] })[] = workspaces.flatMap(
        (workspace: { sites: unknown[] }) => workspace.sites,
      );
      const values = sites.flatMap(({ id, hostUrl, routes }) => [
        ...(hostUrl === null ? [] : [hostUrl]),
        ...routes.map(({ pathname }) => `${id}${pathname}`),
      ]);
      const unique = new Set([...values, ...sites.map(({ id }) => id)]);
      if (unique.size < values.length + sites.length)
        history.violations.push('a value exists twice');
      for (const what of [...claims.keys(), ...registers, ...growing])
        if (!unique.has(what)) history.violations.push(`${what} is lost`);
      const initial = sites.filter(({ name }) => name.startsWith('Initial ')).length;
      if (initial !== filled)
        history.violations.push(`${initial} of ${filled} initial sites exist`);
    }
  }
}

interface ShownDelivery {
  id: string;
  state: string;
  attempts: unknown[];
}

/** Returns undefined if they cannot be read at the moment. */
async function readDeliveries({ nodes }: Cluster): Promise<ShownDelivery[] | undefined> {
  const [node] = nodes;
  const answer = await node?.client.send('GET', '/__mock/deliveries').catch(() => undefined);
  return answer?.status === 200 ? JSON.parse(answer.text).data : undefined;
}

/** Whether these deliveries have ended. A mock that is stopped and started again forgets finished ones. */
async function areDelivered(cluster: Cluster, ids: ReadonlySet<string>): Promise<boolean> {
  const all = await readDeliveries(cluster);
  const isOpen = ({ id, state }: ShownDelivery) => ids.has(id) && /pending|sending/.test(state);
  return all !== undefined && !all.some(isOpen);
}

interface Attack {
  cluster: Cluster;
  clients: number;
  /** Harms by their descriptions, each as often as it should be chosen. */
  harms: readonly (readonly [description: string, harm: Harm])[];
  isEnough(count: number): boolean;
  /** The time before a harm, in milliseconds. Anything may be in progress by then. */
  between: readonly [low: number, high: number];
  /** Number of sites without writers. */
  filled?: number;
  again: Readonly<Record<string, number>>;
}

/**
 * Harms mocks while several clients write and read through all of them. Every response is recorded. In the end, each
 * record must have behaved like a register, without a lost acknowledged write, and each delivery must have been sent.
 */
async function attack(
  bench: Bench,
  purpose: string,
  chosen: Attack,
): Promise<[harms: string, result: string]> {
  const { cluster, clients, harms, isEnough, between, filled = 0 } = chosen;
  const random = bench.createRandom(purpose);
  const report = (what: string): void => bench.addFinding(what, chosen.again);
  const knowledge = new Knowledge(random);
  const { history, deliveries } = knowledge;
  const receiver = await startReceiver((response) => {
    response.writeHead(pickFraction(random) < 0.8 ? 204 : 500).end();
  });
  const countAttempts = (id: string): number =>
    receiver.received.filter(({ headers }) => headers['webhook-id'] === id).length;
  const done: string[] = [];
  try {
    const hook = { url: receiver.url, eventType: 'page.created' };
    await cluster.send(random, 'POST', webhooksOf(knowledge.workspaces.growing), hook);
    const workers = Array.from({ length: clients }, (_, at) => {
      return new Worker(cluster, knowledge, bench.createRandom(`${purpose} client ${at}`));
    });
    const working = workers.map((worker) => worker.work());
    // While nothing fails, each delivery has to be sent exactly once for each attempt.
    await settles(() => deliveries.size > 0);
    const early = new Set(deliveries);
    await settles(() => areDelivered(cluster, early));
    for (const { id, attempts } of (await readDeliveries(cluster)) ?? [])
      if (early.has(id) && countAttempts(id) !== attempts.length)
        report(`${id} was sent ${countAttempts(id)} times instead of ${attempts.length}`);
    while (!isEnough(done.length) && bench.findings() < 20) {
      await pause(pickInteger(random, ...between));
      const [description, harm] = pick(random, harms);
      await harm(random, cluster);
      done.push(description);
    }
    knowledge.isOver = true;
    await Promise.all(working);
    await cluster.settle();
    await workers[0]?.checkState(filled);
    if (!(await settles(() => areDelivered(cluster, deliveries)))) report('deliveries did not end');
    const unsent = [...deliveries].filter((id) => countAttempts(id) === 0);
    if (unsent.length > 0) report(`${unsent.length} deliveries were never sent: ${unsent[0]}`);
  } finally {
    knowledge.isOver = true;
    await cluster.close();
    await receiver.close();
  }
  for (const bug of cluster.bugs) report(`the log contains: ${bug}`);
  for (const violation of history.judge().slice(0, 20)) report(violation);
  const { acknowledged, unknown, refused, reads } = history;
  return [
    tally(done),
    `${acknowledged} writes acknowledged, ${unknown} of unknown outcome, ${refused} refused, ${reads} values read, ${deliveries.size} deliveries`,
  ];
}

/** Kills a mock with `--state` again and again, first with a small file, then with one that contains many sites. */
export const kill: Part = async (bench) => {
  const { kills, sites, folder } = bench;
  const large = sites === 0 ? 0 : Math.max(2, Math.floor(kills / 8));
  const rounds: [filled: number, kills: number][] = [[0, kills - large]];
  if (large > 0) rounds.push([sites, large]);
  const rows = [];
  for (const [filled, count] of rounds) {
    const cluster = await startCluster(1, folder, ['--state', `state-${filled}.json`]);
    if (filled > 0) {
      const names = Array.from({ length: filled }, (_, at) => ({ name: `Initial ${at}` }));
      const id = createUuid(bench.createRandom('fill'), 0);
      const state = { workspaces: [{ id, sites: names }] };
      await cluster.nodes[0]?.client.send('PUT', '/__mock/state', state);
    }
    const [harms, result] = await attack(bench, `kill ${filled}`, {
      cluster,
      clients: 12,
      filled,
      again: { kills: count, sites: filled },
      harms: [
        ...Array(7).fill(['SIGKILL', signalling('SIGKILL')] as const),
        ['SIGHUP', signalling('SIGHUP')],
      ],
      isEnough: (killed) => killed >= count,
      between: [5, filled === 0 ? 400 : 1500],
    });
    const median = toQuantile(cluster.starts, 0.5);
    const slowest = toQuantile(cluster.starts, 1);
    rows.push({
      what: filled === 0 ? 'Kills with `--state`' : `Kills with ${filled} sites in the file`,
      how: `${harms}; 12 clients, seed ${bench.seed}`,
      result: `${result}; start ${median} ms (median), ${slowest} ms at most`,
    });
  }
  return rows;
};

/** Attacks three mocks with one database, and the database. */
export const store: Part = async (bench) => {
  const what = 'Mocks with one store';
  if (findPostgres() === undefined) {
    const result = 'skipped: PostgreSQL was not found; install the package postgresql';
    console.error(`store: ${result}`);
    return [{ what, how: '–', result }];
  }
  const { minutes, folder } = bench;
  const server = await startPostgres();
  const cluster = await startCluster(3, folder, ['--store', `${server.url}?connect_timeout=60`]);
  const end = performance.now() + minutes * 60_000;
  const harms: [string, number, Harm][] = [
    ['a mock was killed', 3, signalling('SIGKILL')],
    ['a mock was stopped', 1, signalling('SIGTERM')],
    ['a mock was paused', 2, pauseMock],
    ['the database was killed', 2, (random) => killDatabase(server, random)],
    ['all connections were cut', 2, () => cutConnections(server)],
  ];
  const [harmed, result] = await attack(bench, 'store', {
    cluster,
    clients: 6,
    again: { minutes },
    harms: harms.flatMap(([description, weight, harm]) => Array(weight).fill([description, harm])),
    isEnough: () => performance.now() > end,
    between: [200, 4000],
  });
  await server.close();
  const how = `3 mocks on PostgreSQL, 6 clients, ${minutes} min, ${harmed}, seed ${bench.seed}`;
  return [{ what, how, result }];
};
