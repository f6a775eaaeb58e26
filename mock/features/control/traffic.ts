import { operationIds } from '../../../contract/index.ts';
import { parseJson } from '../../../contract/resolve-reference.ts';
import { type Disruption, readTrace, toPairs } from '../../mock-request.ts';
import { whenAnswered } from '../../store/store.ts';
import type { StatusEffect } from '../faults/fault-rule.ts';
import type { JournalFilter } from '../journal/journal-entry.ts';
import type { KeptAnswer } from '../journal/journal-record.ts';
import { toHar } from '../journal/to-har.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  StreamResult,
  toDone,
  toList,
  toOk,
} from './control-operation.ts';
import { addRule } from './session-handlers.ts';
import { checkDraft } from './state.ts';
import { EventFeed } from './stream-events.ts';

/** Maximum number of simultaneous event streams. */
const mostStreams = 100;

export function createRequestHandlers({
  core: { core, journal, events, faults },
}: ControlContext): ControlHandlers<
  | 'listRequests'
  | 'clearRequests'
  | 'streamRequests'
  | 'exportRequests'
  | 'checkRequest'
  | 'repeatAnswer'
> {
  const feed = new EventFeed(journal, events);
  return {
    listRequests: ({ parameters }) =>
      refuseUnknownOperation(parameters) ?? toList(journal.list(parameters)),
    exportRequests: ({ baseUrl, parameters }) =>
      refuseUnknownOperation(parameters) ??
      toOk(journal.list(parameters), (entries) => ({ ...toHar(entries, baseUrl) })),
    checkRequest: ({ session, body }) => ({
      status: 200,
      body: checkDraft(session, body, core.contract),
    }),
    repeatAnswer: ({ parameters: { id }, body }) =>
      whenAnswered(journal.find(id), (record) => {
        if (record === undefined) {
          const detail = `Request ${id} not found in the journal. It may have been removed.`;
          return new ControlRefusal('not-found', detail);
        }
        const operation = record.wholeReply?.operation;
        const effect = toEffect(record);
        if (typeof effect === 'string') return new ControlRefusal('conflict', effect);
        if (operation === undefined) {
          const detail = `Request ${id} does not match an operation of the contract, so a rule cannot match the next one.`;
          return new ControlRefusal('conflict', detail);
        }
        const rule = { operation, session: record.session, next: body?.next ?? 1, effect };
        return addRule(faults, rule);
      }),
    clearRequests: ({ parameters: { session } }) => toDone(journal.clear(session)),
    streamRequests: ({ head, parameters }) => {
      const refusal = refuseUnknownOperation(parameters);
      if (refusal !== undefined) return refusal;
      if (feed.size >= mostStreams) {
        const detail = `${mostStreams} clients already follow events, which is the maximum. Close one.`;
        return new ControlRefusal('conflict', detail);
      }
      return whenAnswered(journal.readLastId(), (newest) => {
        const after = readLastId(head.header('last-event-id'), newest);
        return new StreamResult('text/event-stream', (sink) => feed.add(sink, parameters, after));
      });
    },
  };
}

/** Returns the id of the last request that a client knows; undefined for a new client. */
function readLastId(lastEventId: string | undefined, newest: number): number | undefined {
  const last = Number(lastEventId || Number.NaN);
  if (!Number.isSafeInteger(last) || last < 0) return undefined;
  // The id comes from another mock at this address, so all requests of this mock are newer.
  return last > newest ? 0 : last;
}

/** A misspelled name would match nothing, and a test that expects no request would pass. */
function refuseUnknownOperation({ operation }: JournalFilter): ControlRefusal | undefined {
  if (operation === undefined || operationIds.some((id) => id === operation)) return undefined;
  const fault = `must be one of ${operationIds.join(', ')}`;
  return new ControlRefusal('invalid-parameter', `The parameter operation ${fault}.`, {
    faults: [{ parameter: 'operation', detail: fault }],
  });
}

/** Headers of a single response, of the connection, or for the requesting page. */
const ownHeaders =
  /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|date|vary|access-control-.*|x-mock-fault|preference-applied|ratelimit.*)$/i;

/** Returns the effect of a rule that repeats the response, or the reason why that is impossible. */
function toEffect(record: KeptAnswer): StatusEffect | { kind: Disruption } | string {
  const reply = record.wholeReply;
  if (reply === undefined)
    return `The journal does not have the complete response to request ${record.id}: it is too long or too old, or several mocks share the journal, which then keeps no secrets.`;
  const { status, headers, body, injected } = reply;
  if (injected?.disruption !== undefined) return { kind: injected.disruption };
  const kept = Object.fromEntries(toPairs(headers).filter(([name]) => !ownHeaders.test(name)));
  const hasBody =
    body !== undefined && body !== '' && status >= 200 && ![204, 205, 304].includes(status);
  return { kind: 'status', status, headers: kept, ...(hasBody ? { body: readBody(body) } : {}) };
}

/** Returns the value of JSON text, which is easier to read and to change. */
function readBody(text: string): unknown {
  const value = parseJson(text);
  return JSON.stringify(value) === text ? value : text;
}

const closed = 'The mock is closing.';

/** Handlers for webhooks, deliveries and triggered events. */
export function createWebhookHandlers({
  webhooks,
  closing,
}: ControlContext): ControlHandlers<
  'listWebhooks' | 'listDeliveries' | 'replayDelivery' | 'triggerEvent'
> {
  // An event that is triggered while the server closes would be sent after it has closed.
  const isClosing = (): boolean => closing?.aborted === true;
  return {
    listWebhooks: ({ session }) => toList(webhooks.list(session)),
    listDeliveries: ({ session }) => toList(webhooks.listDeliveries(session)),
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
