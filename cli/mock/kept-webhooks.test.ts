import { afterEach, expect, test } from '@jest/globals';
import { adminToken, ask, workspace } from '../../test/installed/site-calls.ts';
import { until } from '../../test/installed/until.ts';
import { type StartedMock, useProgram } from '../../test/installed/use-program.ts';
import { type Receiver, startReceiver } from '../../test/support/receiver.ts';

const program = useProgram();
const argv = ['--state', 'state.json', '--admin-token', adminToken, '--log', 'off'];
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(answer: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const register = (mock: StartedMock, url: string) =>
  ask(mock, 'POST', `/v1/workspaces/${workspace}/webhooks`, { url, eventType: 'page.created' });
const trigger = (mock: StartedMock) =>
  ask(mock, 'POST', '/__mock/events', { type: 'page.created', workspaceId: workspace });
const listWebhooks = async (mock: StartedMock) => (await ask(mock, 'GET', '/__mock/webhooks')).body;
const listDeliveries = async (mock: StartedMock) =>
  (await ask(mock, 'GET', '/__mock/deliveries')).body;

test('an interrupted delivery is sent again after a kill, with the same id and secret', async () => {
  // The first request never gets a response.
  const receiver = await receive((response, number) => number > 0 && response.end());
  const first = await program.startMock(argv);
  await register(first, receiver.url);
  const { data } = await listWebhooks(first);
  await trigger(first);
  await receiver.until(1);
  await first.stop('SIGKILL');
  const second = await program.startMock(argv);
  expect((await listWebhooks(second)).data).toEqual(data);
  await receiver.until(2);
  const [before, after] = receiver.received;
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
  expect(after?.body).toBe(before?.body);
  await until(async () => (await listDeliveries(second)).data[0]?.state === 'delivered');
  await second.stop();
  const third = await program.startMock(argv);
  expect((await listDeliveries(third)).data).toEqual([]);
  await third.stop();
  expect(receiver.received).toHaveLength(2);
});
