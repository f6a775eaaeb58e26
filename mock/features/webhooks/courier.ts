import type { Session } from '../../sessions/create-session.ts';
import { type Alarm, setAlarm } from './alarm.ts';
import { makeAttempt, toDeliveryAttempt } from './attempt.ts';
import type { Delivery, WebhookOptions } from './delivery.ts';
import { toRetryDelay } from './retry-schedule.ts';
import type { Outcome } from './send.ts';
import { createSecret } from './sign.ts';

/** How many attempts of a delivery are kept: a delivery can be sent again as often as somebody likes. */
const mostAttempts = 50;

const gone = 'The receiver answered 410, so that nothing is sent to this webhook any more.';

/** Carries deliveries of one session to their receivers, as often as it takes. */
export interface Courier {
  /** Sends at once, and again by the schedule until it is delivered or has failed. */
  start(delivery: Delivery): void;
  /** Webhooks whose receivers have gone, in lower case. */
  isDisabled(webhookId: string): boolean;
  /** Sends nothing any more, and ends what is under way. */
  stop(): void;
}

/** @param onChange is told whenever a delivery gets a step further */
export function createCourier(
  session: Session,
  options: Required<WebhookOptions>,
  onChange: (delivery: Delivery) => void,
): Courier {
  const { clock, seed } = session;
  const disabled = new Set<string>();
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
    onChange(delivery);
    const at = clock.read();
    const { id, url, payload, webhookId } = delivery;
    const secret = createSecret(seed, webhookId);
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
    delivery.state = 'pending';
    const alarm = setAlarm(clock, delay, () => void attempt(delivery, count + 1));
    waiting.set(delivery, alarm);
    delivery.nextAttemptAt = new Date(alarm.dueAt).toISOString();
    onChange(delivery);
  }

  /** A receiver that has gone gets nothing any more, neither this nor what waits for it. */
  function disable(delivery: Delivery): void {
    disabled.add(delivery.webhookId.toLowerCase());
    fail(delivery, gone);
    for (const [other, alarm] of waiting) {
      if (!isDisabled(other.webhookId)) continue;
      alarm.cancel();
      waiting.delete(other);
      delete other.nextAttemptAt;
      fail(other, gone);
    }
  }

  function isDisabled(webhookId: string): boolean {
    return disabled.has(webhookId.toLowerCase());
  }

  function fail(delivery: Delivery, reason: string): void {
    delivery.reason = reason;
    finish(delivery, 'failed');
  }

  function finish(delivery: Delivery, state: 'delivered' | 'failed'): void {
    delivery.state = state;
    onChange(delivery);
  }

  return {
    start,
    isDisabled,
    stop: () => {
      stopping.abort();
      for (const alarm of waiting.values()) alarm.cancel();
      waiting.clear();
    },
  };
}
