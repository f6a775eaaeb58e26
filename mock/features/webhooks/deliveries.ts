import type { Webhook } from '../../../contract/index.ts';
import type { Session } from '../../sessions/create-session.ts';
import { createRandom, deriveSeed } from '../../sessions/random.ts';
import type { SharedDeliveries } from '../../sharing.ts';
import { type Answer, whenAnswered } from '../../store/answer.ts';
import { makeAttempt, toDeliveryAttempt } from './attempt.ts';
import type { Delivery, OpenDelivery, WebhookEvent, WebhookOptions } from './delivery.ts';
import { type KeptWebhooks, keepWebhooks } from './kept-webhooks.ts';
import { type Alarm, setAlarm, toRetryDelay } from './schedule.ts';
import type { Outcome } from './send.ts';

/** How many deliveries a session keeps once they are over. */
const mostKept = 200;

/** How many deliveries of a session can be under way. */
const mostOpen = 500;

/** The largest payload, in bytes: Standard Webhooks advises to stay below 20 kB. */
const mostPayload = 65_536;

/** The deliveries of one session. */
export interface SessionDeliveries {
  /** @returns the deliveries that were made, or why none was */
  trigger(event: WebhookEvent, webhooks: readonly Webhook[]): Answer<Delivery[] | string>;
  list(): Answer<Delivery[]>;
  /** @returns undefined when there is no such delivery, and a sentence when it cannot be sent now */
  replay(id: string): Answer<Delivery | string | undefined>;
  /** Goes on with a delivery of a mock that has ended. */
  adopt(open: OpenDelivery): void;
  /** Whether some are under way here. */
  readonly isBusy: boolean;
  isDisabled(webhookId: string): boolean;
  stop(): void;
}

