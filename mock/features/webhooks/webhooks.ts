import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { Core } from '../../core.ts';
import { refuseInvalidBody } from '../../http/problems.ts';
import type { TraceContext } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import type { Sharing } from '../../sharing.ts';
import { type Answer, isPromise, whenAnswered } from '../../store/store.ts';
import { createSessionDeliveries, type SessionDeliveries } from './deliveries.ts';
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

/** Webhooks that arrive, for every session of a mock. */
export interface Webhooks {
  list(session: Session): Answer<RegisteredWebhook[]>;
  /**
   * Sends an event to every webhook of the workspace that is registered for it.
   * @param trace of the request that triggers it
   * @returns the deliveries, which are in progress, or why there are none
   */
  trigger(session: Session, event: WebhookEvent, trace?: TraceContext): Answer<Delivery[] | string>;
  /** The last deliveries of a session, oldest first. */
  listDeliveries(session: Session): Answer<Delivery[]>;
  /** Sends the same payload once more. @returns why not, where it cannot be; undefined when there is no such delivery */
  replay(session: Session, id: string): Answer<Delivery | string | undefined>;
  /**
   * All of this for one session, as it is used in process.
   * @throws RangeError when there cannot be such a session
   */
  of(name: string): Omit<MockWebhooks, 'subscribe'>;
  /** Begins no attempt any more. @returns when those under way have ended, and are kept */
  drain(): Promise<void>;
  /** Ends what is under way, and forgets all deliveries. */
  stop(): void;
}

/** @param given is read anew for each attempt */
export function createWebhooks(
  core: Pick<Core, 'events' | 'onReset' | 'sessions'> & { sharing?: Core['sharing'] },
  given: WebhookOptions = {},
): Webhooks {
  const { events, onReset, sessions, sharing } = core;
  const options: Required<WebhookOptions> = {
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
  const open = new Map<string, SessionDeliveries>();
  let isStopped = false;
  const emit = (data: Delivery): void => events.emit({ type: 'delivery', data });

  function deliveriesOf(session: Session): SessionDeliveries {
    const known = open.get(session.name);
    if (known !== undefined) return known;
    const made = createSessionDeliveries(session, options, emit, sharing?.deliveries);
    open.set(session.name, made);
    return made;
  }

  function end(name: string): void {
    open.get(name)?.stop();
    open.delete(name);
  }

  // A session that was reset or removed has no more deliveries to make.
  onReset((name) => {
    end(name);
    const session = sessions.find(name);
    if (session !== undefined) forgetWebhooks(session);
    return sharing?.deliveries.clear(name);
  });

  if (sharing !== undefined) shareDeliveries(sharing);

  function shareDeliveries(sharing: Sharing): void {
    const { deliveries } = sharing;
    sharing.onUpkeep(async () => {
      for (const adopted of await deliveries.adopt()) {
        // The database went away again. It is adopted once more when it is back.
        await adopt(adopted).catch(() => deliveries.release(adopted.delivery.id));
      }
      // Of thousands of sessions, only those that have something to send are kept here.
      for (const [name, own] of open) if (!own.isBusy) open.delete(name);
      for (const changed of await deliveries.readChanges()) emit(changed);
    });
    // Another mock may have moved the clock that retries go by.
    sharing.watch(() => [...open.keys()]);

    async function adopt(adopted: OpenDelivery): Promise<void> {
      const session = sessions.open(adopted.delivery.session);
      if (session instanceof Refusal) throw session;
      await sharing.refresh(session);
      deliveriesOf(session).adopt(adopted);
    }
  }

  function of(name: string): Omit<MockWebhooks, 'subscribe'> {
    const session = sessions.open(name);
    if (session instanceof Refusal) throw new RangeError(session.detail);
    const find = (id: string): Answer<Delivery> => {
      const known =
        sharing === undefined
          ? open.get(name)?.list()
          : whenAnswered(sharing.deliveries.find(name, id), (each) => each && [each]);
      return whenAnswered(known ?? [], (all = []) => {
        const found = all.find((delivery) => delivery.id === id);
        if (found === undefined) throw refuseUnknown(session, id);
        return found;
      });
    };
    return {
      list: async () => webhooks.list(session),
      trigger: async (event) => {
        const faults = validators.body('triggerEvent', event);
        if (faults.length > 0) throw new RangeError(refuseInvalidBody(faults).detail);
        return structuredClone(toResult(await webhooks.trigger(session, event)));
      },
      listDeliveries: async () => structuredClone(await webhooks.listDeliveries(session)),
      replay: async (id) => {
        const found = await find(id);
        return structuredClone(toResult((await webhooks.replay(session, id)) ?? found));
      },
      settled: (id) =>
        new Promise((resolve, reject) => {
          const settle = (delivery: Delivery): void => {
            if (isOpen(delivery)) return;
            resolve(structuredClone(delivery));
            stopLooking();
          };
          const fail = (error: unknown): void => {
            // A database that is away keeps the delivery; what became of it is known once it is back.
            if (error instanceof Refusal && !isStopped) return;
            reject(isStopped ? refuseUnfollowed(id, error) : error);
            stopLooking();
          };
          const look = (): void => {
            try {
              const found = find(id);
              if (isPromise(found)) found.then(settle, fail);
              else settle(found);
            } catch (error) {
              fail(error);
            }
          };
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
        }),
    };
  }

  const webhooks: Webhooks = {
    of,
    list: (session) =>
      whenAnswered(session.store.read(), ({ webhooks }) =>
        webhooks.map(({ webhook: { id, workspaceId, url, eventType } }) => ({
          id,
          workspaceId,
          url,
          eventType,
          secret: keepWebhooks(session).readSecret(id),
          disabled: keepWebhooks(session).isDisabled(id),
        })),
      ),
    trigger: (session, event, trace) =>
      whenAnswered(session.store.listWebhooks(event.workspaceId), (records) =>
        deliveriesOf(session).trigger(
          event,
          records.map(({ webhook }) => webhook),
          trace,
        ),
      ),
    listDeliveries: (session) =>
      sharing?.deliveries.list(session.name) ?? open.get(session.name)?.list() ?? [],
    replay: (session, id) =>
      (sharing === undefined ? open.get(session.name) : deliveriesOf(session))?.replay(id),
    drain: async () => {
      await Promise.all(Array.from(open.values(), (own) => own.drain()));
    },
    stop: () => {
      isStopped = sharing !== undefined;
      for (const session of [...open.keys()]) {
        end(session);
        events.emit({ type: 'changed', data: { session } });
      }
    },
  };
  // What a process owed that has ended.
  for (const session of sessions.list())
    if (session.records.list(openDeliveries).length > 0) deliveriesOf(session);
  return webhooks;
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
