import type { ServerResponse } from 'node:http';
import type { MockEvents } from '../../../mock/events.ts';
import type { Delivery, WebhookOptions } from '../../../mock/features/webhooks/delivery.ts';
import { Webhooks } from '../../../mock/features/webhooks/webhooks.ts';
import { defaultSession } from '../../../mock/store/store.ts';
import { startReceiver } from '../receiver.ts';
import { call, webhooksOf, workspace } from '../test-client.ts';
import { openTestCore } from '../test-mock.ts';

/** The event type of all webhooks in the bench. */
export const eventType = 'page.updated';

/** Creates mocks and receivers that are closed together. */
export function createBench() {
  const ends: (() => unknown)[] = [];

  /** Creates a mock with one webhook for each address, and functions that observe its deliveries. */
  async function open(urls: readonly string[], options: WebhookOptions = {}) {
    const { core: openCore, api: core } = await openTestCore({ seed: 1 });
    const { events } = openCore;
    const webhooks = new Webhooks(openCore, options);
    ends.push(() => {
      webhooks.stop();
      return openCore.store.close();
    });
    for (const url of urls) await call(core, `POST ${webhooksOf()}`, { json: { url, eventType } });
    const observed = observe(events, webhooks);
    return { made: openCore, core, events, session: defaultSession, webhooks, ...observed };
  }

  async function receive(answer: (response: ServerResponse, number: number) => void) {
    const receiver = await startReceiver(answer);
    ends.push(receiver.close);
    return receiver;
  }

  async function end(): Promise<void> {
    for (const close of ends.splice(0)) await close();
  }

  return { open, receive, end };
}

/** Functions that trigger deliveries, and wait for what becomes of them. */
function observe(events: MockEvents, webhooks: Webhooks) {
  const trigger = async (data?: unknown): Promise<Delivery[]> => {
    const content = data === undefined ? {} : { data };
    const event = { type: eventType, workspaceId: workspace, ...content } as const;
    const deliveries = await webhooks.trigger(defaultSession, event);
    return deliveries.map((delivery) => follow(events, delivery));
  };
  const triggerOne = async (data?: unknown): Promise<Delivery> => {
    const [delivery] = await trigger(data);
    if (delivery === undefined) throw new Error('no request was sent');
    return delivery;
  };
  const settled = (delivery: Delivery) =>
    until(events, delivery, ({ state }) => state === 'delivered' || state === 'failed');
  /** Waits until a delivery is waiting for a retry, after this many attempts. */
  const waits = (delivery: Delivery, count = 1) =>
    until(
      events,
      delivery,
      ({ state, attempts }) => state === 'pending' && attempts.length === count,
    );
  return { trigger, triggerOne, settled, waits };
}

/** Returns a copy that follows the changes of a delivery. */
function follow(events: MockEvents, delivery: Delivery): Delivery {
  const live = structuredClone(delivery);
  events.subscribe(({ type, data }) => {
    if (type !== 'delivery' || data.id !== live.id) return;
    delete live.nextAttemptAt;
    delete live.reason;
    Object.assign(live, structuredClone(data));
  });
  return live;
}

function until(
  events: MockEvents,
  delivery: Delivery,
  wanted: (delivery: Delivery) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!wanted(delivery)) return;
      end();
      resolve();
    };
    const end = events.subscribe(look);
    look();
  });
}

/** Responds with these statuses one after the other, and repeats the last one. */
export function respond(...statuses: number[]) {
  return (response: ServerResponse, number: number): void => {
    response.writeHead(statuses[Math.min(number, statuses.length - 1)] ?? 204).end();
  };
}
