/*
 * mock/features/control/: the control surface under `/__mock/`, a second contract (`spec/control.yaml`) through the same handler.
 * It imports the other parts of mock/ and the bundled page. Start here: it joins the files of each subject. check-access.ts says
 * who may call it.
 */

import { refuseInvalidBody } from '../../http/steps.ts';
import { toNameable } from '../../sessions/clock.ts';
import { readTrace } from '../../trace.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { ControlHandlers } from './control-handler.ts';
import type { ControlledMock } from './controlled-mock.ts';
import { createInfoHandlers } from './info-handlers.ts';
import { createFaultHandlers, createRequestHandlers } from './request-handlers.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createStateHandlers } from './state-handlers.ts';

/** Creates the handlers of all operations of the control surface. A new operation does not compile until it has one. */
export function createControlHandlers(mock: ControlledMock, webhooks: Webhooks): ControlHandlers {
  return {
    ...createInfoHandlers(mock),
    ...createStateHandlers(mock),
    ...createSessionHandlers(mock),
    ...createRequestHandlers(mock),
    ...createFaultHandlers(mock),
    ...createClockHandlers(mock),
    ...createWebhookHandlers(webhooks),
  };
}

function createClockHandlers({
  clockOf,
}: ControlledMock): ControlHandlers<'readClock' | 'freezeClock' | 'resumeClock' | 'advanceClock'> {
  const readClock = async (session: string) => {
    const clock = clockOf(session);
    return { now: new Date(await clock.read()).toISOString(), frozen: await clock.frozen };
  };
  return {
    readClock: ({ session }) => readClock(session),
    freezeClock: async ({ session, body }) => {
      const at = body?.at === undefined ? undefined : Date.parse(body.at);
      // Neither a leap second nor a year that differs in UTC can be written.
      const detail = 'must be a time in the years 0000 to 9999 in UTC';
      if (at !== undefined && at !== toNameable(at))
        throw refuseInvalidBody([{ pointer: '/at', detail }]);
      await clockOf(session).freeze(at);
      return readClock(session);
    },
    resumeClock: async ({ session }) => {
      await clockOf(session).resume();
      return readClock(session);
    },
    advanceClock: async ({ session, body: { milliseconds } }) => {
      await clockOf(session).advance(milliseconds);
      return readClock(session);
    },
  };
}

function createWebhookHandlers(
  webhooks: Webhooks,
): ControlHandlers<'listWebhooks' | 'listDeliveries' | 'replayDelivery' | 'triggerEvent'> {
  return {
    listWebhooks: async ({ session }) => ({ data: await webhooks.list(session) }),
    listDeliveries: async ({ session }) => ({ data: await webhooks.listDeliveries(session) }),
    replayDelivery: ({ session, parameters: { id } }) => webhooks.replay(session, id),
    triggerEvent: async ({ request, session, body }) => {
      const trace = readTrace((name) => request.header(name));
      return { data: await webhooks.trigger(session, body, trace) };
    },
  };
}
