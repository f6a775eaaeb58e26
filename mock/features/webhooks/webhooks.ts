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

/** Webhooks that arrive, for every session of a mock. */
export class Webhooks {
  readonly #core: WebhooksCore;
  readonly #options: Required<WebhookOptions>;
  readonly #open = new Map<string, SessionDeliveries>();
  #isStopped = false;

  /** @param given is read anew for each attempt */
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
    // A session that was reset or removed has no more deliveries to make.
    core.onReset((name) => {
      this.#end(name);
      const session = sessions.find(name);
      if (session !== undefined) forgetWebhooks(session);
      return sharing?.deliveries.clear(name);
    });
    if (sharing !== undefined) this.#share(sharing);
    // What a process owed that has ended.
    for (const session of sessions.list())
      if (session.records.list(openDeliveries).length > 0) this.#deliveriesOf(session);
  }

  #share(sharing: Sharing): void {
    const { deliveries } = sharing;
    sharing.onUpkeep(async () => {
      for (const adopted of await deliveries.adopt()) {
        // The database went away again. It is adopted once more when it is back.
        await this.#adopt(adopted, sharing).catch(() => deliveries.release(adopted.delivery.id));
      }
      // Of thousands of sessions, only those that have something to send are kept here.
      for (const [name, own] of this.#open) if (!own.isBusy) this.#open.delete(name);
      for (const changed of await deliveries.readChanges()) this.#emit(changed);
    });
    // Another mock may have moved the clock that retries go by.
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

  /** Sends the same payload once more. @returns why not, where it cannot be; undefined when there is no such delivery */
  replay(session: Session, id: string): Answer<Delivery | string | undefined> {
    const isShared = this.#core.sharing !== undefined;
    const own = isShared ? this.#deliveriesOf(session) : this.#open.get(session.name);
    return own?.replay(id);
  }

  /**
   * All of this for one session, as it is used in process.
   * @throws RangeError when there cannot be such a session
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
        // A database that is away keeps the delivery; what became of it is known once it is back.
        if (error instanceof Refusal && !this.#isStopped) return;
        reject(this.#isStopped ? refuseUnfollowed(id, error) : error);
        stopLooking();
      };
      const look = (): void => void this.#find(session, id).then(settle, fail);
      // A reset tells of itself before it has ended the deliveries.
      const stopListening = events.subscribe(({ type, data }) => {
        if (type !== 'delivery') queueMicrotask(look);
        else if (data.id === id) settle(data);
      });
      // Other mocks may know more than what was told here.
      const timer = sharing && setInterval(look, 1000);
      const stopLooking = (): void => {
        stopListening();
        clearInterval(timer);
      };
      look();
    });
  }

  /** Begins no attempt any more. @returns when those under way have ended, and are kept */
  async drain(): Promise<void> {
    await Promise.all(Array.from(this.#open.values(), (own) => own.drain()));
  }

  /** Ends what is under way, and forgets all deliveries. */
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
