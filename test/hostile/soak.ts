import { connect } from 'node:net';
import { pick, pickFraction, pickInteger, type Random } from '../../contract/random.ts';
import { startReceiver } from '../support/receiver.ts';
import { sitesOf, webhooksOf, workspace } from '../support/test-client.ts';
import { type Part, settles, toMegabytes, toQuantile } from './campaign.ts';
import {
  adminToken,
  countDescriptors,
  createClient,
  type MockProgram,
  readMemory,
  type Send,
  startMock,
} from './programs.ts';

const clients = 8;
const sessions = ['default', 'a', 'b', 'c', 'd'];
/** How much larger the memory may be in the last third of the time than in the second, in bytes. */
const slack = 40_000_000;

/**
 * Uses every operation for minutes: sessions, resets, events to receivers that respond, fail, hang and disconnect, and
 * readers of the event stream, some of which never read. Memory must not grow, and descriptors must be released.
 */
export const soak: Part = async ({ minutes, folder, addFinding, createRandom }) => {
  const report = (what: string): void => addFinding(what, { minutes });
  const receiver = await startHookReceiver();
  const mock = await startMock(['--state', 'state.json'], folder);
  const before = countDescriptors(mock.processId);
  const end = performance.now() + minutes * 60_000;
  const isOver = (): boolean => performance.now() > end || !mock.isAlive();
  const readers = Array.from({ length: 10 }, (_, index) => openReader(mock, index % 2 === 0));
  const memory: number[] = [];
  const sample = (): unknown => memory.push(readMemory(mock.processId));
  const sampling = setInterval(sample, Math.min(1000, minutes * 3000));
  const latencies = new Latencies();
  const use = { mock, receiverUrl: receiver.url, isOver, latencies, report };
  await Promise.all(
    Array.from({ length: clients }, (_, index) => useMock(use, createRandom(`soak ${index}`))),
  );
  clearInterval(sampling);
  for (const reader of readers) reader.destroy();
  await receiver.close();
  await settles(() => countDescriptors(mock.processId) <= before + 5);
  const after = countDescriptors(mock.processId);
  if (!mock.isAlive()) report(`the process ended:\n${mock.tail()}`);
  for (const bug of mock.bugs) report(`the log contains: ${bug}`);
  if (after > before + 5) report(`${after} descriptors open at the end, ${before} at the start`);
  const { middle, last } = summarise(memory);
  if (minutes >= 2 && last > middle * 1.1 + slack)
    report(`the memory grew from ${toMegabytes(middle)} to ${toMegabytes(last)}`);
  await mock.end('SIGKILL');
  return [
    {
      what: 'Soak of all operations',
      how: `${minutes} minutes, ${clients} clients, ${sessions.length} sessions, 10 readers of events (5 stalled), webhooks to receivers that respond, fail, hang and disconnect`,
      result: `${latencies.requests} requests, ${receiver.received.length} deliveries; memory ${toMegabytes(middle)} in the second third, ${toMegabytes(last)} in the last; descriptors ${before} before, ${after} after; latency ${latencies.show(0.5)} ms (median), ${latencies.show(0.99)} ms (99th percentile)`,
    },
  ];
};

/** Starts a receiver that responds, fails, disconnects or hangs, as the path says. */
async function startHookReceiver() {
  const statuses: Record<string, number> = { '/good': 204, '/broken': 500, '/gone': 410 };
  const receiver = await startReceiver((response, number) => {
    const { path: target = '' } = receiver.received[number] ?? {};
    const path = target.replace('/hook', '');
    const status = statuses[path];
    if (status !== undefined) response.writeHead(status).end();
    else if (path === '/resets') response.socket?.resetAndDestroy();
  });
  return receiver;
}

/** How long requests took. A sample of limited size, however long it runs. */
class Latencies {
  requests = 0;
  readonly #milliseconds: number[] = [];

  add(milliseconds: number, random: Random): void {
    const isFull = this.requests >= mostLatencies;
    const index = isFull ? Math.floor(pickFraction(random) * mostLatencies) : this.requests;
    this.#milliseconds[index] = milliseconds;
    this.requests += 1;
  }

