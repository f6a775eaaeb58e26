import type { Webhook } from '../../../contract/index.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { Core } from '../../create-core.ts';
import { refuseInvalidBody } from '../../http/steps.ts';
import { deriveSeed, latestTime } from '../../sessions/sessions.ts';
import type { SessionState } from '../../store/store.ts';
import type { TraceContext } from '../../trace.ts';
import {
  type Delivery,
  isOpen,
  type MockWebhooks,
  type OpenDelivery,
  type RegisteredWebhook,
  type WebhookEvent,
  type WebhookOptions,
} from './delivery.ts';
import { createSecret, makeAttempt, type Outcome, toDeliveryAttempt } from './send.ts';

const validators = createValidators(schemas);

/** Maximum number of open deliveries in a session. */
const mostOpen = 500;

/** The largest payload, in bytes. Standard Webhooks recommends less than 20 kB. */
const mostPayload = 65_536;

/** Maximum number of saved attempts of a delivery: it can be replayed without limit. */
const mostAttempts = 50;

/** Delays after each failed attempt in seconds, as defined by the assumption `event-retries`. */
const schedules = {
  'standard-webhooks': [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
} as const satisfies Record<string, readonly number[]>;

/** The longest `Retry-After` that is followed, in milliseconds. */
const longest = 86_400_000;

const gone = 'The receiver responded with 410: this webhook gets no further deliveries.';

/** Sends the webhook events of every session of a mock. Deliveries are in the store, which decides when one is due. */
export class Webhooks {
  readonly #core: Core;
  /** Read again for each attempt. */
  readonly #given: WebhookOptions;
  readonly #closing = new AbortController();

  constructor(core: Core, given: WebhookOptions = {}) {
    this.#core = core;
    this.#given = given;
    core.store.work((session, id, signal) => this.#attempt(session, id, signal));
    core.events.subscribe(({ type, data }) => {
      if (type === 'clock') void this.#reschedule(data.session).catch(() => {});
    });
  }

  list(session: string): Promise<RegisteredWebhook[]> {
    return this.#core.store.transaction(session, async (state) => {
      const { webhooks } = await state.records.readAll();
      return webhooks.map(({ webhook: { id, workspaceId, url, eventType } }) => ({
        id,
        workspaceId,
        url,
        eventType,
        secret: this.#readSecret(state, id),
        disabled: isDisabled(state, id),
      }));
    });
  }

  /** Returns the secret that verifies deliveries to a webhook. It stays the same with another seed after a restart. */
  #readSecret(state: SessionState, webhookId: string): string {
    const known = state.settings.webhookSeed;
    const webhookSeed = known ?? this.#core.sessions.seedOf(state.name);
    if (known === undefined) state.putSettings({ ...state.settings, webhookSeed });
    return createSecret(webhookSeed, webhookId);
  }

  /**
   * Sends an event to every webhook of the workspace that is registered for it.
   * @param trace of the request that triggers it
   * @returns the deliveries, which are in progress, or why there are none
   */
  trigger(
    session: string,
    { type, workspaceId, data = { workspaceId } }: WebhookEvent,
    trace?: TraceContext,
  ): Promise<Delivery[] | string> {
    const { time } = this.#core.sessions;
    return this.#core.store.transaction(session, async (state) => {
      const records = await state.records.list('webhook', workspaceId);
      const meant = records.flatMap(({ webhook }) =>
        webhook.eventType === type && !isDisabled(state, webhook.id) ? [webhook] : [],
      );
      const timestamp = new Date(time.read(state.settings.clock)).toISOString();
      const payload = JSON.stringify({ type, timestamp, data });
      if (Buffer.byteLength(payload) > mostPayload)
        return `The payload is larger than the limit of ${mostPayload} bytes.`;
      const open = (await state.deliveries.list()).filter(({ delivery }) => isOpen(delivery));
      if (open.length + meant.length > mostOpen)
        return `More than ${mostOpen} deliveries would be pending. Reset the session to discard them.`;
      const deliveries = meant.map((webhook) => ({
        ...this.#createDelivery(state, webhook, timestamp, payload),
        ...trace,
      }));
      for (const delivery of deliveries) await state.deliveries.put({ delivery, tries: 0 }, 0);
      return deliveries;
    });
  }

  #createDelivery(
    state: SessionState,
    { id, workspaceId, eventType, url }: Webhook,
    createdAt: string,
    payload: string,
  ): Delivery {
    const deliveryIds = (state.settings.deliveryIds ?? 0) + 1;
    state.putSettings({ ...state.settings, deliveryIds });
    return {
      id: createDeliveryId(this.#core.sessions.seedOf(state.name), deliveryIds),
      webhookId: id,
      workspaceId,
      eventType,
      url,
      session: state.name,
      state: 'sending',
      createdAt,
      payload,
      attempts: [],
    };
  }

  /** The latest deliveries of a session, oldest first. */
  listDeliveries(session: string): Promise<Delivery[]> {
    return this.#core.store.transaction(
      session,
      async ({ deliveries }) => (await deliveries.list()).map(({ delivery }) => delivery),
      { readOnly: true },
    );
  }

  /** Sends the payload of a delivery again. @returns a sentence if it cannot be sent now; undefined if it does not exist */
  replay(session: string, id: string): Promise<Delivery | string | undefined> {
    return this.#core.store.transaction(session, async (state) => {
      const found = await state.deliveries.find(id);
      if (found === undefined) return undefined;
      if (found.delivery.state === 'sending')
        return 'The delivery is being sent. Wait for its response.';
      if (isDisabled(state, found.delivery.webhookId)) return gone;
      const delivery = toSending(found.delivery);
      await state.deliveries.put({ delivery, tries: 0 }, 0);
      return delivery;
    });
  }

  /** Makes one attempt of a delivery that is due. */
  async #attempt(session: string, id: string, signal: AbortSignal): Promise<void> {
    const { store, sessions } = this.#core;
    const { time } = sessions;
    const due = await store.transaction(session, async (state) => {
      const found = await state.deliveries.find(id);
      if (found === undefined || !isOpen(found.delivery)) return undefined;
      const left = this.#readWait(state, found.delivery);
      // Real time counts for a clock that advances with requests.
      if (left > 0 && !(time.isStepping && Number.isFinite(left))) {
        await state.deliveries.put(found, left);
        return undefined;
      }
      const delivery = toSending(found.delivery);
      await state.deliveries.put({ ...found, delivery });
      const secret = this.#readSecret(state, delivery.webhookId);
      return { delivery, secret, at: time.read(state.settings.clock) };
    });
    if (due === undefined) return;
    const { delivery, secret, at } = due;
    this.#emit(delivery);
    const { outcome, durationMs } = await makeAttempt(delivery, secret, signal, this.#given);
    // The delivery stays open, for another process to send.
    if (signal.aborted) return;
    const attempt = toDeliveryAttempt(at, durationMs, outcome);
    const settled = await store.transaction(session, async (state) => {
      const found = await state.deliveries.find(id);
      if (found === undefined) return [];
      const attempts = [...found.delivery.attempts, attempt].slice(-mostAttempts);
      const tried = { delivery: { ...found.delivery, attempts }, tries: found.tries + 1 };
      return this.#settle(state, tried, outcome);
    });
    for (const changed of settled) this.#emit(changed);
  }

  /** Stores the outcome of an attempt. @returns the deliveries that it changed */
  async #settle(
    state: SessionState,
    { delivery, tries }: OpenDelivery,
    outcome: Outcome,
  ): Promise<Delivery[]> {
    const finish = async (end: Pick<Delivery, 'state' | 'reason'>): Promise<Delivery[]> => {
      const finished = { ...delivery, ...end };
      await state.deliveries.put({ delivery: finished, tries: 0 }, Number.POSITIVE_INFINITY);
      return [finished];
    };
    if (outcome.kind === 'refused') return finish({ state: 'failed', reason: outcome.reason });
    const { status, retryAfter } =
      outcome.kind === 'answered' ? outcome : { status: 0, retryAfter: undefined };
    if (status >= 200 && status < 300) return finish({ state: 'delivered' });
    if (status === 410) return this.#disable(state, delivery);
    if (isDisabled(state, delivery.webhookId)) return finish({ state: 'failed', reason: gone });
    const schedule = this.#core.readService().contract.assumptions['event-retries'];
    const { timeScale = 10_000 } = this.#given;
    const delay = toRetryDelay(schedule, tries, { timeScale, retryAfter });
    if (delay === undefined)
      return finish({ state: 'failed', reason: `It was tried ${tries} times.` });
    const { time } = this.#core.sessions;
    // A timestamp can only name years up to 9999.
    const next = Math.min(time.read(state.settings.clock) + delay, latestTime);
    const nextAttemptAt = new Date(next).toISOString();
    const pending: Delivery = { ...delivery, state: 'pending', nextAttemptAt };
    const isFrozen = state.settings.clock?.frozenAt !== undefined;
    await state.deliveries.put(
      { delivery: pending, tries },
      isFrozen ? Number.POSITIVE_INFINITY : delay,
    );
    return [pending];
  }

  /** Disables a webhook whose receiver responded with 410. Its waiting deliveries are cancelled too. */
  async #disable(state: SessionState, sent: Delivery): Promise<Delivery[]> {
    const disabled = state.settings.disabledWebhooks ?? [];
    const disabledWebhooks = [...disabled, sent.webhookId.toLowerCase()];
    state.putSettings({ ...state.settings, disabledWebhooks });
    const waiting = (await state.deliveries.list()).flatMap(({ delivery }) =>
      delivery.webhookId === sent.webhookId && delivery.state === 'pending' ? [delivery] : [],
    );
    const failed = [sent, ...waiting].map(({ nextAttemptAt: _, ...delivery }): Delivery => {
      return { ...delivery, state: 'failed', reason: gone };
    });
    for (const delivery of failed)
      await state.deliveries.put({ delivery, tries: 0 }, Number.POSITIVE_INFINITY);
    return failed;
  }

  /** Returns how long a delivery has to wait, in milliseconds: without end while its clock is stopped. */
  #readWait({ settings: { clock } }: SessionState, { state, nextAttemptAt }: Delivery): number {
    if (state !== 'pending' || nextAttemptAt === undefined) return 0;
    const left = Math.max(0, Date.parse(nextAttemptAt) - this.#core.sessions.time.read(clock));
    return left > 0 && clock?.frozenAt !== undefined ? Number.POSITIVE_INFINITY : left;
  }

  /** Arranges the retries of a session anew after its clock was set. */
  #reschedule(session: string): Promise<void> {
    return this.#core.store.transaction(session, async (state) => {
      for (const waiting of await state.deliveries.list())
        if (waiting.delivery.state === 'pending')
          await state.deliveries.put(waiting, this.#readWait(state, waiting.delivery));
    });
  }

  #emit(data: Delivery): void {
    this.#core.events.emit({ type: 'delivery', data });
  }

  /** Returns the public methods for one session. */
  of(session: string): Omit<MockWebhooks, 'subscribe'> {
    return {
      list: () => this.list(session),
      trigger: async (event) => {
        const faults = validators.body('triggerEvent', event);
        if (faults.length > 0) throw new RangeError(refuseInvalidBody(faults).detail);
        return structuredClone(toResult(await this.trigger(session, event)));
      },
      listDeliveries: async () => structuredClone(await this.listDeliveries(session)),
      replay: async (id) => {
        const replayed = await this.replay(session, id);
        return structuredClone(toResult(replayed ?? `Delivery ${id} not found.`));
      },
      settled: (id) => this.#settled(session, id),
    };
  }

  async #settled(session: string, id: string): Promise<Delivery> {
    for (;;) {
      const changed = this.#nextChange(session);
      if (this.#closing.signal.aborted)
        throw new RangeError(`The mock was closed while delivery ${id} was in progress.`);
      // While the store is away, the outcome is unknown.
      const all = await this.listDeliveries(session).catch(() => undefined);
      const delivery = all?.find((each) => each.id === id);
      if (all !== undefined && delivery === undefined)
        throw new RangeError(
          `Delivery ${id} not found in session ${session}. It may have been removed.`,
        );
      if (delivery !== undefined && !isOpen(delivery)) return structuredClone(delivery);
      await changed;
    }
  }

  /** Waits until something in a session has changed, or the mock is closed. */
  #nextChange(session: string): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        unsubscribe();
        this.#closing.signal.removeEventListener('abort', end);
        resolve();
      };
      const unsubscribe = this.#core.events.subscribe(({ data }) => {
        if (data.session === session) end();
      });
      this.#closing.signal.addEventListener('abort', end);
    });
  }

  /** Stops waiting for deliveries. The store passes no more of them to this mock. */
  stop(): void {
    this.#closing.abort();
  }
}

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
  const scaled = Math.round((documented * 1000) / timeScale);
  return Math.max(1, scaled, Math.min(retryAfter, longest));
}

function isDisabled({ settings }: SessionState, webhookId: string): boolean {
  return settings.disabledWebhooks?.includes(webhookId.toLowerCase()) === true;
}

function toSending({ nextAttemptAt: _, reason: __, ...delivery }: Delivery): Delivery {
  return { ...delivery, state: 'sending' };
}

/** Creates an id that is long enough to be unique, as Standard Webhooks requires. */
function createDeliveryId(seed: number, count: number): string {
  const words = [0, 1, 2].map((part) => deriveSeed(seed, `delivery ${part} ${count}`));
  return `msg_${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
}

/** @throws RangeError with the reason if there is no result */
function toResult<Result extends object>(result: Result | string): Result {
  if (typeof result === 'string') throw new RangeError(result);
  return result;
}
