import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom, deriveSeed, pickInteger } from '../../conformance/runner/probes.ts';
import { sitesOf, webhooksOf, workspace } from '../support/test-client.ts';
import {
  type CampaignOptions,
  type Finding,
  type PartResult,
  toAgain,
  toMegabytes,
  toQuantile,
} from './campaign.ts';
import { createClient, type Send } from './control-client.ts';
import { pick, type Random } from './mutations.ts';
import {
  adminToken,
  countDescriptors,
  type MockProgram,
  readMemory,
  startMock,
} from './start-program.ts';

const clients = 8;
const sessions = ['default', 'a', 'b', 'c', 'd'];
/** How much larger the memory may be in the last third of the time than in the second, in bytes. */
const slack = 40_000_000;

interface Sample {
  memory: number;
  descriptors: number;
}

/**
 * Uses every operation for minutes: sessions, resets, events to receivers that respond, fail, hang and disconnect, and
 * readers of the event stream, some of which never read. Memory must not grow, and descriptors must be released.
 */
export async function soak({ seed, minutes }: CampaignOptions): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-soak-'));
  const receiver = await startReceiver();
  const mock = await startMock(['--state', 'state.json'], folder);
  const before = countDescriptors(mock.processId);
  const findings: Finding[] = [];
  const found = (what: string): void => {
    findings.push({ part: 'soak', what, again: toAgain('soak', { seed, minutes }) });
  };
  const end = performance.now() + minutes * 60_000;
  const isOver = (): boolean => performance.now() > end || !mock.isAlive();
  const samples: Sample[] = [];
  const latencies: number[] = [];
  const readers = Array.from({ length: 10 }, (_, at) => openReader(mock, at % 2 === 0));
  const sampling = setInterval(() => samples.push(sample(mock)), Math.min(1000, minutes * 3000));
  try {
    const counts = await Promise.all(
      Array.from({ length: clients }, (_, at) =>
        useEverything(mock, createRandom(deriveSeed(seed, `soak ${at}`)), receiver.url, {
          isOver,
          latencies,
          found,
        }),
      ),
    );
    clearInterval(sampling);
    for (const reader of readers) reader.destroy();
    await closeReceiver(receiver.server);
    await settles(() => countDescriptors(mock.processId) <= before + 5);
    const after = countDescriptors(mock.processId);
    if (!mock.isAlive()) found(`the process ended:\n${mock.tail()}`);
    for (const bug of mock.bugs) found(`the log contains: ${bug}`);
    if (after > before + 5) found(`${after} descriptors open at the end, ${before} at the start`);
    const [middle, last] = toThirds(samples).map((part) => toQuantile(part, 0.5));
    if (minutes >= 2 && (last ?? 0) > (middle ?? 0) * 1.1 + slack)
      found(`the memory grew from ${toMegabytes(middle ?? 0)} to ${toMegabytes(last ?? 0)}`);
    const requests = counts.reduce((sum, count) => sum + count, 0);
    return {
      rows: [
        {
          what: 'Soak of all operations',
          how: `${minutes} minutes, ${clients} clients, ${sessions.length} sessions, 10 readers of events (5 stalled), webhooks to receivers that respond, fail, hang and disconnect`,
          result: `${requests} requests, ${receiver.received()} deliveries; memory ${toMegabytes(middle ?? 0)} in the second third, ${toMegabytes(last ?? 0)} in the last; descriptors ${before} before, ${after} after; latency ${toQuantile(latencies, 0.5).toFixed(1)} ms (median), ${toQuantile(latencies, 0.99).toFixed(1)} ms (99th percentile)`,
        },
      ],
      findings,
    };
  } finally {
    clearInterval(sampling);
    receiver.server.closeAllConnections();
    await mock.end('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

function sample({ processId }: MockProgram): Sample {
  return { memory: readMemory(processId), descriptors: countDescriptors(processId) };
}

/** Returns the memory in the second and the last third of the time. The first third is the warm-up. */
function toThirds(samples: readonly Sample[]): number[][] {
  const third = Math.floor(samples.length / 3);
  const memory = samples.map((one) => one.memory);
  return [memory.slice(third, 2 * third), memory.slice(2 * third)];
}

interface Soak {
  isOver: () => boolean;
  latencies: number[];
  found: (what: string) => void;
}

async function useEverything(
  mock: MockProgram,
  random: Random,
  receiver: string,
  { isOver, latencies, found }: Soak,
): Promise<number> {
  const { send, close } = createClient(mock);
  let count = 0;
  const timed: Send = async (method, target, body, headers) => {
    const began = performance.now();
    const answer = await send(method, target, body, headers);
    // A sample of limited size, however long it runs.
    const place = count < 20_000 ? count : Math.floor(random() * 20_000);
    latencies[place] = performance.now() - began;
    count += 1;
    if (answer.status >= 500) found(`${method} ${target} returned ${answer.status}`);
    return answer;
  };
  while (!isOver()) {
    const session = { 'X-Mock-Session': pick(random, sessions) };
    try {
      await useOnce(timed, random, receiver, session);
    } catch (error) {
      if (!isOver()) found(`a request failed: ${String(error)}`);
      break;
    }
  }
  close();
  return count;
}

async function useOnce(
  send: Send,
  random: Random,
  receiver: string,
  session: Record<string, string>,
): Promise<void> {
  const service = (method: string, target: string, body?: unknown) =>
    send(method, target, body, session);
  const { text } = await service('GET', `${sitesOf()}?limit=100`);
  const { data }: { data: { id: string }[] } = JSON.parse(text);
  const made = await service('POST', sitesOf(), { name: `Site ${random()}`, locale: 'en-GB' });
  const siteId = String(JSON.parse(made.text).id);
  await service('PATCH', `/v1/sites/${siteId}`, { hostUrl: `https://${random()}.example` });
  await service('PATCH', `/v1/sites/${siteId}`, { hostUrl: 1 });
  const route = await service('POST', `/v1/sites/${siteId}/routes`, {
    pathname: '/a',
    localizedVariants: [{ locale: 'de-DE', pathname: '/b' }],
  });
  await service('PATCH', `/v1/routes/${JSON.parse(route.text).id}`, { pathname: '/c' });
  await service('POST', `/v1/sites/${siteId}/duplicate`, {});
  if (random() < 0.05) {
    const url = `${receiver}/${pick(random, ['good', 'good', 'broken', 'gone', 'hangs', 'resets'])}`;
    await service('POST', webhooksOf(), { url, eventType: 'site.published' });
  }
  if (random() < 0.1) {
    const event = { type: 'site.published', workspaceId: workspace, data: { siteId } };
    await service('POST', '/__mock/events', event);
  }
  if (random() < 0.05) {
    const name = `s${pickInteger(random, 0, 9)}`;
    await service('PUT', `/__mock/snapshots/${name}`);
    await service('POST', `/__mock/snapshots/${name}/restore`);
  }
  if (random() < 0.05) await service('GET', '/__mock/requests?limit=50');
  if (random() < 0.05) await service('GET', '/__mock/deliveries');
  if (data.length >= 100 || random() < 0.01) await service('POST', '/__mock/reset');
}

/** Reads the event stream, or opens it and never reads. */
function openReader({ port }: MockProgram, reads: boolean) {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(
    `GET /__mock/requests/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`,
  );
  if (reads) socket.resume();
  else socket.pause();
  socket.on('error', () => undefined);
  return socket;
}

async function startReceiver() {
  let received = 0;
  const server = createServer((message, response) => {
    received += 1;
    message.resume();
    if (message.url === '/hangs') return;
    if (message.url === '/resets') {
      message.socket.resetAndDestroy();
      return;
    }
    response.writeHead(message.url === '/broken' ? 500 : message.url === '/gone' ? 410 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = toAddress(server);
  return { server, url: `http://127.0.0.1:${port}`, received: () => received };
}

function toAddress(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server is not listening');
  return address;
}

function closeReceiver(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Waits for a condition, at most two minutes. */
async function settles(holds: () => boolean): Promise<void> {
  for (let left = 1200; left > 0 && !holds(); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
}