  show(quantile: number): string {
    return toQuantile(this.#milliseconds, quantile).toFixed(1);
  }
}

const mostLatencies = 100_000;

interface Use {
  mock: MockProgram;
  receiverUrl: string;
  isOver: () => boolean;
  latencies: Latencies;
  report: (what: string) => void;
}

/** Uses every operation as one client until the time is over. */
async function useMock(
  { mock, receiverUrl, isOver, latencies, report }: Use,
  random: Random,
): Promise<void> {
  const { send, close } = createClient(mock);
  while (!isOver()) {
    const session = { 'X-Mock-Session': pick(random, sessions) };
    const timed: Send = async (method, target, body, headers = session) => {
      const began = performance.now();
      const answer = await send(method, target, body, headers);
      latencies.add(performance.now() - began, random);
      if (answer.status >= 500) report(`${method} ${target} returned ${answer.status}`);
      return answer;
    };
    try {
      await useOnce(timed, random, receiverUrl);
    } catch (error) {
      if (!isOver()) report(`a request failed: ${String(error)}`);
      break;
    }
  }
  close();
}

/** The usual memory in the second and the last third of the time. The first third is the warm-up. */
function summarise(memory: readonly number[]): { middle: number; last: number } {
  const third = Math.floor(memory.length / 3);
  return {
    middle: toQuantile(memory.slice(third, 2 * third), 0.5),
    last: toQuantile(memory.slice(2 * third), 0.5),
  };
}

async function useOnce(send: Send, random: Random, receiver: string): Promise<void> {
  const idOf = async (target: string, body: object): Promise<string> =>
    JSON.parse((await send('POST', target, body)).text).id;
  const { text } = await send('GET', `${sitesOf()}?limit=100`);
  const { data }: { data: { id: string }[] } = JSON.parse(text);
  const siteId = await idOf(sitesOf(), { name: `Site ${random.next()}`, locale: 'en-GB' });
  const site = `/v1/sites/${siteId}`;
  await send('PATCH', site, { hostUrl: `https://${random.next()}.example` });
  await send('PATCH', site, { hostUrl: 1 });
  const localizedVariants = [{ locale: 'de-DE', pathname: '/b' }];
  const routeId = await idOf(`${site}/routes`, { pathname: '/a', localizedVariants });
  await send('PATCH', `/v1/routes/${routeId}`, { pathname: '/c' });
  await send('POST', `${site}/duplicate`, {});
  const snapshot = `/__mock/snapshots/s${pickInteger(random, 0, 9)}`;
  const kinds = ['good', 'good', 'broken', 'gone', 'hangs', 'resets'];
  const hook = { url: `${receiver}/${pick(random, kinds)}`, eventType: 'site.published' };
  const event = { type: 'site.published', workspaceId: workspace, data: { siteId } };
  const rare: [share: number, method: string, target: string, body?: object][] = [
    [0.05, 'POST', webhooksOf(), hook],
    [0.1, 'POST', '/__mock/events', event],
    [0.05, 'PUT', snapshot],
    [0.05, 'POST', `${snapshot}/restore`],
    [0.05, 'GET', '/__mock/requests?limit=50'],
    [0.05, 'GET', '/__mock/deliveries'],
    [data.length >= 100 ? 1 : 0.01, 'POST', '/__mock/reset'],
  ];
  for (const [share, method, target, body] of rare)
    if (pickFraction(random) < share) await send(method, target, body);
}

/** Reads the event stream, or opens it and never reads. */
function openReader({ port }: MockProgram, reads: boolean) {
  const socket = connect({ host: '127.0.0.1', port });
  const head = ['GET /__mock/requests/stream HTTP/1.1', `Host: 127.0.0.1:${port}`];
  socket.write([...head, `Authorization: Bearer ${adminToken}`, '', ''].join('\r\n'));
  if (reads) socket.resume();
  else socket.pause();
  socket.on('error', () => undefined);
  return socket;
}
