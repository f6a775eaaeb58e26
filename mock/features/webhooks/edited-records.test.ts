import { afterEach, describe, expect, test } from '@jest/globals';
import { otherWorkspace } from '../../../test/support/test-client.ts';
import { createBench, respond } from '../../../test/support/webhooks/bench.ts';

const { open, receive, end } = createBench();
afterEach(end);

const webhookId = '9b2f7c1e-2b0f-4d8e-9a55-0c5d3f1f2a11';
const whole = {
  id: 'msg_1',
  webhookId,
  workspaceId: otherWorkspace,
  eventType: 'page.updated',
  url: 'http://127.0.0.1:9/',
  session: 'default',
  state: 'pending',
  createdAt: '2026-01-01T00:00:00.000Z',
  payload: '{}',
  attempts: [],
};

/** Records of a session in a state file that was edited by hand. */
describe('records that were edited by hand', () => {
  test.each([1e9, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, -3, 'many', null])(
    'a count of earlier deliveries of %p neither takes long nor leads to equal ids',
    async (ids) => {
      const receiver = await receive(respond(204));
      const { session, triggerOne } = await open([receiver.url]);
      session.records.put('webhooks', 'ids', ids);
      const made = [await triggerOne(), await triggerOne()];
      expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    },
    20_000,
  );

  test('deliveries after a large count have other ids than the first ones', async () => {
    const receiver = await receive(respond(204));
    const [first, later] = [await open([receiver.url]), await open([receiver.url])];
    later.session.records.put('webhooks', 'ids', 5_000_000);
    expect((await first.triggerOne()).id).not.toBe((await later.triggerOne()).id);
  });

  test('only open deliveries that are whole are continued', async () => {
    const receiver = await receive(respond(204));
    const { session, webhooks, trigger, settled } = await open([]);
    const { url } = receiver;
    const { workspaceId: _, ...part } = whole;
    const kept = {
      msg_1: { delivery: { ...whole, url }, tries: 1 },
      msg_2: { delivery: { ...whole, id: 'msg_3' }, tries: 1 },
      msg_4: { delivery: { ...part, id: 'msg_4' }, tries: 1 },
      msg_5: { delivery: { ...whole, id: 'msg_5', state: 'failed' }, tries: 1 },
      msg_6: { delivery: { ...whole, id: 'msg_6', attempts: [1] }, tries: 1 },
      msg_7: { delivery: { ...whole, id: 'msg_7' }, tries: '1' },
      msg_8: 5,
    };
    for (const [id, value] of Object.entries(kept))
      session.records.put('open-deliveries', id, value);
    await trigger();
    const deliveries = await webhooks.listDeliveries(session);
    expect(deliveries.map(({ id }) => id)).toEqual(['msg_1']);
    for (const delivery of deliveries) await settled(delivery);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_1']);
  });

  test('a delivery waits a day at most, whatever time was kept for it', async () => {
    const { session, webhooks, trigger } = await open([], { timeScale: 1 });
    session.clock.freeze(Date.UTC(2026, 0, 1));
    const delivery = { ...whole, nextAttemptAt: '2090-01-01T00:00:00.000Z' };
    session.records.put('open-deliveries', 'msg_1', { delivery, tries: 1 });
    await trigger();
    const [resumed] = await webhooks.listDeliveries(session);
    expect(resumed?.nextAttemptAt).toBe('2026-01-02T00:00:00.000Z');
  });
});
