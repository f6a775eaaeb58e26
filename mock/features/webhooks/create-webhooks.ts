import type { Core } from '../../create-core.ts';
import type { Session } from '../../sessions/create-session.ts';
import { type Answer, whenAnswered } from '../../store/answer.ts';
import type { Delivery, WebhookEvent, WebhookOptions } from './delivery.ts';
import { createSessionDeliveries, type SessionDeliveries } from './session-deliveries.ts';
import { openSessionWebhooks, type SessionWebhooks } from './session-webhooks.ts';
import { createSecret } from './sign.ts';

/** A webhook with what its receiver needs to verify a delivery. */
export interface RegisteredWebhook {
  id: string;
  workspaceId: string;
  url: string;
  eventType: string;
  secret: string;
  /** Whether its receiver answered 410, after which nothing is sent to it. */
  disabled: boolean;
}

/** Webhooks that arrive, for every session of a mock. */
export interface Webhooks {
  list(session: Session): Answer<RegisteredWebhook[]>;
  /**
   * Sends an event to every webhook of the workspace that is registered for it.
   * @returns the deliveries, which are under way, or why there are none
   */
  trigger(session: Session, event: WebhookEvent): Answer<Delivery[] | string>;
  /** The last deliveries of a session, oldest first. */
  listDeliveries(session: Session): Delivery[];
  /** Sends the same payload once more. @returns why not, where it cannot be; undefined when there is no such delivery */
  replay(session: Session, id: string): Delivery | string | undefined;
  /**
   * All of this for one session, for who calls it in process.
   * @throws RangeError when there cannot be such a session
   */
  of(name: string): SessionWebhooks;
  /** Ends what is under way, and forgets all deliveries. */
  stop(): void;
}

/** @param given is read anew for each attempt */
export function createWebhooks(
  core: Pick<Core, 'events' | 'onReset' | 'sessions'>,
  given: WebhookOptions = {},
): Webhooks {
  const { events, onReset } = core;
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
  const emit = (data: Delivery): void => events.emit({ type: 'delivery', data });

  function deliveriesOf(session: Session): SessionDeliveries {
    const known = open.get(session.name);
    if (known !== undefined) return known;
    const made = createSessionDeliveries(session, options, emit);
    open.set(session.name, made);
    return made;
  }

  function end(name: string): void {
    open.get(name)?.stop();
    open.delete(name);
  }

  // A session that starts again, or is no more, owes nobody anything.
  onReset(end);

  const webhooks: Webhooks = {
    of: (name) => openSessionWebhooks(core, webhooks, name),
    list: (session) =>
      whenAnswered(session.store.read(), ({ webhooks }) =>
        webhooks.map(({ webhook: { id, workspaceId, url, eventType } }) => ({
          id,
          workspaceId,
          url,
          eventType,
          secret: createSecret(session.seed, id),
          disabled: open.get(session.name)?.isDisabled(id) ?? false,
        })),
      ),
    trigger: (session, event) =>
      whenAnswered(session.store.listWebhooks(event.workspaceId), (records) =>
        deliveriesOf(session).trigger(
          event,
          records.map(({ webhook }) => webhook),
        ),
      ),
    listDeliveries: (session) => open.get(session.name)?.list() ?? [],
    replay: (session, id) => open.get(session.name)?.replay(id),
    stop: () => {
      for (const session of [...open.keys()]) {
        end(session);
        events.emit({ type: 'changed', data: { session } });
      }
    },
  };
  return webhooks;
}
