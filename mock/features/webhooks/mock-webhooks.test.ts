import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { runProgram } from '../../../test/installed/run-program.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { call, webhooksOf, workspace } from '../../../test/support/test-client.ts';
import { createTestMock, eventually, type TestMock } from '../../../test/support/test-mock.ts';
import { respond } from '../../../test/support/webhooks/bench.ts';
import { createMock, MemoryStore, type MockOptions, Refusal } from '../../index.ts';

const eventType = 'page.updated';
const event = { type: eventType, workspaceId: workspace } as const;
const token = 'admin-token-of-this-test';
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(statuses: readonly number[] = [204], options: MockOptions = {}) {
  const receiver = await startReceiver(respond(...statuses));
  const mock = createTestMock({ seed: 1, ...options });
  ends.push(mock.close, receiver.close);
  const register = (session: Pick<TestMock, 'handle'>) =>
    call(session, `POST ${webhooksOf()}`, { json: { url: receiver.url, eventType } });
  await register(mock);
  return { receiver, mock, register };
}

/** Returns the only item of a list. */
function only<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`there are ${items.length}`);
  return item;
}

test('an outcome that cannot be stored at first is stored later, and the event sent once', async () => {
  let isFull = false;
  let refused = 0;
  const store = new MemoryStore(() => {
    if (!isFull) return;
    refused += 1;
    throw new Refusal('not-saved', 'The disk is full.');
  });
  const mock = createMock({ store });
  const receiver = await startReceiver((response) => {
    isFull = true;
    response.writeHead(204).end();
  });
  ends.push(mock.close, receiver.close);
  await call(mock, `POST ${webhooksOf()}`, { json: { url: receiver.url, eventType } });
  const { id } = only(await mock.webhooks.trigger(event));
  while (refused === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  isFull = false;
  expect(await mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
  expect(receiver.received).toHaveLength(1);
});

test('a program that waits for retries does not end before them', async () => {
  const entry = pathToFileURL(path.resolve('dist/mock/index.js')).href;
  const body = JSON.stringify({ url: 'http://127.0.0.1:9/hook', eventType });
  const program = `
    const { createMock } = await import('${entry}');
    const mock = createMock({ webhooks: { timeScale: 1e6 } });
    const headers = { Authorization: 'Bearer ' + mock.apiKeys[0], 'Content-Type': 'application/json' };
    await mock.fetch('${webhooksOf()}', { method: 'POST', headers, body: '${body}' });
    const [{ id }] = await mock.webhooks.trigger(${JSON.stringify(event)});
    console.log((await mock.webhooks.settled(id)).state);`;
  const ended = await runProgram(process.execPath, ['--input-type=module', '-e', program]);
  expect(ended).toEqual({ code: 0, stdout: 'failed\n', stderr: '' });
});

describe('the webhooks of a mock in process', () => {
  test('are listed, observable, and can be sent again with the same id', async () => {
    const { mock, receiver } = await open();
    const states: string[] = [];
    const end = mock.webhooks.subscribe(({ state }) => states.push(state));
    const { id } = only(await mock.webhooks.trigger(event));
    await mock.webhooks.settled(id);
    expect(only(await mock.webhooks.listDeliveries())).toMatchObject({ id, state: 'delivered' });
    expect(await mock.webhooks.replay(id)).toMatchObject({ id, state: 'sending' });
    await expect(mock.webhooks.replay(id)).rejects.toThrow('The delivery is being sent.');
    await mock.webhooks.settled(id);
    await eventually(() => expect(states.slice(0, 3)).toEqual(['sending', 'delivered', 'sending']));
    end();
    const [first, second, ...others] = receiver.received;
    expect([second?.body, others]).toEqual([first?.body, []]);
    expect([first, second].map((each) => each?.headers['webhook-id'])).toEqual([id, id]);
  });

  test('are returned as copies, so that callers cannot change a pending delivery', async () => {
    const { mock } = await open();
    const delivery = only(await mock.webhooks.trigger(event));
    delivery.url = 'http://127.0.0.1:9/elsewhere';
    mock.webhooks.subscribe((seen) => {
      seen.state = 'failed';
    });
    expect(await mock.webhooks.settled(delivery.id)).toMatchObject({ state: 'delivered' });
  });

  test('have secrets and deliveries that other sessions cannot see', async () => {
    const { mock, receiver, register } = await open();
    const other = mock.session('other');
    expect(await other.webhooks.trigger(event)).toEqual([]);
    await register(other);
    const seen: string[] = [];
    mock.webhooks.subscribe(({ session }) => seen.push(session));
    const { id } = only(await other.webhooks.trigger(event));
    expect(await other.webhooks.settled(id)).toMatchObject({ session: 'other' });
    expect([seen, await mock.webhooks.listDeliveries()]).toEqual([[], []]);
    await expect(mock.webhooks.settled(id)).rejects.toThrow('not found in session default');
    expect(receiver.received).toHaveLength(1);
    expect((await other.webhooks.list())[0]?.secret).not.toBe(
      (await mock.webhooks.list())[0]?.secret,
    );
  });

  test('are the same as on the control surface', async () => {
    const { mock } = await open([410]);
    const webhooks = { timeout: 60_000 };
    const { url } = await mock.listen({ control: { token, webhooks } });
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await (await fetch(`${url}/__mock/${path}`, { headers })).json()).data;
    };
    const { id } = only(await mock.webhooks.trigger(event));
    const settled = await mock.webhooks.settled(id);
    expect(await ask('deliveries')).toEqual([settled]);
    expect(await ask('webhooks')).toEqual(await mock.webhooks.list());
    expect(await ask('webhooks')).toMatchObject([{ disabled: true }]);
  });

  test('do not create a session again that was deleted during an attempt', async () => {
    let answer = (): void => {};
    const receiver = await startReceiver((response, at) => {
      answer = () => response.writeHead(204).end();
      if (at > 0) answer();
    });
    const mock = createTestMock();
    ends.push(mock.close, receiver.close);
    const session = mock.session('gone');
    for (const each of [session, mock])
      await call(each, `POST ${webhooksOf()}`, { json: { url: receiver.url, eventType } });
    await session.webhooks.trigger(event);
    await receiver.until(1);
    const { url } = await mock.listen({ control: { token } });
    const headers = { authorization: `Bearer ${token}` };
    const target = `${url}/__mock/sessions`;
    expect((await fetch(`${target}/gone`, { method: 'DELETE', headers })).status).toBe(204);
    answer();
    await mock.webhooks.settled(only(await mock.webhooks.trigger(event)).id);
    expect(await (await fetch(target, { headers })).text()).not.toContain('gone');
  });

  test.each([
    ['an unknown event type', { ...event, type: 'page.eaten' }, 'page.eaten is none of page.'],
    ['data that is too large', { ...event, data: 'x'.repeat(65_536) }, '65536 bytes'],
  ])('refuse %s', async (_, wrong, told) => {
    const { mock, receiver } = await open();
    const given = JSON.parse(JSON.stringify(wrong));
    await expect(mock.webhooks.trigger(given)).rejects.toThrow(told);
    expect(receiver.received).toEqual([]);
  });

  test('report an unknown delivery', async () => {
    const { mock } = await open();
    await expect(mock.webhooks.replay('msg_0')).rejects.toThrow(RangeError);
    await expect(mock.webhooks.settled('msg_0')).rejects.toThrow(RangeError);
    expect(() => mock.session('no name')).toThrow(RangeError);
  });

  test.each([
    ['a reset', (mock: TestMock) => mock.reset(), 'not found in session'],
    [
      'the end of the mock',
      (mock: TestMock) => mock.close(),
      // Deliveries of a shared store continue after one mock has stopped.
      'was closed',
    ],
  ])('do not wait for a delivery that %s has ended', async (_, end, reason) => {
    const { mock } = await open([500], { webhooks: { timeScale: 0.001 } });
    const waiting = new Promise<unknown>((resolve) => {
      mock.webhooks.subscribe(({ state }) => state === 'pending' && resolve(state));
    });
    const { id } = only(await mock.webhooks.trigger(event));
    await waiting;
    const settled = mock.webhooks.settled(id);
    const told = expect(settled).rejects.toThrow(reason);
    await end(mock);
    await told;
  });

  test('do not wait for a delivery of a deleted session, nor create it again', async () => {
    const { receiver } = await open([500]);
    const store = new MemoryStore();
    const mock = createMock({ seed: 1, store, webhooks: { timeScale: 0.001 } });
    ends.push(mock.close);
    const session = mock.session('left');
    await call(session, `POST ${webhooksOf()}`, { json: { url: receiver.url, eventType } });
    const { id } = only(await session.webhooks.trigger(event));
    const settled = session.webhooks.settled(id);
    const told = expect(settled).rejects.toThrow('not found in session left');
    await new Promise((resolve) => setImmediate(resolve));
    for (let at = 0; at < 1000; at += 1) store.session(`s${at}`);
    await told;
    expect((await store.readSettings('left')).own).toBeUndefined();
  });

  test('continue if a listener throws, and report it', async () => {
    const told: string[] = [];
    const { mock } = await open([204], { onError: (line) => told.push(line) });
    mock.webhooks.subscribe(() => {
      throw new Error('mine');
    });
    const { id } = only(await mock.webhooks.trigger(event));
    expect(await mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
    expect(told).toContain('a listener of the webhooks threw Error: mine');
  });
});
