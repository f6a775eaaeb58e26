import { whenAnswered } from '../../store/answer.ts';
import { readTrace } from '../trace-context.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

const closed = 'The mock is closing.';

/** Webhooks, deliveries, and events that are triggered. */
export function createWebhookHandlers({
  webhooks,
  closing,
}: ControlContext): ControlHandlers<
  'listWebhooks' | 'listDeliveries' | 'replayDelivery' | 'triggerEvent'
> {
  // An event that is triggered while the server closes would outlive it.
  const isClosing = (): boolean => closing?.aborted === true;
  return {
    listWebhooks: ({ session }) =>
      whenAnswered(webhooks.list(session), (data) => ({ status: 200 as const, body: { data } })),
    listDeliveries: ({ session }) =>
      whenAnswered(webhooks.listDeliveries(session), (data) => ({
        status: 200 as const,
        body: { data },
      })),
    replayDelivery: ({ session, parameters: { id } }) =>
      whenAnswered(isClosing() ? closed : webhooks.replay(session, id), (delivery) => {
        if (typeof delivery === 'string') return new ControlRefusal('conflict', delivery);
        if (delivery === undefined) {
          const detail = `Delivery ${id} not found in session ${session.name}. It may have been removed.`;
          return new ControlRefusal('not-found', detail);
        }
        return { status: 202 as const, body: delivery };
      }),
    triggerEvent: ({ head, session, body }) =>
      whenAnswered(
        isClosing()
          ? closed
          : webhooks.trigger(
              session,
              body,
              readTrace((name) => head.header(name)),
            ),
        (data) =>
          typeof data === 'string'
            ? new ControlRefusal('conflict', data)
            : { status: 202 as const, body: { data } },
      ),
  };
}
