import type { Webhook } from '../../../contract/index.ts';
import type { TraceContext } from '../../mock-request.ts';
import type { Session } from '../../sessions/create-session.ts';
import { createRandom, type Random } from '../../sessions/random-ids.ts';
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

/** The deliveries of one session. */
export class SessionDeliveries {
  readonly #session: Session;
  readonly #shared: SharedDeliveries | undefined;
  readonly #onChange: (delivery: Delivery) => void;
  readonly #kept: ReturnType<typeof keepWebhooks>;
  readonly #random: Random;
  readonly #sender: ReturnType<typeof createSender>;
  readonly #deliveries = new Map<string, Delivery>();
  /** The last save of each delivery: an older state must not overwrite a newer one. */
  readonly #saving = new Map<string, Promise<boolean>>();
  /** Number of tasks whose deliveries are not known here yet. */
  #beginning = 0;

  /** @param onChange called with each delivery that is created or updated */
  constructor(
    session: Session,
    options: Required<WebhookOptions>,
    onChange: (delivery: Delivery) => void,
    shared: SharedDeliveries | undefined,
  ) {
    this.#session = session;
    this.#shared = shared;
    this.#onChange = onChange;
    this.#kept = keepWebhooks(session);
    this.#random = shared?.random ?? continueSeries(session.seed, this.#kept.countIds());
    this.#sender = createSender(session, this.#kept, options, (delivery, tries) =>
      this.#update(delivery, tries),
    );
    for (const open of this.#kept.listOpen()) this.adopt(open);
  }

  #update(delivery: Delivery, tries: number): Promise<boolean> | undefined {
    if (isOpen(delivery)) this.#kept.keepOpen(delivery, tries);
    else this.#kept.close(delivery);
    if (this.#shared === undefined || isOpen(delivery)) this.#forgetOldest();
    else this.#deliveries.delete(delivery.id);
    if (this.#shared !== undefined) return this.#save(this.#shared, delivery, tries);
    this.#onChange(delivery);
    return undefined;
  }

  #save(shared: SharedDeliveries, delivery: Delivery, tries: number): Promise<boolean> {
    const { id } = delivery;
    const copy = structuredClone(delivery);
    const before = this.#saving.get(id) ?? Promise.resolve(true);
    const saved = before.then((isOurs) => isOurs && this.#saveOnce(shared, copy, tries));
    this.#saving.set(id, saved);
    return saved.finally(() => {
      if (this.#saving.get(id) === saved) this.#saving.delete(id);
    });
  }

  /**
   * While the database is unavailable, changes are reported once it is back. A reported change is always in the
   * database.
   */
  async #saveOnce(shared: SharedDeliveries, copy: Delivery, tries: number): Promise<boolean> {
    for (;;) {
      try {
        const isOurs = await shared.save(copy, tries);
        if (isOurs) this.#onChange(copy);
        else this.#deliveries.delete(copy.id);
        return isOurs;
      } catch {
        if (this.#sender.isStopped()) return false;
        await new Promise((resolve) => setTimeout(resolve, 250).unref());
      }
    }
  }

  /** @returns the new deliveries, or why there are none */
  trigger(
    event: WebhookEvent,
    webhooks: readonly Webhook[],
    trace: TraceContext | undefined,
  ): Answer<Delivery[] | string> {
    const { type, workspaceId, data = { workspaceId } } = event;
    const meant = webhooks.filter(
      ({ id, eventType }) => eventType === type && !this.#kept.isDisabled(id),
    );
    const timestamp = new Date(this.#session.clock.read()).toISOString();
    const payload = JSON.stringify({ type, timestamp, data });
    if (Buffer.byteLength(payload) > mostPayload)
      return `The payload is larger than the limit of ${mostPayload} bytes.`;
    if (this.list().filter(isOpen).length + meant.length > mostOpen)
      return `More than ${mostOpen} deliveries would be pending. Reset the session to discard them.`;
    const made = meant.map((webhook) => ({
      ...this.#createDelivery(webhook, timestamp, payload),
      ...trace,
    }));
    if (made.length > 0) this.#kept.setIdCount(this.#kept.countIds() + made.length);
    const shared = this.#shared;
    return whenAnswered(shared === undefined ? made : this.#keepBusy(shared.add(made)), (added) => {
      for (const delivery of added) this.#deliveries.set(delivery.id, delivery);
      for (const delivery of added) this.#sender.start(delivery);
      return added;
    });
  }

  /** Keeps the session in memory until its new deliveries are known here. */
  #keepBusy<T>(task: Promise<T>): Promise<T> {
    this.#beginning += 1;
    // First run everything that depends on the result.
    const end = (): void => {
      setImmediate(() => {
        this.#beginning -= 1;
      });
    };
    task.then(end, end);
    return task;
  }

  #createDelivery(webhook: Webhook, createdAt: string, payload: string): Delivery {
    return {
      id: createId(this.#random),
      webhookId: webhook.id,
      workspaceId: webhook.workspaceId,
      eventType: webhook.eventType,
      url: webhook.url,
      session: this.#session.name,
      state: 'pending',
      createdAt,
      payload,
      attempts: [],
    };
  }

  /** The deliveries that this mock sends or has sent. */
  list(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  find(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  /** @returns undefined if the delivery does not exist, or a sentence if it cannot be sent now */
  replay(id: string): Answer<Delivery | string | undefined> {
    return this.#shared === undefined
      ? this.#replayOwn(this.find(id))
      : this.#keepBusy(this.#replayShared(id, this.#shared));
  }

  #replayOwn(delivery: Delivery | undefined): Delivery | string | undefined {
    const obstacle = delivery && this.#findObstacle(delivery);
    return delivery === undefined || obstacle !== undefined ? obstacle : this.#sendAgain(delivery);
  }

  /** The first mock that takes the delivery over sends it. */
  async #replayShared(
    id: string,
    shared: SharedDeliveries,
  ): Promise<Delivery | string | undefined> {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const own = this.find(id);
      if (own !== undefined) return this.#replayOwn(own);
      const found = await shared.find(this.#session.name, id);
      const obstacle = found && this.#findObstacle(found);
      if (found === undefined || obstacle !== undefined) return obstacle;
      const { nextAttemptAt: _, reason: __, ...others } = found;
      const taken: Delivery = { ...others, state: 'sending' };
      if (await shared.take(found, taken)) return this.#sendAgain(taken);
    }
    return 'Other mocks are changing this delivery. Try again.';
  }

  #findObstacle({ state, webhookId }: Delivery): string | undefined {
    if (state === 'sending') return 'The delivery is being sent. Wait for its response.';
    return this.#kept.isDisabled(webhookId)
      ? 'The receiver responded with 410: this webhook gets no further deliveries.'
      : undefined;
  }

