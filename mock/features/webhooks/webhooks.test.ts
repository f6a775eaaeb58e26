import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Receiver } from '../../../test/support/receiver.ts';
import { call, webhooksOf, workspace } from '../../../test/support/test-client.ts';
import { isSharedStore } from '../../../test/support/test-mock.ts';
import { createBench, respond, eventType as type } from '../../../test/support/webhooks/bench.ts';
import { verify } from '../../../test/support/webhooks/verify.ts';

const { open, receive, end } = createBench();
/** The first retry is more than an hour later, so after the test. */
const noRetry = { timeScale: 0.001 };
/** Longer than the test. */
const patient = 600_000;
afterEach(end);

function verifyAt({ received }: Receiver, at: number, secret: string): unknown {
  const message = received[at];
  if (message === undefined) throw new Error(`only ${received.length} messages have arrived`);
  return verify(message, secret);
}

describe('an event', () => {
  test('arrives with a signature as Standard Webhooks defines it', async () => {
    const receiver = await receive(respond(204));
    const { webhooks, session, triggerOne, settled } = await open([receiver.url]);
    const delivery = await triggerOne({ pageId: 'é' });
    await settled(delivery);
    const [webhook] = await webhooks.list(session);
    expect(webhook).toMatchObject({ url: receiver.url, eventType: type, disabled: false });
    const secret = webhook?.secret ?? '';
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}$/);
    expect(verifyAt(receiver, 0, secret)).toEqual({
      type,
      timestamp: delivery.createdAt,
      data: { pageId: 'é' },
    });
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'webhook-id': delivery.id,
        'x-mock-assumed': 'event-payload, event-signing',
      },
    });
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(() => verifyAt(receiver, 0, other)).toThrow('No matching signature');
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] });
  });

  test('is sent only to webhooks of its workspace and type', async () => {
    const receiver = await receive(respond(200));
    const { core, webhooks, session, trigger, settled } = await open([receiver.url]);
    const json = { url: receiver.url, eventType: 'page.created' };
    await call(core, `POST ${webhooksOf()}`, { json });
    const made = await trigger();
    expect(made).toHaveLength(1);
    for (const delivery of made) await settled(delivery);
    expect(JSON.parse(made[0]?.payload ?? '')).toMatchObject({ data: { workspaceId: workspace } });
    const elsewhere = { type, workspaceId: '16fd2706-8baf-433b-82eb-8c7fada847da' } as const;
    expect(await webhooks.trigger(session, elsewhere)).toEqual([]);
  });

  test('has the same ids, secrets and payload for the same seed', async () => {
    const tell = async () => {
      const { webhooks, session, trigger } = await open(['http://127.0.0.1:9/']);
      const [{ id, payload } = { id: '', payload: '' }] = await trigger();
      return { id, payload, webhooks: await webhooks.list(session) };
    };
    const [first, again] = [await tell(), await tell()];
    // Mocks that share a store generate random ids.
    if (isSharedStore()) expect(again.id).not.toBe(first.id);
    else expect(again).toEqual(first);
  });

  test('is refused while 500 deliveries are pending, and not sent at all', async () => {
    const receiver = await receive(respond(500));
    const { webhooks, session, trigger } = await open(
      Array.from({ length: 300 }, () => receiver.url),
      noRetry,
    );
    expect(await trigger()).toHaveLength(300);
    const detail = expect.stringContaining('More than 500 deliveries');
    await expect(trigger()).rejects.toMatchObject({ detail });
    expect(await webhooks.listDeliveries(session)).toHaveLength(300);
  });
});

