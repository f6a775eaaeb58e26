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
export const soak: Part = async ({ minutes, folder, found, createRandom }) => {
  const report = (what: string): void => found(what, { minutes });
  const statuses: Record<string, number> = { '/good': 204, '/broken': 500, '/gone': 410 };
  const receiver = await startReceiver((response, number) => {
    const { path: target = '' } = receiver.received[number] ?? {};
    const path = target.replace('/hook', '');
    const status = statuses[path];
    if (status !== undefined) response.writeHead(status).end();
    else if (path === '/resets') response.socket?.resetAndDestroy();
  });
  const mock = await startMock(['--state', 'state.json'], folder);
  const before = countDescriptors(mock.processId);
  const end = performance.now() + minutes * 60_000;
  const isOver = (): boolean => performance.now() > end || !mock.isAlive();
  const memory: number[] = [];
  const latencies: number[] = [];
  let requests = 0;
  const readers = Array.from({ length: 10 }, (_, at) => openReader(mock, at % 2 === 0));
  const sample = (): void => {
    memory.push(readMemory(mock.processId));
  };
  const sampling = setInterval(sample, Math.min(1000, minutes * 3000));

  const useEverything = async (random: Random): Promise<void> => {
    const { send, close } = createClient(mock);
    while (!isOver()) {
      const session = { 'X-Mock-Session': pick(random, sessions) };
      const timed: Send = async (method, target, body, headers = session) => {
        const began = performance.now();
        const answer = await send(method, target, body, headers);
        // A sample of limited size, however long it runs.
        const number = requests < 100_000 ? requests : Math.floor(pickFraction(random) * 100_000);
        latencies[number] = performance.now() - began;
        requests += 1;
        if (answer.status >= 500) report(`${method} ${target} returned ${answer.status}`);
        return answer;
      };
      try {
        await useOnce(timed, random, receiver.url);
      } catch (error) {
        if (!isOver()) report(`a request failed: ${String(error)}`);
        break;
      }
    }
    close();
  };
  await Promise.all(
    Array.from({ length: clients }, (_, at) => useEverything(createRandom(`soak ${at}`))),
  );
  clearInterval(sampling);
  for (const reader of readers) reader.destroy();
  await receiver.close();
  await settles(() => countDescriptors(mock.processId) <= before + 5);
  const after = countDescriptors(mock.processId);
  if (!mock.isAlive()) report(`the process ended:\n${mock.tail()}`);
  for (const bug of mock.bugs) report(`the log contains: ${bug}`);
  if (after > before + 5) report(`${after} descriptors open at the end, ${before} at the start`);
  // The first third is the warm-up.
  const third = Math.floor(memory.length / 3);
  const middle = toQuantile(memory.slice(third, 2 * third), 0.5);
  const last = toQuantile(memory.slice(2 * third), 0.5);
  if (minutes >= 2 && last > middle * 1.1 + slack)
    report(`the memory grew from ${toMegabytes(middle)} to ${toMegabytes(last)}`);
  await mock.end('SIGKILL');
  const median = toQuantile(latencies, 0.5).toFixed(1);
  const slow = toQuantile(latencies, 0.99).toFixed(1);
  return [
    {
      what: 'Soak of all operations',
      how: `${minutes} minutes, ${clients} clients, ${sessions.length} sessions, 10 readers of events (5 stalled), webhooks to receivers that respond, fail, hang and disconnect`,
      result: `${requests} requests, ${receiver.received.length} deliveries; memory ${toMegabytes(middle)} in the second third, ${toMegabytes(last)} in the last; descriptors ${before} before, ${after} after; latency ${median} ms (median), ${slow} ms (99th percentile)`,
    },
  ];
};

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
