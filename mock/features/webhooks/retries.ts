import { isRecord } from '../../../contract/resolve-reference.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import { type Clock, toNameable } from '../../sessions/clock.ts';
import type { Session } from '../../sessions/create-session.ts';
import {
  type Delivery,
  type OpenDelivery,
  openDeliveries,
  type WebhookOptions,
} from './delivery.ts';
import { createSecret, makeAttempt, type Outcome, toDeliveryAttempt } from './send.ts';

const validators = createValidators(schemas);

/** Maximum number of saved attempts of a delivery: it can be replayed without limit. */
const mostAttempts = 50;

const gone = 'The receiver responded with 410: this webhook gets no further deliveries.';

/**
 * Sends deliveries of one session, with retries.
 *
 * @param onChange called with each update of a delivery, and the number of attempts. It returns whether this mock is
 * still responsible for the delivery
 */
export function createSender(
  session: Session,
  kept: ReturnType<typeof keepWebhooks>,
  options: Required<WebhookOptions>,
  onChange: (delivery: Delivery, tries: number) => Promise<boolean> | undefined,
) {
  const { clock } = session;
  const { isDisabled } = kept;
  const waiting = new Map<Delivery, Alarm>();
  const stopping = new AbortController();
  /** Attempts in progress, including those whose result is not stored yet. */
  const running = new Set<Promise<void>>();
  let isDraining = false;

  function run(task: Promise<void>): void {
    running.add(task);
    void task.finally(() => running.delete(task));
  }

  /** Sends at once, and retries according to the schedule until the delivery succeeds or finally fails. */
  function start(delivery: Delivery): void {
    waiting.get(delivery)?.cancel();
    run(attempt(delivery, 1));
  }

  /** @param count number of attempts including this one, since the delivery was triggered or replayed */
  async function attempt(delivery: Delivery, count: number): Promise<void> {
    waiting.delete(delivery);
    // The stored delivery stays open, for another process to resume.
    if (isDraining) return;
    delete delivery.nextAttemptAt;
    delete delivery.reason;
    delivery.state = 'sending';
    const isOurs = onChange(delivery, count - 1);
    if (isOurs !== undefined && !(await isOurs)) return;
    const at = clock.read();
    const { id, url, payload, webhookId, traceparent, tracestate } = delivery;
    const trace =
      traceparent === undefined ? {} : { traceparent, ...(tracestate && { tracestate }) };
    const secret = kept.readSecret(webhookId);
    const letter = { id, url, payload, secret, trace, signal: stopping.signal };
    const { outcome, durationMs } = await makeAttempt(letter, options);
    if (stopping.signal.aborted) return;
    delivery.attempts.push(toDeliveryAttempt(at, durationMs, outcome));
    if (delivery.attempts.length > mostAttempts) delivery.attempts.shift();
    await settle(delivery, outcome, count);
  }

  async function settle(delivery: Delivery, outcome: Outcome, count: number): Promise<void> {
    const status = outcome.kind === 'answered' ? outcome.status : undefined;
    if (status !== undefined && status >= 200 && status < 300) await finish(delivery, 'delivered');
    else if (status === 410) await disable(delivery);
    else if (outcome.kind === 'refused') await fail(delivery, outcome.reason);
    else if (isDisabled(delivery.webhookId)) await fail(delivery, gone);
    else await retry(delivery, outcome.kind === 'answered' ? outcome.retryAfter : undefined, count);
  }

  async function retry(
    delivery: Delivery,
    retryAfter: number | undefined,
    count: number,
  ): Promise<void> {
    const schedule = session.context.assumptions['event-retries'];
    const delay = toRetryDelay(schedule, count, { ...options, retryAfter });
    if (delay === undefined) {
      return fail(delivery, `It was tried ${count} times.`);
    }
    return wait(delivery, delay, count);
  }

  async function wait(delivery: Delivery, delay: number, tries: number): Promise<void> {
    delivery.state = 'pending';
    const alarm = setAlarm(clock, delay, () => run(attempt(delivery, tries + 1)));
    waiting.set(delivery, alarm);
    delivery.nextAttemptAt = new Date(toNameable(alarm.dueAt)).toISOString();
    if ((await onChange(delivery, tries)) !== false || waiting.get(delivery) !== alarm) return;
    alarm.cancel();
    waiting.delete(delivery);
  }

  /** Resumes a delivery of a process that has ended. An interrupted attempt is repeated with the same id. */
  function resume(delivery: Delivery, tries: number): void {
    const dueAt =
      delivery.state === 'pending' ? Date.parse(delivery.nextAttemptAt ?? '') : Number.NaN;
    run(
      Number.isNaN(dueAt)
        ? attempt(delivery, tries + 1)
        : wait(delivery, Math.min(Math.max(1, dueAt - clock.read()), longest), tries),
    );
  }

  /** Disables a webhook whose receiver responded with 410. Its waiting deliveries are cancelled too. */
  async function disable(delivery: Delivery): Promise<void> {
    kept.disable(delivery.webhookId);
    const failing = [fail(delivery, gone)];
    for (const [other, alarm] of waiting) {
      if (!isDisabled(other.webhookId)) continue;
      alarm.cancel();
      waiting.delete(other);
      delete other.nextAttemptAt;
      failing.push(fail(other, gone));
    }
    await Promise.all(failing);
  }

  function fail(delivery: Delivery, reason: string): Promise<void> {
    delivery.reason = reason;
    return finish(delivery, 'failed');
  }

  async function finish(delivery: Delivery, state: 'delivered' | 'failed'): Promise<void> {
    delivery.state = state;
    await onChange(delivery, 0);
  }

  return {
    start,
    resume,
    isStopped: () => stopping.signal.aborted,
    /** Starts no more attempts. @returns when those in progress have ended and are stored */
    drain: async () => {
      isDraining = true;
      for (const alarm of waiting.values()) alarm.cancel();
      await Promise.all(running);
    },
    /** Cancels all attempts, and sends nothing more. */
    stop: () => {
      stopping.abort();
      for (const alarm of waiting.values()) alarm.cancel();
      waiting.clear();
    },
  };
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after each failed attempt, as defined by the assumption `event-retries`. */
const schedules = {
  'standard-webhooks': [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
} as const satisfies Record<string, readonly number[]>;

/** The longest delay between two attempts, from the schedule or from `Retry-After`. */
const longest = 24 * hour;

/**
 * Returns the delay before the next retry in milliseconds; undefined after the last retry. `Retry-After` is never
 * shortened by the time scale, because its seconds are real time.
 * @param failed number of failed attempts
 */
export function toRetryDelay(
  schedule: keyof typeof schedules,
  failed: number,
  { timeScale, retryAfter = 0 }: { timeScale: number; retryAfter?: number | undefined },
): number | undefined {
  const documented = schedules[schedule][failed - 1];
  if (documented === undefined) return undefined;
  return Math.max(1, Math.round(documented / timeScale), Math.min(retryAfter, longest));
}

/** A timer that uses the clock of a session. */
interface Alarm {
  /** Milliseconds since 1970, by the session's clock. */
  readonly dueAt: number;
  cancel(): void;
}

/**
 * Calls `ring` once, when the clock of the session has advanced by the delay. While the clock is not frozen, it follows
 * real time as well as steps by hand. Real time also counts for a clock that advances with requests.
 */
function setAlarm(clock: Clock, delay: number, ring: () => void): Alarm {
  let since = clock.read();
  let timer: NodeJS.Timeout | undefined;
  const stop = clock.subscribe(follow);
  follow(since);
  return {
    get dueAt() {
      return since + delay;
    },
    cancel,
  };

  function follow(now: number): void {
    clearTimeout(timer);
    // Setting the clock back must not extend the original delay.
    if (now < since) since = now;
    const left = since + delay - now;
    if (left <= 0) fire();
    else if (!clock.frozen) timer = setTimeout(fire, left).unref();
  }

  function fire(): void {
    cancel();
    ring();
  }

  function cancel(): void {
    clearTimeout(timer);
    stop();
  }
}

const kinds = { general: 'webhooks', disabled: 'disabled-webhooks', open: openDeliveries };

/** The data that a session stores about its webhooks. It survives a restart if the state does. */
export function keepWebhooks({ records, seed }: Pick<Session, 'records' | 'seed'>) {
  return {
    /**
     * Returns the secret that verifies deliveries to a webhook. It stays the same with another seed after a restart.
     */
    readSecret: (webhookId: string): string => {
      const kept = records.get(kinds.general, 'seed');
      if (typeof kept === 'number') return createSecret(kept, webhookId);
      records.put(kinds.general, 'seed', seed);
      return createSecret(seed, webhookId);
    },
    isDisabled: (webhookId: string): boolean =>
      records.get(kinds.disabled, webhookId.toLowerCase()) === true,
    disable: (webhookId: string): void =>
      records.put(kinds.disabled, webhookId.toLowerCase(), true),
    /** Number of created ids, so that none is created twice. */
    countIds: (): number => {
      const count = records.get(kinds.general, 'ids');
      return typeof count === 'number' && Number.isSafeInteger(count) ? count : 0;
    },
    setIdCount: (count: number): void => records.put(kinds.general, 'ids', count),
    listOpen: (): OpenDelivery[] =>
      records
        .list(kinds.open)
        .flatMap(({ id, value }) => (isOpenDelivery(id, value) ? [value] : [])),
    keepOpen: (delivery: Delivery, tries: number): void => {
      // A copy, because deliveries change.
      const copy = { ...delivery, attempts: [...delivery.attempts] };
      records.put(kinds.open, delivery.id, { delivery: copy, tries });
    },
    close: ({ id }: Delivery): void => records.delete(kinds.open, id),
  };
}

/** Deletes everything except the secrets: the deliveries of a session that was reset are cancelled. */
export function forgetWebhooks({ records }: Pick<Session, 'records'>): void {
  for (const kind of [kinds.disabled, kinds.open])
    for (const { id } of records.list(kind)) records.delete(kind, id);
  records.delete(kinds.general, 'ids');
}

/** Only this file writes these records, but a manually edited file may contain anything. */
function isOpenDelivery(id: string, value: unknown): value is OpenDelivery {
  if (!isRecord(value) || !Number.isInteger(value['tries'])) return false;
  const { delivery } = value;
  if (validators.schema('Delivery', delivery).length > 0 || !isRecord(delivery)) return false;
  return (
    delivery['id'] === id && (delivery['state'] === 'pending' || delivery['state'] === 'sending')
  );
}