/** @param onChange is told of each delivery that was made or got a step further */
export function createSessionDeliveries(
  session: Session,
  options: Required<WebhookOptions>,
  onChange: (delivery: Delivery) => void,
  shared: SharedDeliveries | undefined,
): SessionDeliveries {
  const deliveries = new Map<string, Delivery>();
  // Numbers of their own, so that triggering an event leaves the ids of the service alone.
  const random = shared?.random ?? createRandom(deriveSeed(session.seed, 'deliveries'));
  const kept = keepWebhooks(session);
  for (let at = 0; at < kept.countIds(); at += 1) createId();
  const courier = createCourier(session, kept, options, (delivery, tries) => {
    if (isOpen(delivery)) kept.keepOpen(delivery, tries);
    else kept.close(delivery);
    if (shared === undefined || isOpen(delivery)) forgetOldest();
    else deliveries.delete(delivery.id);
    if (shared !== undefined) return saveShared(shared, delivery, tries);
    onChange(delivery);
    return undefined;
  });

  /**
   * The database may be away. What becomes of a delivery is told once it is back. Whoever is told of a change finds it in the
   * database.
   */
  async function saveShared(
    { save }: SharedDeliveries,
    delivery: Delivery,
    tries: number,
  ): Promise<boolean> {
    const copy = structuredClone(delivery);
    for (;;) {
      try {
        const isOurs = await save(copy, tries);
        if (isOurs) onChange(copy);
        else deliveries.delete(delivery.id);
        return isOurs;
      } catch {
        if (courier.isStopped()) return false;
        await new Promise((resolve) => setTimeout(resolve, 500).unref());
      }
    }
  }
  for (const { delivery, tries } of kept.listOpen()) {
    deliveries.set(delivery.id, delivery);
    courier.resume(delivery, tries);
  }

  function trigger(event: WebhookEvent, webhooks: readonly Webhook[]): Answer<Delivery[] | string> {
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
    if (made.length > 0) kept.setIdCount(kept.countIds() + made.length);
    return whenAnswered(shared?.add(made), () => {
      for (const delivery of made) deliveries.set(delivery.id, delivery);
      for (const delivery of made) courier.start(delivery);
      return made;
    });
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

  /** Long enough for an id of Standard Webhooks to be unique. */
  function createId(): string {
    const words = [random.next(), random.next(), random.next()];
    return `msg_${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
  }

  function listOpen(): Delivery[] {
    return [...deliveries.values()].filter(isOpen);
  }

  function findDelivery(id: string): Answer<Delivery | undefined> {
    const own = deliveries.get(id);
    if (own !== undefined || shared === undefined) return own;
    return shared.list(session.name).then((all) => all.find((delivery) => delivery.id === id));
  }

  function forgetOldest(): void {
    const over = [...deliveries.values()].filter((delivery) => !isOpen(delivery));
    for (const { id } of over.slice(0, -mostKept)) deliveries.delete(id);
  }

  return {
    trigger,
    list: () => shared?.list(session.name) ?? [...deliveries.values()],
    replay: (id) =>
      whenAnswered(findDelivery(id), (delivery) => {
        if (delivery === undefined) return undefined;
        if (delivery.state === 'sending') return 'The delivery is being sent at this moment.';
        if (courier.isDisabled(delivery.webhookId))
          return 'The receiver answered 410: nothing is sent to its webhook any more.';
        return whenAnswered(shared?.take(session.name, id), () => {
          deliveries.set(id, delivery);
          courier.start(delivery);
          return delivery;
        });
      }),
    adopt: ({ delivery, tries }) => {
      deliveries.set(delivery.id, delivery);
      courier.resume(delivery, tries);
    },
    get isBusy() {
      return deliveries.size > 0;
    },
    isDisabled: courier.isDisabled,
    stop: courier.stop,
  };
}

export function isOpen({ state }: Delivery): boolean {
  return state === 'pending' || state === 'sending';
}

/** How many attempts of a delivery are kept: a delivery can be replayed without limit. */
const mostAttempts = 50;

const gone = 'The receiver answered 410, so that nothing is sent to this webhook any more.';

/** Carries deliveries of one session to their receivers, as often as it takes. */
interface Courier {
  /** Sends at once, and again by the schedule until it is delivered or has failed. */
  start(delivery: Delivery): void;
  /** Goes on with a delivery of a process that has ended. What it was sending is sent again, under the same id. */
  resume(delivery: Delivery, tries: number): void;
  /** Webhooks whose receivers have gone, in lower case. */
  isDisabled(webhookId: string): boolean;
  /** Sends nothing any more, and ends what is under way. */
  stop(): void;
  isStopped(): boolean;
}

/**
 * @param onChange is told whenever a delivery gets a step further, and how often it was tried. It answers whether it is still
 * this mock that sends it, where others could
 */
function createCourier(
  session: Session,
  kept: KeptWebhooks,
  options: Required<WebhookOptions>,
  onChange: (delivery: Delivery, tries: number) => Promise<boolean> | undefined,
): Courier {
  const { clock } = session;
  const { isDisabled } = kept;
  const waiting = new Map<Delivery, Alarm>();
  const stopping = new AbortController();

  function start(delivery: Delivery): void {
    waiting.get(delivery)?.cancel();
    void attempt(delivery, 1);
  }

  /** @param count how many attempts there are with this one, since it was triggered or sent again */
  async function attempt(delivery: Delivery, count: number): Promise<void> {
    waiting.delete(delivery);
    delete delivery.nextAttemptAt;
    delete delivery.reason;
    delivery.state = 'sending';
    const isOurs = onChange(delivery, count - 1);
    if (isOurs !== undefined && !(await isOurs)) return;
    const at = clock.read();
    const { id, url, payload, webhookId } = delivery;
    const secret = kept.readSecret(webhookId);
    const letter = { id, url, payload, secret, signal: stopping.signal };
    const { outcome, durationMs } = await makeAttempt(letter, options);
    if (stopping.signal.aborted) return;
    delivery.attempts.push(toDeliveryAttempt(at, durationMs, outcome));
    if (delivery.attempts.length > mostAttempts) delivery.attempts.shift();
    settle(delivery, outcome, count);
  }

  function settle(delivery: Delivery, outcome: Outcome, count: number): void {
    const status = outcome.kind === 'answered' ? outcome.status : undefined;
    if (status !== undefined && status >= 200 && status < 300) finish(delivery, 'delivered');
    else if (status === 410) disable(delivery);
    else if (outcome.kind === 'refused') fail(delivery, outcome.reason);
    else if (isDisabled(delivery.webhookId)) fail(delivery, gone);
    else retry(delivery, outcome.kind === 'answered' ? outcome.retryAfter : undefined, count);
  }

  function retry(delivery: Delivery, retryAfter: number | undefined, count: number): void {
    const schedule = session.context.assumptions['event-retries'];
    const delay = toRetryDelay(schedule, count, { ...options, retryAfter });
    if (delay === undefined) {
      fail(delivery, `It was tried ${count} times.`);
      return;
    }
    void wait(delivery, delay, count);
  }

  async function wait(delivery: Delivery, delay: number, tries: number): Promise<void> {
    delivery.state = 'pending';
    const alarm = setAlarm(clock, delay, () => void attempt(delivery, tries + 1));
    waiting.set(delivery, alarm);
    delivery.nextAttemptAt = new Date(alarm.dueAt).toISOString();
    if ((await onChange(delivery, tries)) !== false || waiting.get(delivery) !== alarm) return;
    alarm.cancel();
    waiting.delete(delivery);
  }

  function resume(delivery: Delivery, tries: number): void {
    const dueAt =
      delivery.state === 'pending' ? Date.parse(delivery.nextAttemptAt ?? '') : Number.NaN;
    if (Number.isNaN(dueAt)) void attempt(delivery, tries + 1);
    else void wait(delivery, Math.max(1, dueAt - clock.read()), tries);
  }

  /** A receiver that has gone gets nothing any more, neither this nor what waits for it. */
  function disable(delivery: Delivery): void {
    kept.disable(delivery.webhookId);
    fail(delivery, gone);
    for (const [other, alarm] of waiting) {
      if (!isDisabled(other.webhookId)) continue;
      alarm.cancel();
      waiting.delete(other);
      delete other.nextAttemptAt;
      fail(other, gone);
    }
  }

  function fail(delivery: Delivery, reason: string): void {
    delivery.reason = reason;
    finish(delivery, 'failed');
  }

  function finish(delivery: Delivery, state: 'delivered' | 'failed'): void {
    delivery.state = state;
    void onChange(delivery, 0);
  }

  return {
    start,
    resume,
    isDisabled,
    isStopped: () => stopping.signal.aborted,
    stop: () => {
      stopping.abort();
      for (const alarm of waiting.values()) alarm.cancel();
      waiting.clear();
    },
  };
}