  #sendAgain(delivery: Delivery): Delivery {
    this.#deliveries.set(delivery.id, delivery);
    this.#sender.start(delivery);
    return delivery;
  }

  #forgetOldest(): void {
    const over = this.list().filter((delivery) => !isOpen(delivery));
    for (const { id } of over.slice(0, -mostKept)) this.#deliveries.delete(id);
  }

  /** Resumes a delivery of a mock or a process that has stopped. */
  adopt({ delivery, tries }: OpenDelivery): void {
    this.#deliveries.set(delivery.id, delivery);
    this.#sender.resume(delivery, tries);
  }

  /** Whether this mock has open deliveries. */
  get isBusy(): boolean {
    return this.#deliveries.size > 0 || this.#beginning > 0;
  }

  drain(): Promise<void> {
    return this.#sender.drain();
  }

  stop(): void {
    this.#sender.stop();
  }
}

/**
 * Continues the series of delivery ids. Its random numbers are separate, so that triggering an event does not change the
 * ids of the service.
 * @param count number of ids that were created before
 */
function continueSeries(seed: number, count: number): Random {
  // Passing over very many would take long: a file that was edited by hand may contain any number.
  const isPassedOver = count <= mostPassedOver;
  const series = isPassedOver ? 'deliveries' : `deliveries after ${count}`;
  const random = createRandom(deriveSeed(seed, series));
  for (let at = 0; isPassedOver && at < count; at += 1) createId(random);
  return random;
}

/** Long enough to be unique, as Standard Webhooks requires of ids. */
function createId(random: Random): string {
  const words = [random.next(), random.next(), random.next()];
  return `msg_${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`;
}
