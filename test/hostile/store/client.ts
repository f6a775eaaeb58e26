import { pickInteger } from '../../../conformance/runner/probes.ts';
import type { Answer } from '../control-client.ts';
import { pick, type Random } from '../mutations.ts';
import { type Cluster, pause } from './cluster.ts';
import { type History, nothing, type Outcome } from './history.ts';

interface ShownSite {
  id: string;
  name: string;
  hostUrl: string | null;
}

/** The state that all clients of the store share. */
export interface Shared {
  cluster: Cluster;
  history: History;
  workspaces: { registers: string; growing: string; claimed: string };
  registers: string[];
  growing: string[];
  /** Unique values, by the record that has them. */
  claims: Map<string, string>;
  /** Ids of acknowledged deliveries. */
  deliveries: Set<string>;
  count: number;
  isOver: boolean;
}

const mostRegisters = 25;
const mostGrowing = 300;

/** Performs one action after the other, each through any of the mocks. */
export async function work(shared: Shared, random: Random): Promise<void> {
  const actions = [
    writeRegister,
    writeRegister,
    writeRegister,
    readRegisters,
    readRegisters,
    grow,
    turnPages,
    claimHost,
    claimPath,
    trigger,
  ];
  while (!shared.isOver) {
    await pick(random, actions)(shared, random);
    await pause(pickInteger(random, 5, 40));
  }
}

interface Asked {
  outcome: Outcome;
  status: number;
  text: string;
  from: number;
  to: number;
}

async function ask(
  { cluster, history }: Shared,
  random: Random,
  method: string,
  target: string,
  body?: unknown,
): Promise<Asked> {
  const from = performance.now();
  const at = pickInteger(random, 0, cluster.size - 1);
  const answer = await cluster
    .send(at, method, target, body)
    .catch((): Answer => ({ status: 0, text: '' }));
  const { status, text } = answer;
  if (status === 500 || (status >= 400 && ![404, 409, 422, 503].includes(status)))
    history.violations.push(`${method} ${target} was returned ${status}: ${text}`);
  return { outcome: toOutcome(answer), status, text, from, to: performance.now() };
}

function toOutcome({ status, text }: Answer): Outcome {
  if (status >= 200 && status < 300) return 'done';
  return status >= 400 && (status < 500 || text.includes('Nothing was changed'))
    ? 'refused'
    : 'unknown';
}

async function writeRegister(shared: Shared, random: Random): Promise<void> {
  const { history, registers, workspaces } = shared;
  shared.count += 1;
  const value = `value-${shared.count}`;
  if (registers.length < mostRegisters) {
    const target = `/v1/workspaces/${workspaces.registers}/sites`;
    const { outcome, text, from, to } = await ask(shared, random, 'POST', target, { name: value });
    if (outcome !== 'done') return;
    const { id } = JSON.parse(text);
    if (!registers.includes(id)) registers.push(id);
    history.meet(id, from, to);
    history.write(`name of ${id}`, value, from, to, outcome);
    history.write(`host of ${id}`, nothing, from, to, outcome);
    return;
  }
  const id = pick(random, registers);
  const isName = random() < 0.5;
  const hostUrl = `https://${value}.example`;
  const body = isName ? { name: value } : { hostUrl };
  const asked = await ask(shared, random, 'PATCH', `/v1/sites/${id}`, body);
  const { outcome, text, status, from, to } = asked;
  if (status === 404) history.violations.push(`${id} is lost`);
  const [own, other] = isName ? ['name', 'host'] : ['host', 'name'];
  history.write(`${own} of ${id}`, isName ? value : hostUrl, from, to, outcome);
  if (outcome !== 'done') return;
  const site: ShownSite = JSON.parse(text);
  history.read(`${other} of ${id}`, isName ? (site.hostUrl ?? nothing) : site.name, from, to);
}

