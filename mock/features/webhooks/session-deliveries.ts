import type { Webhook } from '../../../contract/index.ts';
import type { Session } from '../../sessions/create-session.ts';
import { createRandom, deriveSeed } from '../../sessions/random.ts';
import { createCourier } from './courier.ts';
import type { Delivery, WebhookEvent, WebhookOptions } from './delivery.ts';

/** How many deliveries a session keeps once they are over. */
const mostKept = 200;

/** How many deliveries of a session can be under way. */
const mostOpen = 500;

/** The largest payload, in bytes: Standard Webhooks advises to stay below 20 kB. */
const mostPayload = 65_536;

/** The deliveries of one session. */
export interface SessionDeliveries {
  /** @returns the deliveries that were made, or why none was */
  trigger(event: WebhookEvent, webhooks: readonly Webhook[]): Delivery[] | string;
  list(): Delivery[];
  /** @returns undefined when there is no such delivery, and a sentence when it cannot be sent now */
  replay(id: string): Delivery | string | undefined;
  isDisabled(webhookId: string): boolean;
  stop(): void;
}

/** @param onChange is told of each delivery that was made or got a step further */
export function createSessionDeliveries(
  session: Session,
  options: Required<WebhookOptions>,
  onChange: (delivery: Delivery) => void,
): SessionDeliveries {
  const deliveries = new Map<string, Delivery>();
  // Numbers of their own, so that triggering an event leaves the ids of the service alone.
  const random = createRandom(deriveSeed(session.seed, 'deliveries'));
  const courier = createCourier(session, options, (delivery) => {
    forgetOldest();
    onChange(delivery);
  });

  function trigger(event: WebhookEvent, webhooks: readonly Webhook[]): Delivery[] | string {
    const { type, workspaceId, data = { workspaceId } } = event;
    const meant = webhooks.filter(
      ({ id, eventType }) => eventType === type && !courier.isDisabled(id),
    );
    const timestamp = new Date(session.clock.read()).toISOString();
    const payload = JSON.stringify({ type, timestamp, data });
    if (Buffer.byteLength(payload) > mostPayload)
      return `The payload is larger than the ${mostPayload} bytes that are sent at most.`;
    if (listOpen().length + meant.length > mostOpen)
      return `More than ${mostOpen} deliveries would be under way. Reset the session to end them.`;
    const made = meant.map((webhook) => createDelivery(webhook, timestamp, payload));
    for (const delivery of made) deliveries.set(delivery.id, delivery);
    for (const delivery of made) courier.start(delivery);
    return made;
  }

  function createDelivery(webhook: Webhook, createdAt: string, payload: string): Delivery {
    return {
      id: createId(),
      webhookId: webhook.id,
      workspaceId: webhook.workspaceId,
      eventType: webhook.eventType,
      url: webhook.url,
      session: session.name,
      state: 'pending',
      createdAt,
      payload,
      attempts: [],
    };
  }

  /** As long as an id of Standard Webhooks has to be for nobody to have it twice. */
  function createId(): string {
    const words = [random.next(), random.next(), random.next()];
    return `msg_${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
  }

  function listOpen(): Delivery[] {
    return [...deliveries.values()].filter(({ state }) => isOpen(state));
  }

  function forgetOldest(): void {
    const over = [...deliveries.values()].filter(({ state }) => !isOpen(state));
    for (const { id } of over.slice(0, -mostKept)) deliveries.delete(id);
  }

  return {
    trigger,
    list: () => [...deliveries.values()],
    replay: (id) => {
      const delivery = deliveries.get(id);
      if (delivery === undefined) return undefined;
      if (delivery.state === 'sending') return 'The delivery is being sent at this moment.';
      if (courier.isDisabled(delivery.webhookId))
        return 'The receiver answered 410: nothing is sent to its webhook any more.';
      courier.start(delivery);
      return delivery;
    },
    isDisabled: courier.isDisabled,
    stop: courier.stop,
  };
}

function isOpen(state: Delivery['state']): boolean {
  return state === 'pending' || state === 'sending';
}
