import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { Core } from '../../create-core.ts';
import { refuseInvalidBody } from '../../http/invalid.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import type { Webhooks } from './create-webhooks.ts';
import type { Delivery } from './delivery.ts';
import type { MockWebhooks } from './mock-webhooks.ts';

export type SessionWebhooks = Omit<MockWebhooks, 'subscribe'>;

const validators = createValidators(schemas);

/**
 * What the control surface offers for the webhooks of a session, for who calls it in process.
 * @throws RangeError when there cannot be such a session
 */
export function openSessionWebhooks(
  { sessions, events }: Pick<Core, 'sessions' | 'events'>,
  webhooks: Webhooks,
  name: string,
): SessionWebhooks {
  const session = sessions.open(name);
  if (session instanceof Refusal) throw new RangeError(session.detail);
  const find = (id: string): Delivery => {
    const found = webhooks.listDeliveries(session).find((delivery) => delivery.id === id);
    if (found === undefined) throw refuseUnknown(session, id);
    return found;
  };
  return {
    list: async () => webhooks.list(session),
    trigger: async (event) => {
      const faults = validators.body('triggerEvent', event);
      if (faults.length > 0) throw new RangeError(refuseInvalidBody(faults).detail);
      return structuredClone(toResult(await webhooks.trigger(session, event)));
    },
    listDeliveries: async () => structuredClone(webhooks.listDeliveries(session)),
    replay: async (id) => {
      find(id);
      return structuredClone(toResult(webhooks.replay(session, id) ?? find(id)));
    },
    settled: (id) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          try {
            const delivery = find(id);
            if (isOpen(delivery)) return;
            resolve(structuredClone(delivery));
          } catch (error) {
            reject(error);
          }
          end();
        };
        // A reset tells of itself before it has ended the deliveries.
        const end = events.subscribe(() => queueMicrotask(look));
        look();
      }),
  };
}

function isOpen({ state }: Delivery): boolean {
  return state === 'pending' || state === 'sending';
}

/** @throws RangeError saying why there is no result */
function toResult<Result extends object>(result: Result | string): Result {
  if (typeof result === 'string') throw new RangeError(result);
  return result;
}

function refuseUnknown({ name }: Session, id: string): RangeError {
  return new RangeError(`The session ${name} has no delivery ${id}. It may be too long ago.`);
}