describe('a receiver', () => {
  test('that fails at first gets the event again, with the same id', async () => {
    const receiver = await receive(respond(500, 302, 429, 200));
    const { webhooks, session, triggerOne, settled } = await open([receiver.url]);
    const delivery = await triggerOne();
    await settled(delivery);
    expect(delivery.state).toBe('delivered');
    expect(delivery.attempts.map(({ status }) => status)).toEqual([500, 302, 429, 200]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [webhook] = await webhooks.list(session);
    expect(() => verifyAt(receiver, 3, webhook?.secret ?? '')).not.toThrow();
  });

  test('that never returns 2xx is abandoned after ten attempts', async () => {
    const receiver = await receive(respond(400));
    const { triggerOne, settled } = await open([receiver.url], { timeScale: 1e9 });
    const delivery = await triggerOne();
    await settled(delivery);
    expect(delivery).toMatchObject({ state: 'failed', reason: 'It was tried 10 times.' });
    expect(receiver.received).toHaveLength(10);
  });

  test('that redirects is not followed', async () => {
    const elsewhere = await receive(respond(200));
    const receiver = await receive((response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    const { triggerOne, settled } = await open([receiver.url], { timeScale: 1e9 });
    const delivery = await triggerOne();
    await settled(delivery);
    expect(delivery.state).toBe('failed');
    expect(elsewhere.received).toHaveLength(0);
  });

  test('that returns 410 disables its webhook', async () => {
    const receiver = await receive(respond(503, 410));
    const { webhooks, session, trigger, triggerOne, settled, waits } = await open(
      [receiver.url],
      noRetry,
    );
    const first = await triggerOne();
    await waits(first);
    const second = await triggerOne();
    await settled(second);
    expect([first.state, second.state]).toEqual(['failed', 'failed']);
    expect(first.reason).toContain('410');
    expect(await webhooks.list(session)).toMatchObject([{ disabled: true }]);
    expect(await trigger()).toEqual([]);
    const detail = expect.stringContaining('410');
    await expect(webhooks.replay(session, first.id)).rejects.toMatchObject({ detail });
    expect(receiver.received).toHaveLength(2);
  });

  test.each([
    { title: 'refuses the connection', error: 'connect ECONNREFUSED' },
    {
      title: 'resets the connection',
      answer: (response: ServerResponse) => response.socket?.resetAndDestroy(),
      error: 'ECONNRESET',
    },
    { title: 'hangs', answer: () => {}, error: 'no response within 100 ms' },
    {
      title: 'does not speak HTTP',
      answer: (response: ServerResponse) => response.socket?.end('220 mail.example ESMTP\r\n'),
      error: 'HTTP',
    },
    {
      title: 'sends nothing but an interim response',
      answer: (response: ServerResponse) => response.writeProcessing(),
      error: 'no response within 100 ms',
    },
    {
      title: 'sends endless headers',
      answer: ({ socket }: ServerResponse) => {
        const more = (): void => {
          while (socket?.destroyed === false && socket.write(`X-More: ${'x'.repeat(1000)}\r\n`));
        };
        socket?.write('HTTP/1.1 200 OK\r\n');
        socket?.on('drain', more);
        more();
      },
      error: 'Headers Overflow',
    },
  ])('is called again if it $title', async ({ answer, error }) => {
    const receiver = await receive((response) => answer?.(response));
    if (answer === undefined) await receiver.close();
    // The timeout is short only if no response is expected: on a busy machine, any other outcome may take longer.
    const timeout = error.includes('no response') ? 100 : patient;
    const { triggerOne, waits } = await open([receiver.url], { ...noRetry, timeout });
    const delivery = await triggerOne();
    await waits(delivery);
    expect(delivery.attempts).toMatchObject([{ error: expect.stringContaining(error) }]);
    expect(delivery.attempts[0]).not.toHaveProperty('status');
  });

  test('that switches protocols (101) has not received the event, and gets it again', async () => {
    const receiver = await receive((response, number) => {
      if (number > 1) response.writeHead(204).end();
      else
        response.socket?.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        );
    });
    const { webhooks, session, triggerOne, settled, waits } = await open([receiver.url], noRetry);
    const delivery = await triggerOne();
    await waits(delivery);
    expect(delivery.attempts).toMatchObject([{ error: expect.any(String) }]);
    expect(await webhooks.replay(session, delivery.id)).toMatchObject({ state: 'sending' });
    await waits(delivery, 2);
    expect(await webhooks.replay(session, delivery.id)).toMatchObject({ state: 'sending' });
    await settled(delivery);
    expect(delivery.attempts.map(({ status }) => status)).toEqual([undefined, undefined, 204]);
  });

  test.each([
    {
      title: 'a huge body',
      answer: (response: ServerResponse) => {
        response.writeHead(200);
        const more = (): void => {
          while (!response.destroyed && response.write('é'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
    },
    {
      title: 'a truncated body',
      answer: (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('é', () => response.socket?.resetAndDestroy());
      },
    },
  ])(
    'that sends $title has received the event, and only the beginning of its body is kept',
    async ({ answer }) => {
      const receiver = await receive(answer);
      const { triggerOne, settled } = await open([receiver.url], { timeout: 300 });
      const delivery = await triggerOne();
      await settled(delivery);
      expect(delivery.state).toBe('delivered');
      // On a busy machine, the first bytes may arrive too late for one or two attempts.
      const last = delivery.attempts.at(-1);
      expect(delivery.attempts.filter(({ status }) => status !== undefined)).toEqual([last]);
      expect(last?.status).toBe(200);
      expect((last?.response ?? '').length).toBeLessThanOrEqual(1024);
    },
  );
});
