import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { call, webhooksOf, workspace } from '../../../test/support/test-client.ts';
import { createTestMock } from '../../../test/support/test-mock.ts';
import type { Listening } from '../../adapters/listen.ts';

const token = 'admin-token-of-this-test';
const mock = createTestMock({ seed: 1 });
const event = { type: 'page.updated', workspaceId: workspace };
let listening: Listening;
let receiver: Receiver;
let answer = 204;

beforeAll(async () => {
  // At this scale, retries come after hours.
  const webhooks = { timeScale: 0.001 };
  listening = await mock.listen({ control: { token, webhooks } });
  receiver = await startReceiver((response) => response.writeHead(answer).end());
});
beforeEach(async () => {
  answer = 204;
  await mock.reset();
  const json = { url: receiver.url, eventType: event.type };
  await call(mock, `POST ${webhooksOf()}`, { json });
});
afterEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await mock.close();
  await receiver.close();
});

async function ask(method: string, target: string, json?: unknown, headers = {}) {
  const response = await fetch(`${listening.url}/__mock${target}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Yields the events in the mock's stream. */
async function* follow(): AsyncGenerator<{ type: string; data: unknown }, void> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${listening.url}/__mock/requests/stream`, { headers });
  const reader = body?.getReader();
  let text = '';
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) return;
      text += Buffer.from(value ?? []).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const [, type = '', data = 'null'] = /event: (\S+)\ndata: (.*)/.exec(part) ?? [];
        yield { type, data: JSON.parse(data) };
      }
    }
  } finally {
    await reader?.cancel();
  }
}

/** Follows a delivery until it reaches a state. */
async function until(state: string, act: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  const stream = follow();
  await stream.next();
  await act();
  for await (const { type, data } of stream) {
    if (type !== 'delivery') continue;
    seen.push(data);
    if (JSON.stringify(data).includes(`"state":"${state}"`)) break;
  }
  return seen;
}

test('a triggered event is delivered, listed, and reported live', async () => {
  let made: Awaited<ReturnType<typeof ask>> | undefined;
  const seen = await until('delivered', async () => {
    made = await ask('POST', '/events', { ...event, data: { pageId: 1 } });
  });
  expect(made).toMatchObject({ status: 202, body: { data: [{ state: 'sending' }] } });
  expect(seen).toMatchObject([{ state: 'sending' }, { state: 'delivered' }]);
  const { body } = await ask('GET', '/deliveries');
  expect(body.data).toEqual(seen.slice(-1));
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { pageId: 1 } });
});

test('webhooks are listed with their secrets, which appear nowhere else', async () => {
  const { status, body } = await ask('GET', '/webhooks');
  expect(status).toBe(200);
  expect(body.data).toMatchObject([{ url: receiver.url, disabled: false }]);
  const [{ secret }] = body.data;
  const seen = await until('delivered', () => ask('POST', '/events', event));
  const rest = [seen, (await ask('GET', '/state')).body, await mock.journal.list()];
  expect(JSON.stringify(rest)).not.toContain(secret);
});

test('advancing the clock retries a delivery', async () => {
  answer = 503;
  await until('pending', () => ask('POST', '/events', event));
  answer = 200;
  const seen = await until('delivered', () =>
    ask('POST', '/clock/advance', { milliseconds: 5_000_000 }),
  );
  expect(seen.at(-1)).toMatchObject({ attempts: [{ status: 503 }, { status: 200 }] });
});

test('a delivery is sent again by its id, and an unknown id is refused', async () => {
  await until('delivered', () => ask('POST', '/events', event));
  const [{ id }] = (await ask('GET', '/deliveries')).body.data;
  await until('delivered', async () => {
    expect((await ask('POST', `/deliveries/${id}/replay`)).status).toBe(202);
  });
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect((await ask('POST', '/deliveries/msg_0/replay')).status).toBe(404);
});

test('sessions have separate webhooks and deliveries', async () => {
  const headers = { 'x-mock-session': 'other' };
  expect((await ask('POST', '/events', event, headers)).body).toEqual({ data: [] });
  await until('delivered', () => ask('POST', '/events', event));
  expect((await ask('GET', '/deliveries', undefined, headers)).body).toEqual({ data: [] });
  await ask('POST', '/reset');
  expect((await ask('GET', '/deliveries')).body).toEqual({ data: [] });
});

test.each([
  { title: 'an unknown event type', json: { ...event, type: 'page.eaten' } },
  { title: 'a workspace that is not a UUID', json: { ...event, workspaceId: 'w' } },
  { title: 'no workspace', json: { type: event.type } },
])('$title is refused', async ({ json }) => {
  expect((await ask('POST', '/events', json)).status).toBe(422);
});

test('data that is too large is refused and not sent', async () => {
  const { status, body } = await ask('POST', '/events', { ...event, data: 'x'.repeat(65_536) });
  expect(status).toBe(409);
  expect(body.detail).toContain('65536 bytes');
  expect(receiver.received).toEqual([]);
});
