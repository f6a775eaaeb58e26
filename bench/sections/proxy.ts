import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../contract/index.ts';
import { findPort } from '../../test/support/find-port.ts';
import type { Context } from '../context.ts';
import { readProcessorTime } from '../machine/process-usage.ts';
import { type RunningServer, startServer, waitForAnswer } from '../machine/start-server.ts';
import type { Section } from '../report/section.ts';
import { toSpread, writeSpread } from '../report/spread.ts';
import { toHeaders, type WorkRequest } from '../works/work.ts';

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const list = `/v1/workspaces/${workspace}/sites`;
const works: readonly { id: string; title: string; request: WorkRequest }[] = [
  { id: 'list', title: 'List of 20 sites', request: { method: 'GET', path: `${list}?limit=20` } },
  {
    id: 'create',
    title: 'Create a site',
    request: { method: 'POST', path: list, body: { name: 'Harbour Café', locale: 'en-GB' } },
  },
];

interface Proxy {
  id: string;
  title: string;
  toArguments(port: number, upstream: number, context: Context): readonly string[];
}

const plain: Proxy = {
  id: 'plain',
  title: 'plain `node:http` proxy',
  toArguments: (port, upstream) => ['bench/servers/plain-proxy.mjs', `${port}`, `${upstream}`],
};
const own: Proxy = {
  id: 'own',
  title: '`site-contract proxy`',
  toArguments: (port, upstream) => [
    path.resolve('dist/cli/main.js'),
    ...['proxy', `http://127.0.0.1:${upstream}`, '--port', `${port}`],
  ],
};
const prismProgram = path.resolve('node_modules/@stoplight/prism-cli/dist/index.js');
const prism: Proxy = {
  id: 'prism',
  title: '`prism proxy`',
  toArguments: (port, upstream, { document }) => [
    prismProgram,
    ...['proxy', '--port', `${port}`, '--verboseLevel', 'silent', document],
    `http://127.0.0.1:${upstream}`,
  ],
};

/** Processor time for each request, by round. */
type Costs = Map<string, number[]>;

/** Compares the cost of a validating proxy with that of a plain one and of Prism's. */
export async function measureProxy(context: Context): Promise<Section[]> {
  const proxies = [plain, own, ...(existsSync(prismProgram) ? [prism] : [])];
  const upstream = await startUpstream(context);
  const started: { proxy: Proxy; port: number; server: RunningServer }[] = [];
  try {
    for (const proxy of proxies) started.push(await startProxy(proxy, upstream.port, context));
    const costs: Costs = new Map();
    for (const { id, title, request } of works) {
      context.note(`Proxies: ${title}`);
      for (let round = -1; round < context.effort.rounds; round += 1) {
        for (const { proxy, port, server } of round % 2 === 0 ? started : [...started].reverse()) {
          const cost = await measureCost(server, port, request, context, round === -1);
          const key = `${id} ${proxy.id}`;
          if (round >= 0 && cost !== undefined) costs.set(key, [...(costs.get(key) ?? []), cost]);
        }
      }
    }
    return [toSection(proxies, costs)];
  } finally {
    for (const { server } of started) await server.stop();
    await upstream.server.stop();
  }
}

/** Raw `node:http` with valid responses, so that each proxy validates all of them. */
async function startUpstream(context: Context): Promise<{ port: number; server: RunningServer }> {
  const port = await findPort();
  const site = readExample('createSite');
  const page = { data: Array.from({ length: 20 }, () => site), hasMore: true };
  const toReply = (body: unknown) => ({
    status: 201,
    mediaType: 'application/json',
    body: JSON.stringify(body),
  });
  const file = path.join(context.folder, 'upstream.json');
  writeFileSync(file, JSON.stringify({ GET: toReply(page), POST: toReply(site) }));
  const argv = ['bench/servers/raw-http.mjs', String(port), file];
  // The upstream shares the processor of the load, so that a proxy has one to itself.
  const { placement } = context;
  const server = startServer(argv, placement && { ...placement, server: placement.load });
  await waitUntilAnswers(port, server);
  return { port, server };
}

function readExample(operation: string): unknown {
  const replies = contract.operations.find(({ id }) => id === operation)?.replies ?? [];
  return replies.flatMap(({ examples }) => [...examples])[0];
}

async function startProxy(proxy: Proxy, upstream: number, context: Context) {
  const port = await findPort();
  const server = startServer(proxy.toArguments(port, upstream, context), context.placement);
  await waitUntilAnswers(port, server);
  return { proxy, port, server };
}

function waitUntilAnswers(port: number, server: RunningServer): Promise<void> {
  const url = `http://127.0.0.1:${port}${list}?limit=20`;
  return waitForAnswer({ url, headers: toHeaders(false) }, server.isAlive);
}

/** Returns the processor time of a request, in milliseconds. */
async function measureCost(
  server: RunningServer,
  port: number,
  request: WorkRequest,
  { load, effort }: Context,
  isWarmUp: boolean,
): Promise<number | undefined> {
  const before = readProcessorTime(server.processId);
  const { requests, failed } = await load.run({
    port,
    requests: [request],
    expects: 'success',
    connections: effort.connections,
    seconds: isWarmUp ? effort.warmUpSeconds : effort.seconds,
  });
  const after = readProcessorTime(server.processId);
  if (failed > 0 || before === undefined || after === undefined || requests === 0) return undefined;
  return (after - before) / requests;
}

function toSection(proxies: readonly Proxy[], costs: Costs): Section {
  const toRatios = (work: string, proxy: Proxy): number[] => {
    const reference = costs.get(`${work} ${plain.id}`) ?? [];
    return (costs.get(`${work} ${proxy.id}`) ?? []).flatMap((cost, round) => {
      const other = reference[round];
      return other === undefined ? [] : [cost / other];
    });
  };
  return {
    title: 'A validating proxy',
    about: [
      'Processor time of the proxy per request, in front of raw `node:http`, which returns a valid page or site immediately. `site-contract proxy` and Prism validate each request and each response; the plain proxy only forwards them.',
    ],
    table: {
      columns: ['', 'work', 'CPU per request, µs', 'relative to the plain proxy'],
      rows: works.flatMap(({ id, title }) =>
        proxies.map((proxy) => [
          proxy.title,
          title,
          writeSpread(toSpread(costs.get(`${id} ${proxy.id}`) ?? []), (value) =>
            (value * 1000).toFixed(0),
          ),
          writeSpread(toSpread(toRatios(id, proxy)), (value) => value.toFixed(2)),
        ]),
      ),
    },
    goals: works.map(({ id, title }) => {
      const ratios = toRatios(id, own);
      return {
        title: `${title}: CPU, relative to a plain proxy`,
        goal: { atMost: 2 },
        measured: ratios.length === 0 ? undefined : toSpread(ratios).median,
      };
    }),
  };
}
