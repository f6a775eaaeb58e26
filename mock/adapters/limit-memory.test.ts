import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call, sitesOf } from '../../test/support/test-client.ts';
import { createMock } from '../create-mock.ts';
import { createMemoryLimit, unfinishedRequests, unreadResponses } from './limit-memory.ts';
import type { Listening } from './listen.ts';
import { makeCertificate } from './make-certificate.ts';

const mock = createMock({ seed: 1 });
const authorization = `Bearer ${mock.apiKeys[0]}`;
const big = 'x'.repeat(900_000);
const limits = [unfinishedRequests, unreadResponses];
let http1: Listening;
let http2: Listening;

const until = async (holds: () => boolean): Promise<void> => {
  for (let attempt = 1; !holds(); attempt += 1) {
    if (attempt > 5000) throw new Error('a condition is never met');
    await setTimeout(5);
  }
};

beforeAll(async () => {
  http1 = await mock.listen();
  http2 = await mock.listen({ https: makeCertificate(['localhost']) });
  // Larger than the buffers of a connection.
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    expect(await call(mock, `POST ${sitesOf()}`, { json: { name: name + big } })).toHaveProperty(
      'status',
      201,
    );
});
afterAll(() => mock.close());

test('of bodies that wait for their clients, those that have waited longest are aborted', async () => {
  const all = Array.from({ length: 5 }, () => new PassThrough());
  const [first, second, third, fourth, last] = all;
  const limit = createMemoryLimit(250);
  const destroyed = () => all.flatMap((stream, at) => (stream.destroyed ? [at] : []));
  for (const stream of [first, second, third]) if (stream) limit.hold(stream, 100);
  expect(destroyed()).toEqual([0]);
  // A body whose connection has ended is no longer counted.
  second?.destroy();
  if (second) await once(second, 'close');
  if (fourth) limit.hold(fourth, 100);
  expect(limit.total).toBe(200);
  if (third) limit.hold(third, 20);
  expect(limit.total).toBe(220);
  expect(destroyed()).toEqual([0, 1]);
  // The last body is kept, however large it is.
  if (last) limit.hold(last, 1000);
  expect(destroyed()).toEqual([0, 1, 2, 3]);
  expect(limit.total).toBe(1000);
});

test('responses and requests of HTTP/1.1 count until they are read, or their connection ends', async () => {
  const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`;
  const reader = connect(http1.port, '127.0.0.1').pause();
  reader.write(`GET ${sitesOf()} ${head}\r\n`);
  await until(() => unreadResponses.total > big.length);
  reader.resume();
  await until(() => unreadResponses.total === 0);
  reader.destroy();

  const create = `POST ${sitesOf()} ${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n`;
  const [leaving, ending] = [connect(http1.port, '127.0.0.1'), connect(http1.port, '127.0.0.1')];
  for (const writer of [leaving, ending])
    writer.write(`${create}{"name":"x"}${' '.repeat(700_000)}`);
  await until(() => unfinishedRequests.total === 2 * 700_012);
  leaving.destroy();
  await until(() => unfinishedRequests.total === 700_012);
  ending.write(' '.repeat(199_988));
  const [response] = await once(ending, 'data');
  expect(String(response)).toContain('HTTP/1.1 201');
  await until(() => unfinishedRequests.total === 0);
  ending.destroy();
});

test('responses and requests of HTTP/2 count until they are read, or their stream ends', async () => {
  const session = connectHttp2(http2.url, { rejectUnauthorized: false });
  const list = { ':path': `${sitesOf()}?limit=1`, authorization };
  const streams = [session.request(list).pause(), session.request(list).pause()];
  await until(() => unreadResponses.total > 2 * big.length);
  streams[0]?.close();
  await until(() => unreadResponses.total < 2 * big.length);
  streams[1]?.resume();
  await until(() => unreadResponses.total === 0);

  const create = { ...list, ':path': sitesOf(), ':method': 'POST' };
  const writer = session.request({ ...create, 'content-type': 'application/json' });
  const leaving = session.request({ ...create, 'content-type': 'application/json' });
  for (const stream of [writer, leaving]) stream.write(' ');
  await until(() => unfinishedRequests.total === 2);
  leaving.close();
  await until(() => unfinishedRequests.total === 1);
  writer.end('{"name":"x"}');
  const [headers] = await once(writer, 'response');
  expect(headers[':status']).toBe(201);
  await until(() => unfinishedRequests.total === 0);
  writer.close();
  session.destroy();
  await until(() => limits.every(({ total }) => total === 0));
});
