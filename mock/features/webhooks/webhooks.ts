/*
 * mock/features/webhooks/: deliveries of events: queue, retries, signature. It imports sessions/, store/ and contract/. Start
 * here; send.ts sends one attempt, delivery.ts has the records and options.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { Contract } from '../../../contract/index.ts';
import { deriveSeed } from '../../../contract/random.ts';
import { guardListener, type MockEvents } from '../../events.ts';
import { findService } from '../../known-services.ts';
import { Refusal } from '../../refusal.ts';
import type { KnownService } from '../../service-port.ts';
import { clockSlot, latestTime } from '../../sessions/clock.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { SessionState, Store } from '../../store/store.ts';
import { defaultSession } from '../../store/store.ts';
import type { TraceContext } from '../../trace.ts';
import {
  createDeliveryRecord,
  type Delivery,
  deliveryIdsSlot,
  deliveryKind,
  disabledSlot,
  isOpen,
  type MockWebhooks,
  type Receiver,
  type RegisteredWebhook,
  type WebhookEvent,
  type WebhookOptions,
  webhookSeedSlot,
} from './delivery.ts';
import type { AttemptOutcome } from './send.ts';

/** Maximum number of open deliveries in a session. */
const mostOpen = 500;

/** Maximum number of finished deliveries that a session keeps when it gets further ones. */
const mostFinished = 200;

/** The largest payload, in bytes. Standard Webhooks recommends less than 20 kB. */
const mostPayload = 65_536;

/** Maximum number of saved attempts of a delivery: it can be replayed without limit. */
const mostAttempts = 50;

/** Delays after each failed attempt in seconds: the only value of the assumption `event-retries`. */
const delays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The longest `Retry-After` that is followed, in milliseconds. */
const longest = 86_400_000;

/** How long to wait for a store that cannot be used, in milliseconds. */
const storeAgain = 500;

const gone = 'The receiver responded with 410: this webhook gets no further deliveries.';

/** What webhooks need of the mock that sends them. */
interface SendingMock {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly events: MockEvents;
  /** Returns the served contract, which can change. */
  readContract(): Contract;
  /** Called with one line for each bug. */
  onError(line: string): void;
}

/** Sends the webhook events of every session of a mock. Deliveries are in the store, which decides when one is due. */
export class Webhooks {
  readonly #core: SendingMock;
  /** Read again for each attempt. */
  readonly #given: WebhookOptions;
  /** Called when the mock is closed. */
  readonly #waiting = new Set<() => void>();

  constructor(core: SendingMock, options: WebhookOptions = {}) {
    this.#core = core;
    this.#given = options;
    core.store.work(async (state, kind, id) => {
      return kind === deliveryKind.name ? this.#begin(state, id) : undefined;
    });
    core.events.subscribe(({ type, data }) => {
      if (type === 'clock') void this.#reschedule(data.session).catch(() => {});
    });
  }

  get #service(): KnownService | undefined {
    return findService(this.#core.readContract());
  }

