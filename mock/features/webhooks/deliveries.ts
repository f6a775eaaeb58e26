import type { Webhook } from '../../../contract/index.ts';
import type { TraceContext } from '../../mock-request.ts';
import type { Session } from '../../sessions/create-session.ts';
import { createRandom } from '../../sessions/random-ids.ts';
import { deriveSeed } from '../../sessions/seeded.ts';
import type { SharedDeliveries } from '../../sharing.ts';
import { type Answer, whenAnswered } from '../../store/store.ts';
import {
  type Delivery,
  isOpen,
  type OpenDelivery,
  type WebhookEvent,
  type WebhookOptions,
} from './delivery.ts';
import { createSender, keepWebhooks } from './retries.ts';

const mostKept = 200;

/** Maximum number of open deliveries in a session. */
const mostOpen = 500;

/** The largest payload, in bytes. Standard Webhooks recommends less than 20 kB. */
const mostPayload = 65_536;

/** Number of earlier delivery ids that are generated again, so that the next one continues the same series. */
const mostPassedOver = 1_000_000;

export type SessionDeliveries = ReturnType<typeof createSessionDeliveries>;

/**
 * The deliveries of one session.
 *
 * @param onChange called with each delivery that is created or updated
 */
export function createSessionDeliveries(
  session: Session,
  options: Required<WebhookOptions>,
  onChange: (delivery: Delivery) => void,
  shared: SharedDeliveries | undefined,
) {
  const deliveries = new Map<string, Delivery>();
  let beginning = 0;
  // Separate random numbers, so that triggering an event does not change the ids of the service.
  const kept = keepWebhooks(session);
  const count = kept.countIds();
  // Passing over very many would take long: a file that was edited by hand may contain any number.
  const isPassedOver = count <= mostPassedOver;
  const series = isPassedOver ? 'deliveries' : `deliveries after ${count}`;
  const random = shared?.random ?? createRandom(deriveSeed(session.seed, series));
  for (let at = 0; isPassedOver && at < count; at += 1) createId();
  const sender = createSender(session, kept, options, (delivery, tries) => {
    if (isOpen(delivery)) kept.keepOpen(delivery, tries);
    else kept.close(delivery);
    if (shared === undefined || isOpen(delivery)) forgetOldest();
    else deliveries.delete(delivery.id);
    if (shared !== undefined) return saveShared(shared, delivery, tries);
    onChange(delivery);
    return undefined;
  });

  /** Saves each delivery sequentially: an older state must not overwrite a newer one. */
  const saving = new Map<string, Promise<boolean>>();

  function saveShared(
    { save }: SharedDeliveries,
    delivery: Delivery,
    tries: number,
  ): Promise<boolean> {
    const copy = structuredClone(delivery);
    const before = saving.get(delivery.id) ?? Promise.resolve(true);
    const saved = before.then((isOurs) => isOurs && saveOnce(save, copy, tries));
    saving.set(delivery.id, saved);
    return saved.finally(() => {
      if (saving.get(delivery.id) === saved) saving.delete(delivery.id);
    });
  }

  /**
   * While the database is unavailable, changes are reported once it is back. A reported change is always in the
   * database.
   */
  async function saveOnce(
    save: SharedDeliveries['save'],
    copy: Delivery,
    tries: number,
  ): Promise<boolean> {
    for (;;) {
      try {
        const isOurs = await save(copy, tries);
        if (isOurs) onChange(copy);
        else deliveries.delete(copy.id);
        return isOurs;
      } catch {
        if (sender.isStopped()) return false;
        await new Promise((resolve) => setTimeout(resolve, 250).unref());
      }
    }
  }
  for (const { delivery, tries } of kept.listOpen()) {
    deliveries.set(delivery.id, delivery);
    sender.resume(delivery, tries);
  }

  /** @returns the new deliveries, or why there are none */
  function trigger(
    event: WebhookEvent,
    webhooks: readonly Webhook[],
    trace: TraceContext | undefined,
  ): Answer<Delivery[] | string> {
    const { type, workspaceId, data = { workspaceId } } = event;
    const meant = webhooks.filter(
      ({ id, eventType }) => eventType === type && !kept.isDisabled(id),
    );
    const timestamp = new Date(session.clock.read()).toISOString();
    const payload = JSON.stringify({ type, timestamp, data });
    if (Buffer.byteLength(payload) > mostPayload)
      return `The payload is larger than the limit of ${mostPayload} bytes.`;
    if (listOpen().length + meant.length > mostOpen)
      return `More than ${mostOpen} deliveries would be pending. Reset the session to discard them.`;
    const made = meant.map((webhook) => ({
      ...createDelivery(webhook, timestamp, payload),
      ...trace,
    }));
    if (made.length > 0) kept.setIdCount(kept.countIds() + made.length);
    return whenAnswered(shared === undefined ? made : keepBusy(shared.add(made)), (added) => {
      for (const delivery of added) deliveries.set(delivery.id, delivery);
      for (const delivery of added) sender.start(delivery);
      return added;
    });
  }

  /** Keeps the session in memory until its new deliveries are known here. */
  function keepBusy<T>(task: Promise<T>): Promise<T> {
    beginning += 1;
    // First run everything that depends on the result.
    const end = (): void => {
      setImmediate(() => {
        beginning -= 1;
      });
    };
    task.then(end, end);
    return task;
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

  /** Long enough to be unique, as Standard Webhooks requires of ids. */
  function createId(): string {
    const words = [random.next(), random.next(), random.next()];
    return `msg_${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
  }

  function listOpen(): Delivery[] {
    return [...deliveries.values()].filter(isOpen);
  }

  function replayOwn(delivery: Delivery | undefined): Delivery | string | undefined {
    const obstacle = delivery && findObstacle(delivery);
    return delivery === undefined || obstacle !== undefined ? obstacle : sendAgain(delivery);
  }

  function sendAgain(delivery: Delivery): Delivery {
    deliveries.set(delivery.id, delivery);
    sender.start(delivery);
    return delivery;
  }

  function findObstacle({ state, webhookId }: Delivery): string | undefined {
    if (state === 'sending') return 'The delivery is being sent. Wait for its response.';
    return kept.isDisabled(webhookId)
      ? 'The receiver responded with 410: this webhook gets no further deliveries.'
      : undefined;
  }

  /** The first mock that takes the delivery over sends it. */
  async function replayShared(
    id: string,
    { find, take }: SharedDeliveries,
  ): Promise<Delivery | string | undefined> {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const own = deliveries.get(id);
      if (own !== undefined) return replayOwn(own);
      const found = await find(session.name, id);
      const obstacle = found && findObstacle(found);
      if (found === undefined || obstacle !== undefined) return obstacle;
      const { nextAttemptAt: _, reason: __, ...others } = found;
      const taken: Delivery = { ...others, state: 'sending' };
      if (await take(found, taken)) return sendAgain(taken);
    }
    return 'Other mocks are changing this delivery. Try again.';
  }

  function forgetOldest(): void {
    const over = [...deliveries.values()].filter((delivery) => !isOpen(delivery));
    for (const { id } of over.slice(0, -mostKept)) deliveries.delete(id);
  }

  return {
    trigger,
    list: (): Answer<Delivery[]> => shared?.list(session.name) ?? [...deliveries.values()],
    /** @returns undefined if the delivery does not exist, or a sentence if it cannot be sent now */
    replay: (id: string): Answer<Delivery | string | undefined> =>
      shared === undefined ? replayOwn(deliveries.get(id)) : keepBusy(replayShared(id, shared)),
    /** Resumes a delivery of a mock that has stopped. */
    adopt: ({ delivery, tries }: OpenDelivery): void => {
      deliveries.set(delivery.id, delivery);
      sender.resume(delivery, tries);
    },
    /** Whether this mock has open deliveries. */
    get isBusy() {
      return deliveries.size > 0 || beginning > 0;
    },
    drain: sender.drain,
    stop: sender.stop,
  };
}
