import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const authorization = 'Bearer admin-token-of-this-test';
const mock = createTestMock({ seed: 1 });
let listening: Listening;
const streams: IncomingMessage[] = [];

beforeAll(async () => {
  listening = await mock.listen({ control: { token: authorization.slice(7) } });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.destroy();
});
afterAll(() => mock.close());

async function ask(method: string, target: string): Promise<{ status: number; json: unknown }> {
  const init = { method, headers: { authorization } };
  const response = await fetch(`${listening.url}/__mock${target}`, init);
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

/** Opens the stream. Returns a function that waits until the text meets a condition. */
async function follow(target: string, headers: Record<string, string> = {}) {
  const url = `${listening.url}/__mock/requests/stream${target}`;
  const stream = await new Promise<IncomingMessage>((resolve) => {
    get(url, { headers: { authorization, ...headers }, agent: false }, resolve);
  });
  streams.push(stream);
  let text = '';
  stream.setEncoding('utf8');
  const until = (part: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (text.includes(part)) resolve(text);
      };
      stream.on('data', look);
      look();
    });
  stream.on('data', (chunk) => {
    text += chunk;
  });
  await until('\n\n');
  const { 'content-type': type, 'x-accel-buffering': buffering } = stream.headers;
  return { until, type, buffering };
}

describe('the journal on the control surface', () => {
  test('is filtered and cleared', async () => {
    await call(mock, `POST ${sitesOf()}`, { json: { name: 'One' } });
    await call(mock, `GET ${sitesOf()}`);
    await call(mock, 'GET /nowhere', { headers: { 'x-mock-session': '(odd)' } });
    const all = await ask('GET', '/requests');
    expect(all.status).toBe(200);
    expect(all.json).toMatchObject({ data: [{ id: 1 }, { id: 2 }, { id: 3, status: 400 }] });
    const between = await ask('GET', '/requests?after=1&before=3');
    expect(between.json).toEqual({ data: [expect.objectContaining({ id: 2 })] });
    const earlier = await ask('GET', '/requests?before=3&limit=1');
    expect(earlier.json).toEqual({ data: [expect.objectContaining({ id: 2 })] });
    const some = await ask('GET', '/requests?operation=listSites&status=2xx&limit=1');
    expect(some.json).toMatchObject({ data: [{ id: 2 }] });
    expect((await ask('DELETE', '/requests')).status).toBe(204);
    expect((await ask('GET', '/requests')).json).toEqual({ data: [] });
  });

  test('refuses invalid filters', async () => {
    expect((await ask('GET', '/requests?limit=0')).status).toBe(400);
    expect((await ask('GET', '/requests?status=teapot')).status).toBe(400);
    for (const target of ['/requests', '/requests/stream']) {
      expect(await ask('GET', `${target}?operation=createsite`)).toMatchObject({
        status: 400,
        json: { errors: [{ parameter: 'operation', detail: expect.stringMatching(/createSite/) }] },
      });
    }
  });

  test('is followed live by id and filter', async () => {
    const { until, type, buffering } = await follow('?status=4xx');
    await call(mock, `GET ${sitesOf()}`);
    await call(mock, 'GET /missing');
    const text = await until('"path":"/missing"');
    const [, id] = /^id: (\d+)\nevent: request\ndata: (.*)$/m.exec(text) ?? [];
    expect({ type, buffering }).toEqual({ type: 'text/event-stream', buffering: 'no' });
    expect(await mock.journal.list({ limit: 1 })).toMatchObject([
      { id: Number(id), path: '/missing' },
    ]);
    expect(text).not.toContain('listSites');
  });

  test('sends missed events to a client that reconnects', async () => {
    await call(mock, 'GET /first');
    await call(mock, 'GET /second');
    const [{ id } = { id: 0 }] = (await mock.journal.list()).slice(-2);
    const { until } = await follow('', { 'last-event-id': String(id) });
    const text = await until('"path":"/second"');
    expect(text).not.toContain('"path":"/first"');
  });

  test('sends everything to a client that followed an earlier mock', async () => {
    await call(mock, 'GET /first');
    const { until } = await follow('', { 'last-event-id': '99999' });
    expect(await until('"path":"/first"')).toContain('event: request');
  });

  test('reports changes to the state of a session', async () => {
    const { until } = await follow('');
    await ask('POST', '/reset');
    expect(await until('event: changed')).toContain('data: {"session":"default"}');
  });
});