  /** Contracts of no known service have no webhooks that the mock could send. */
  async #listReceivers(state: SessionState, event?: WebhookEvent): Promise<readonly Receiver[]> {
    return this.#service?.listReceivers(state.records, event) ?? [];
  }

  async list(session: string): Promise<RegisteredWebhook[]> {
    const { createSecret } = await loadSender();
    return this.#core.store.transaction(session, async (state) => {
      const receivers = await this.#listReceivers(state);
      return receivers.map((receiver) => {
        const secret = createSecret(this.#readSeed(state), receiver.id);
        return { ...receiver, secret, disabled: isDisabled(state, receiver.id) };
      });
    });
  }

  /** Returns the seed of the secrets, which stay the same with another seed of the mock after a restart. */
  #readSeed(state: SessionState): number {
    const stored = webhookSeedSlot.read(state.settings);
    const webhookSeed = stored ?? this.#core.sessions.seedOf(state.name);
    if (stored === undefined) state.putSettings(webhookSeedSlot.write(state.settings, webhookSeed));
    return webhookSeed;
  }

  /**
   * Sends an event to every webhook that is registered for it.
   * @param trace of the request that triggers it
   * @returns the deliveries, which are in progress
   * @throws Refusal when it cannot be sent
   */
  trigger(session: string, event: WebhookEvent, trace?: TraceContext): Promise<Delivery[]> {
    return this.#core.store.transaction(session, async (state) => {
      const timestamp = new Date(this.#readTime(state)).toISOString();
      const { type, data = this.#service?.toEventData(event) } = event;
      const payload = JSON.stringify({ type, timestamp, data });
      const receivers = await this.#listReceivers(state, event);
      const meant = receivers.filter(({ id }) => !isDisabled(state, id));
      const eventTypes = Object.keys(this.#core.readContract().document.webhooks ?? {});
      const all = await deliveryKind.list(state.ownRecords);
      const finished = all.filter(({ value }) => !isOpen(value));
      if (!eventTypes.includes(type))
        throw refuse(`The event type ${type} is none of ${eventTypes.join(', ')}.`);
      if (Buffer.byteLength(payload) > mostPayload)
        throw refuse(`The payload is larger than the limit of ${mostPayload} bytes.`);
      if (all.length - finished.length + meant.length > mostOpen)
        throw refuse(`More than ${mostOpen} deliveries would be pending. Reset the session.`);
      const surplus = Math.max(0, finished.length + meant.length - mostFinished);
      for (const { kind, id } of finished.slice(0, surplus))
        await state.ownRecords.remove(kind, id);
      const deliveries: Delivery[] = [];
      for (const { id: webhookId, ...receiver } of meant) {
        const id = await this.#createId(state);
        const delivery: Delivery = {
          ...receiver,
          id,
          webhookId,
          session,
          state: 'sending',
          createdAt: timestamp,
          payload,
          attempts: [],
          ...trace,
        };
        deliveries.push(delivery);
        await state.ownRecords.insert(createDeliveryRecord(delivery, 0));
        await state.arrange(deliveryKind.name, id, 0);
      }
      return deliveries;
    });
  }

  /** Creates an id that is long enough to be unique, as Standard Webhooks requires. */
  async #createId(state: SessionState): Promise<string> {
    const seed = this.#core.sessions.seedOf(state.name);
    let count = deliveryIdsSlot.read(state.settings) ?? 0;
    let id = '';
    // A delivery with that id may have been restored.
    while (id === '' || (await deliveryKind.find(state.ownRecords, id)) !== undefined) {
      count += 1;
      id = toDeliveryId(seed, count);
    }
    state.putSettings(deliveryIdsSlot.write(state.settings, count));
    return id;
  }

  /** The latest deliveries of a session, oldest first. */
  listDeliveries(session: string): Promise<Delivery[]> {
    return this.#core.store.transaction(
      session,
      async ({ ownRecords }) => {
        const records = await deliveryKind.list(ownRecords);
        return records.map(({ value }) => value);
      },
      { readOnly: true },
    );
  }

  /** Sends the payload of a delivery again. @throws Refusal when it cannot be sent now, or does not exist */
  replay(session: string, id: string): Promise<Delivery> {
    return this.#core.store.transaction(session, async (state) => {
      const record = await deliveryKind.find(state.ownRecords, id);
      if (record === undefined) throw refuseUnknown(session, id);
      if (record.value.state === 'sending')
        throw refuse('The delivery is being sent. Wait for its response.');
      if (isDisabled(state, record.value.webhookId)) throw refuse(gone);
      const delivery = toSending(record.value);
      await this.#replace(state, delivery, 0);
      return delivery;
    });
  }

  /** Changes a delivery, and arranges when it is sent. @param tries number of attempts since it was triggered or replayed */
  async #replace(state: SessionState, delivery: Delivery, tries: number): Promise<void> {
    const wait = isOpen(delivery) ? this.#readWait(state, delivery) : Number.POSITIVE_INFINITY;
    await state.ownRecords.replace(createDeliveryRecord(delivery, tries));
    await state.arrange(deliveryKind.name, delivery.id, wait);
  }

  /** Returns the time of a session, in milliseconds since 1970. */
  #readTime({ settings }: SessionState): number {
    return this.#core.sessions.time.read(clockSlot.read(settings));
  }

  /** Returns how long a delivery has to wait, in milliseconds: without end while its clock is stopped. */
  #readWait({ settings }: SessionState, { nextAttemptAt }: Delivery): number {
    if (nextAttemptAt === undefined) return 0;
    const clock = clockSlot.read(settings);
    const left = Math.max(0, Date.parse(nextAttemptAt) - this.#core.sessions.time.read(clock));
    return left > 0 && clock?.frozenAt !== undefined ? Number.POSITIVE_INFINITY : left;
  }

  /** Arranges the retries of a session anew after its clock was set. */
  #reschedule(session: string): Promise<void> {
    return this.#core.store.transaction(session, async (state) => {
      for (const { value, hidden } of await deliveryKind.list(state.ownRecords))
        if (value.state === 'pending') await this.#replace(state, value, hidden.tries);
    });
  }

  /** Begins the attempt of a delivery, if it is due. */
  async #begin(state: SessionState, id: string) {
    const { time } = this.#core.sessions;
    const record = await deliveryKind.find(state.ownRecords, id);
    if (record === undefined || !isOpen(record.value)) return undefined;
    const left = this.#readWait(state, record.value);
    // Real time counts for a clock that advances with requests.
    if (left > 0 && !(time.isStepping && Number.isFinite(left))) {
      await state.arrange(deliveryKind.name, id, left);
      return undefined;
    }
    const delivery = toSending(record.value);
    await state.ownRecords.replace(createDeliveryRecord(delivery, record.hidden.tries));
    const seed = this.#readSeed(state);
    const at = new Date(this.#readTime(state)).toISOString();
    return (signal: AbortSignal) => this.#attempt(delivery, seed, at, signal);
  }

  /** @param at the time of the attempt, by the clock of the session */
  async #attempt(sent: Delivery, seed: number, at: string, signal: AbortSignal): Promise<void> {
    const { store } = this.#core;
    const { createSecret, makeAttempt } = await loadSender();
    this.#emit(sent);
    const secret = createSecret(seed, sent.webhookId);
    const outcome = await makeAttempt(sent, secret, signal, this.#given);
    // The delivery stays open, for another process to send.
    if (signal.aborted) return;
    const settled = await whenStored(signal, async () => {
      // A session that was deleted meanwhile is not created again.
      if ((await store.readSettings(sent.session)).own === undefined) return [];
      return store.transaction(sent.session, async (state) => {
        const record = await deliveryKind.find(state.ownRecords, sent.id);
        // It was removed, or another process took it over and has finished it.
        if (record === undefined || !isOpen(record.value)) return [];
        const { retryAfter: _, isRefused: __, ...attempt } = outcome;
        const attempts = [...record.value.attempts, { at, ...attempt }];
        const delivery = { ...record.value, attempts: attempts.slice(-mostAttempts) };
        return this.#settle(state, delivery, record.hidden.tries + 1, outcome);
      });
    });
    for (const changed of settled) this.#emit(changed);
  }

  /** Stores the outcome of an attempt. @returns the deliveries that it changed */
  async #settle(
    state: SessionState,
    delivery: Delivery,
    tries: number,
    { status = 0, error, isRefused, retryAfter }: AttemptOutcome,
  ): Promise<Delivery[]> {
    /** Ends this delivery and others: they have failed if there is a reason. */
    const finish = async (reason?: string, cancelled: Delivery[] = []): Promise<Delivery[]> => {
      const finished = [delivery, ...cancelled].map(({ nextAttemptAt: _, ...ended }): Delivery => {
        return reason ? { ...ended, state: 'failed', reason } : { ...ended, state: 'delivered' };
      });
      for (const ended of finished) await this.#replace(state, ended, 0);
      return finished;
    };
    const { webhookId } = delivery;
    if (isRefused) return finish(error);
    if (status >= 200 && status < 300) return finish();
    if (status === 410) {
      // The webhook is disabled, and its waiting deliveries are cancelled too.
      const disabled = disabledSlot.read(state.settings) ?? [];
      const nowDisabled = [...disabled, webhookId.toLowerCase()];
      state.putSettings(disabledSlot.write(state.settings, nowDisabled));
      const records = await deliveryKind.list(state.ownRecords);
      const waiting = records
        .map(({ value }) => value)
        .filter((candidate) => candidate.webhookId === webhookId && candidate.state === 'pending');
      return finish(gone, waiting);
    }
    if (isDisabled(state, webhookId)) return finish(gone);
    const { timeScale = 10_000 } = this.#given;
    const delay = toRetryDelay(tries, { timeScale, retryAfter });
    if (delay === undefined) return finish(`It was tried ${tries} times.`);
    // A timestamp can only name years up to 9999.
    const next = Math.min(this.#readTime(state) + delay, latestTime);
    const nextAttemptAt = new Date(next).toISOString();
    const pending: Delivery = { ...delivery, state: 'pending', nextAttemptAt };
    await this.#replace(state, pending, tries);
    return [pending];
  }

  #emit(data: Delivery): void {
    this.#core.events.emit({ type: 'delivery', data });
  }

  /** Returns the public methods for one session. */
  of(session: string = defaultSession): MockWebhooks {
    const { events, onError } = this.#core;
    return {
      list: () => this.list(session),
      trigger: (event) => toPublic(this.trigger(session, event)),
      listDeliveries: () => toPublic(this.listDeliveries(session)),
      replay: (id) => toPublic(this.replay(session, id)),
      settled: (id) => toPublic(this.#settled(session, id)),
      subscribe: (listener) => {
        const tell = guardListener(listener, 'a listener of the webhooks', onError);
        return events.subscribe(({ type, data }) => {
          if (type === 'delivery' && data.session === session) tell(structuredClone(data));
        });
      },
    };
  }

  #settled(session: string, id: string): Promise<Delivery> {
    return new Promise((resolve, reject) => {
      const look = async (): Promise<void> => {
        // A deleted session is not created again.
        const { own } = await this.#core.store.readSettings(session);
        if (own === undefined) throw refuseUnknown(session, id);
        const all = await this.listDeliveries(session);
        const delivery = all.find((candidate) => candidate.id === id);
        if (delivery === undefined) throw refuseUnknown(session, id);
        if (!isOpen(delivery)) end(() => resolve(delivery));
      };
      // The timers of retries let a program end, but not one that waits for them.
      const alive = setInterval(() => {}, 60_000);
      const end = (settle: () => void): void => {
        clearInterval(alive);
        unsubscribe();
        this.#waiting.delete(close);
        settle();
      };
      const fail = (error: unknown): void => end(() => reject(error));
      const close = (): void =>
        fail(refuse(`The mock was closed while delivery ${id} was in progress.`));
      const unsubscribe = this.#core.events.subscribe(({ data }) => {
        if (data.session === session) look().catch(fail);
      });
      this.#waiting.add(close);
      look().catch(fail);
    });
  }

  /** Stops waiting for deliveries. The store passes no more of them to this mock. */
  stop(): void {
    for (const close of this.#waiting) close();
  }
}

