import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { Core } from '../../core.ts';
import { refuseInvalidBody } from '../../http/problems.ts';
import type { TraceContext } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import type { Sharing } from '../../sharing.ts';
import { type Answer, whenAnswered } from '../../store/store.ts';
import { SessionDeliveries } from './deliveries.ts';
import {
  type Delivery,
  isOpen,
  type MockWebhooks,
  type OpenDelivery,
  openDeliveries,
  type RegisteredWebhook,
  type WebhookEvent,
  type WebhookOptions,
} from './delivery.ts';
import { forgetWebhooks, keepWebhooks } from './retries.ts';

const validators = createValidators(schemas);

type WebhooksCore = Pick<Core, 'events' | 'onReset' | 'sessions'> & Partial<Pick<Core, 'sharing'>>;

/** Sends the webhook events of every session of a mock. */
export class Webhooks {
  readonly #core: WebhooksCore;
  readonly #options: Required<WebhookOptions>;
  readonly #open = new Map<string, SessionDeliveries>();
  #isStopped = false;

  /** @param given read again for each attempt */
  constructor(core: WebhooksCore, given: WebhookOptions = {}) {
    this.#core = core;
    this.#options = {
      get timeScale() {
        return given.timeScale ?? 10_000;
      },
      get timeout() {
        return given.timeout ?? 15_000;
      },
      get allowPrivateTargets() {
        return given.allowPrivateTargets ?? false;
      },
    };
    const { sessions, sharing } = core;
    // A reset or removed session sends no more deliveries.
    core.onReset((name) => {
      this.#end(name);
      const session = sessions.find(name);
      if (session !== undefined) forgetWebhooks(session);
      return sharing?.deliveries.clear(name);
    });
    if (sharing !== undefined) this.#share(sharing);
    // Resumes the deliveries that an earlier process left open.
    for (const session of sessions.list())
      if (session.records.list(openDeliveries).length > 0) this.#deliveriesOf(session);
  }

  #share(sharing: Sharing): void {
    const { deliveries } = sharing;
    sharing.onUpkeep(async () => {
      for (const adopted of await deliveries.adopt()) {
        // The database is unavailable again. The next upkeep adopts the delivery.
        await this.#adopt(adopted, sharing).catch(() => deliveries.release(adopted.delivery.id));
      }
      // There may be thousands of sessions; only those with open deliveries stay in memory.
      for (const [name, own] of this.#open) if (!own.isBusy) this.#open.delete(name);
      for (const changed of await deliveries.readChanges()) this.#emit(changed);
    });
    // Another mock may have set the clock, on which the retries depend.
    sharing.watch(() => [...this.#open.keys()]);
  }

  async #adopt(adopted: OpenDelivery, sharing: Sharing): Promise<void> {
    const session = this.#core.sessions.open(adopted.delivery.session);
    if (session instanceof Refusal) throw session;
    await sharing.refresh(session);
    this.#deliveriesOf(session).adopt(adopted);
  }

  #emit(data: Delivery): void {
    this.#core.events.emit({ type: 'delivery', data });
  }

  #deliveriesOf(session: Session): SessionDeliveries {
    const known = this.#open.get(session.name);
    if (known !== undefined) return known;
    const tell = (delivery: Delivery): void => this.#emit(delivery);
    const shared = this.#core.sharing?.deliveries;
    const made = new SessionDeliveries(session, this.#options, tell, shared);
    this.#open.set(session.name, made);
    return made;
  }

  #end(name: string): void {
    this.#open.get(name)?.stop();
    this.#open.delete(name);
  }

  list(session: Session): Answer<RegisteredWebhook[]> {
    const { readSecret, isDisabled } = keepWebhooks(session);
    return whenAnswered(session.store.read(), ({ webhooks }) =>
      webhooks.map(({ webhook: { id, workspaceId, url, eventType } }) => ({
        id,
        workspaceId,
        url,
        eventType,
        secret: readSecret(id),
        disabled: isDisabled(id),
      })),
    );
  }

  /**
   * Sends an event to every webhook of the workspace that is registered for it.
   * @param trace of the request that triggers it
   * @returns the deliveries, which are in progress, or why there are none
   */
  trigger(
    session: Session,
    event: WebhookEvent,
    trace?: TraceContext,
  ): Answer<Delivery[] | string> {
    return whenAnswered(session.store.listWebhooks(event.workspaceId), (records) => {
      const webhooks = records.map(({ webhook }) => webhook);
      return this.#deliveriesOf(session).trigger(event, webhooks, trace);
    });
  }

  /** The last deliveries of a session, oldest first. */
  listDeliveries({ name }: Session): Answer<Delivery[]> {
    return this.#core.sharing?.deliveries.list(name) ?? this.#open.get(name)?.list() ?? [];
  }

  /** Sends the payload of a delivery again. @returns a sentence if it cannot be sent now; undefined if it does not exist */
  replay(session: Session, id: string): Answer<Delivery | string | undefined> {
    const isShared = this.#core.sharing !== undefined;
    const own = isShared ? this.#deliveriesOf(session) : this.#open.get(session.name);
    return own?.replay(id);
  }

  /**
   * Returns the public methods for one session.
   * @throws RangeError when the name is not valid
   */
  of(name: string): Omit<MockWebhooks, 'subscribe'> {
    const session = this.#core.sessions.open(name);
    if (session instanceof Refusal) throw new RangeError(session.detail);
    return {
      list: async () => this.list(session),
      trigger: async (event) => {
        const faults = validators.body('triggerEvent', event);
        if (faults.length > 0) throw new RangeError(refuseInvalidBody(faults).detail);
        return structuredClone(toResult(await this.trigger(session, event)));
      },
      listDeliveries: async () => structuredClone(await this.listDeliveries(session)),
      replay: async (id) => {
        const found = await this.#find(session, id);
        return structuredClone(toResult((await this.replay(session, id)) ?? found));
      },
      settled: (id) => this.#settled(session, id),
    };
  }

  /** @throws RangeError when the delivery is unknown */
  async #find(session: Session, id: string): Promise<Delivery> {
    const { sharing } = this.#core;
    const found =
      sharing === undefined
        ? this.#open.get(session.name)?.find(id)
        : await sharing.deliveries.find(session.name, id);
    if (found === undefined) throw refuseUnknown(session, id);
    return found;
  }

  #settled(session: Session, id: string): Promise<Delivery> {
    const { events, sharing } = this.#core;
    return new Promise((resolve, reject) => {
      const settle = (delivery: Delivery): void => {
        if (isOpen(delivery)) return;
        resolve(structuredClone(delivery));
        stopLooking();
      };
      const fail = (error: unknown): void => {
        // While the database is unavailable, its outcome is unknown: it is looked up again later.
        if (error instanceof Refusal && !this.#isStopped) return;
        reject(this.#isStopped ? refuseUnfollowed(id, error) : error);
        stopLooking();
      };
      const look = (): void => void this.#find(session, id).then(settle, fail);
      // A reset is reported before it has cancelled the deliveries.
      const stopListening = events.subscribe(({ type, data }) => {
        if (type !== 'delivery') queueMicrotask(look);
        else if (data.id === id) settle(data);
      });
      // Another mock may have sent the delivery, which this mock is not told.
      const timer = sharing && setInterval(look, 1000);
      const stopLooking = (): void => {
        stopListening();
        clearInterval(timer);
      };
      look();
    });
  }

  /** Starts no more attempts. @returns when those in progress have ended and are stored */
  async drain(): Promise<void> {
    await Promise.all(Array.from(this.#open.values(), (own) => own.drain()));
  }

  /** Cancels the attempts in progress, and removes all deliveries from memory. */
  stop(): void {
    this.#isStopped = this.#core.sharing !== undefined;
    for (const session of [...this.#open.keys()]) {
      this.#end(session);
      this.#core.events.emit({ type: 'changed', data: { session } });
    }
  }
}

/** @throws RangeError with the reason if there is no result */
function toResult<Result extends object>(result: Result | string): Result {
  if (typeof result === 'string') throw new RangeError(result);
  return result;
}

function refuseUnfollowed(id: string, cause: unknown): RangeError {
  const message = `The mock was closed while delivery ${id} was under way. Other mocks with the same store continue it.`;
  return new RangeError(message, { cause });
}

function refuseUnknown({ name }: Session, id: string): RangeError {
  return new RangeError(`Delivery ${id} not found in session ${name}. It may have been removed.`);
}
