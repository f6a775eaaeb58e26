import { expect, test } from '@jest/globals';
import { startReceiver } from '../../test/support/receiver.ts';
import {
  describeSharedMocks,
  type SharedMock,
  workspace,
} from '../../test/support/shared-mocks.ts';

const type = 'page.created' as const;

describeSharedMocks('deliveries of several mocks', ({ createMocks, closing }) => {
  /** @param answer returns the status of the response to a request, by its number from 0 */
  async function start(answer: (at: number) => Promise<number> | number) {
    const receiver = await startReceiver(async (response, at) => {
      response.writeHead(await answer(at)).end();
    });
    closing.push(receiver.close);
    const mocks = createMocks({ webhooks: { timeScale: 5 } });
    for (const { mock } of [mocks.one, mocks.other]) await mock.listen();
    const path = `/workspaces/${workspace}/webhooks`;
    await mocks.one.send('POST', path, { url: receiver.url, eventType: type });
    return { ...mocks, receiver };
  }

  async function trigger({ mock }: SharedMock): Promise<string> {
    const [delivery] = await mock.webhooks.trigger({ type, workspaceId: workspace });
    return delivery?.id ?? '';
  }

  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  test('are sent again once, even if several mocks are asked to', async () => {
    const { one, other, receiver } = await start(() => 204);
    const id = await trigger(one);
    await other.mock.webhooks.settled(id);
    const asked = await Promise.allSettled(
      [one, other, one, other].map(({ mock }) => mock.webhooks.replay(id)),
    );
    const taken = asked.filter(({ status }) => status === 'fulfilled').length;
    await until(async () => (await one.mock.webhooks.settled(id)).attempts.length > taken);
    expect(receiver.received).toHaveLength(1 + taken);
    const settled = await other.mock.webhooks.settled(id);
    expect(settled).toMatchObject({ state: 'delivered' });
  });

  test('are not sent twice if their mock stops in the meantime', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { one, other, receiver } = await start(async () => {
      await answered;
      return 204;
    });
    const id = await trigger(one);
    await until(() => receiver.received.length > 0);
    const stopping = one.mock.close();
    answer();
    await stopping;
    expect(await other.mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
    // A mock that resumed the delivery would have done so before it sends another one.
    await other.mock.webhooks.settled(await trigger(other));
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toHaveLength(2);
  });

  test('end with a reset by another mock, and follow its clock', async () => {
    const { one, other, receiver } = await start((at) => (at === 0 ? 500 : 204));
    await one.mock.clock.freeze();
    const id = await trigger(one);
    await until(async () => {
      const [found] = await other.mock.webhooks.listDeliveries();
      return found?.nextAttemptAt !== undefined;
    });
    await other.mock.clock.advance(3_600_000);
    expect(await other.mock.webhooks.settled(id)).toMatchObject({ state: 'delivered' });
    const next = await trigger(one);
    await one.mock.webhooks.settled(next);
    await other.mock.reset();
    expect(await one.mock.webhooks.listDeliveries()).toEqual([]);
    expect(receiver.received).toHaveLength(3);
  });

  test('are reported to readers on other mocks, like changes of the state', async () => {
    const { one, other } = await start(() => 204);
    const told: string[] = [];
    other.mock.webhooks.subscribe(({ id, state }) => told.push(`${id} ${state}`));
    const id = await trigger(one);
    await until(() => told.includes(`${id} delivered`));
    const events: string[] = [];
    const listening = await other.mock.listen({ port: 0, control: { token: 'test-token' } });
    const abort = new AbortController();
    const stream = await fetch(`${listening.url}/__mock/requests/stream`, {
      headers: { authorization: 'Bearer test-token', accept: 'text/event-stream' },
      signal: abort.signal,
    });
    expect(stream.status).toBe(200);
    const reading = (async () => {
      const reader = stream.body?.getReader();
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done || value === undefined) return;
        events.push(Buffer.from(value).toString());
      }
    })().catch(() => {});
    const isTold = (expression: RegExp) => until(() => expression.test(events.join('')));
    await one.send('POST', `/workspaces/${workspace}/sites`, { name: 'told of' });
    await isTold(/event: request\n.*told of/);
    events.length = 0;
    expect((await one.control('POST', 'reset')).status).toBe(204);
    await isTold(/event: changed/);
    abort.abort();
    await reading;
  });
});