/** Tries again while the store cannot be used: otherwise the event would be sent again, or its delivery never end. */
async function whenStored<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await pause(storeAgain, undefined, { ref: false, signal });
    }
  }
}

/** Loaded with the first event, because most mocks send none. */
const loadSender = () => import('./send.ts');

/**
 * Returns the delay before the next retry in milliseconds; undefined after the last retry. `Retry-After` is never
 * shortened by the time scale, because its seconds are real time.
 * @param failed number of failed attempts
 */
export function toRetryDelay(
  failed: number,
  { timeScale, retryAfter = 0 }: { timeScale: number; retryAfter?: number | undefined },
): number | undefined {
  const documented = delays[failed - 1];
  if (documented === undefined) return undefined;
  const scaled = Math.round((documented * 1000) / timeScale);
  return Math.max(1, scaled, Math.min(retryAfter, longest));
}

function toDeliveryId(seed: number, count: number): string {
  const words = [0, 1, 2].map((part) => deriveSeed(seed, `delivery ${part} ${count}`));
  return `msg_${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
}

function isDisabled({ settings }: SessionState, webhookId: string): boolean {
  return disabledSlot.read(settings)?.includes(webhookId.toLowerCase()) === true;
}

function toSending({ nextAttemptAt: _, reason: __, ...delivery }: Delivery): Delivery {
  return { ...delivery, state: 'sending' };
}

function refuse(detail: string): Refusal<'conflict'> {
  return new Refusal('conflict', detail);
}

function refuseUnknown(session: string, id: string): Refusal<'not-found'> {
  const detail = `Delivery ${id} not found in session ${session}. It may have been removed.`;
  return new Refusal('not-found', detail);
}

/** Copies a result for a caller in process. @throws RangeError with the detail of a refusal */
async function toPublic<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return structuredClone(await promise);
  } catch (error) {
    throw error instanceof Refusal ? new RangeError(error.detail) : error;
  }
}