async function readRegisters(shared: Shared, random: Random): Promise<void> {
  const { history, registers, workspaces } = shared;
  const target = `/v1/workspaces/${workspaces.registers}/sites?limit=100`;
  const known = [...registers];
  const { outcome, text, from, to } = await ask(shared, random, 'GET', target);
  if (outcome !== 'done') return;
  const { data }: { data: ShownSite[] } = JSON.parse(text);
  history.checkList(
    'registers',
    data.map(({ id }) => id),
    known,
    from,
  );
  for (const { id, name, hostUrl } of data) {
    if (!history.knows(id)) {
      // Its creation has no response, at least not yet.
      history.meet(id, 0, to);
      continue;
    }
    if (!registers.includes(id)) continue;
    history.read(`name of ${id}`, name, from, to);
    history.read(`host of ${id}`, hostUrl ?? nothing, from, to);
  }
}

async function grow(shared: Shared, random: Random): Promise<void> {
  const { history, growing, workspaces } = shared;
  if (growing.length >= mostGrowing) return;
  shared.count += 1;
  const name = `grown-${shared.count}`;
  const original = growing.length > 0 && random() < 0.3 ? pick(random, growing) : undefined;
  const target =
    original === undefined
      ? `/v1/workspaces/${workspaces.growing}/sites`
      : `/v1/sites/${original}/duplicate`;
  const { outcome, text, from, to } = await ask(shared, random, 'POST', target, { name });
  if (outcome === 'unknown') history.unknown += 1;
  if (outcome !== 'done') return;
  history.acknowledged += 1;
  const { id } = JSON.parse(text);
  growing.push(id);
  history.meet(id, from, to);
}

/** Reads a list page by page during writes. */
async function turnPages(shared: Shared, random: Random): Promise<void> {
  const { history, growing, workspaces } = shared;
  const known = [...growing];
  const began = performance.now();
  const shown: string[] = [];
  for (;;) {
    const limit = pickInteger(random, 5, 60);
    const last = shown.at(-1);
    const after = last === undefined ? '' : `&after=${last}`;
    const target = `/v1/workspaces/${workspaces.growing}/sites?limit=${limit}${after}`;
    const { outcome, text, status } = await ask(shared, random, 'GET', target);
    if (status === 0 || status === 503) continue;
    if (outcome !== 'done') {
      history.violations.push(`a page was returned ${status}: ${text}`);
      return;
    }
    const { data, hasMore }: { data: ShownSite[]; hasMore: boolean } = JSON.parse(text);
    shown.push(...data.map(({ id }) => id));
    if (!hasMore) break;
    if (shared.isOver) return;
  }
  history.reads += 1;
  history.checkList('pages', shown, known, began);
}

/** Several clients request the same host: only one of them gets it. */
async function claimHost(shared: Shared, random: Random): Promise<void> {
  const { workspaces } = shared;
  const hostUrl = `https://claimed-${pickInteger(random, 1, 5 + Math.floor(shared.count / 40))}.example`;
  const target = `/v1/workspaces/${workspaces.claimed}/sites`;
  const { outcome, text } = await ask(shared, random, 'POST', target, { name: 'claimed', hostUrl });
  if (outcome === 'done') claim(shared, hostUrl, JSON.parse(text).id);
}

async function claimPath(shared: Shared, random: Random): Promise<void> {
  const { registers } = shared;
  if (registers.length === 0) return;
  const site = pick(random, registers.slice(0, 4));
  const pathname = `/claimed-${pickInteger(random, 1, 5 + Math.floor(shared.count / 40))}`;
  const target = `/v1/sites/${site}/routes`;
  const body = { pathname, localizedVariants: [] };
  const { outcome, text } = await ask(shared, random, 'POST', target, body);
  if (outcome === 'done') claim(shared, `${site}${pathname}`, JSON.parse(text).id);
}

function claim({ claims, history }: Shared, what: string, id: string): void {
  history.acknowledged += 1;
  const before = claims.get(what);
  if (before !== undefined) history.violations.push(`${what} was given to ${before} and to ${id}`);
  claims.set(what, id);
}

async function trigger(shared: Shared, random: Random): Promise<void> {
  const { workspaces, deliveries } = shared;
  if (random() < 0.5) return;
  const body = { type: 'page.created', workspaceId: workspaces.growing };
  const { outcome, text } = await ask(shared, random, 'POST', '/__mock/events', body);
  if (outcome !== 'done') return;
  const { data }: { data: { id: string }[] } = JSON.parse(text);
  for (const { id } of data) deliveries.add(id);
}
