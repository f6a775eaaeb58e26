import { operationIds } from '../../../contract/index.ts';
import { parseJson } from '../../../contract/resolve-reference.ts';
import { type Disruption, toPairs } from '../../handler.ts';
import type { KeptAnswer } from '../../store/store.ts';
import type { StatusEffect } from '../faults/fault-rule.ts';
import type { JournalFilter } from '../journal/journal-entry.ts';
import { toHar } from '../journal/to-har.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  StreamResult,
  toOk,
} from './control-operation.ts';
import { addRule } from './session-handlers.ts';
import { EventFeed } from './stream-events.ts';

/** Maximum number of simultaneous event streams. */
const mostStreams = 100;

/** Handlers for the requests in the journal. */
export function createJournalHandlers({
  core: { store, events, faults },
}: ControlContext): ControlHandlers<
  'listRequests' | 'clearRequests' | 'streamRequests' | 'exportRequests' | 'repeatAnswer'
> {
  const { journal } = store;
  const feed = new EventFeed(journal, events);
  return {
    listRequests: async ({ parameters }) => {
      assertOperation(parameters);
      return toOk({ data: await journal.list(parameters) });
    },
    exportRequests: async ({ baseUrl, parameters }) => {
      assertOperation(parameters);
      return toOk({ ...toHar(await journal.list(parameters), baseUrl) });
    },
    repeatAnswer: async ({ parameters: { id }, body }) => {
      const record = await journal.find(id);
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
      return addRule(faults, { operation, session: record.session, next: body?.next ?? 1, effect });
    },
    clearRequests: async ({ parameters: { session } }) => {
      await journal.clear(session);
      return { status: 204 };
    },
    streamRequests: async ({ request, parameters }) => {
      assertOperation(parameters);
      if (feed.size >= mostStreams) {
        const detail = `${mostStreams} clients already follow events, which is the maximum. Close one.`;
        return new ControlRefusal('conflict', detail);
      }
      const after = readLastId(request.header('last-event-id'), await journal.readLastId());
      return new StreamResult('text/event-stream', (sink) => feed.add(sink, parameters, after));
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

/**
 * A misspelled name would match nothing, and a test that expects no request would pass.
 * @throws ControlRefusal when the operation is unknown
 */
function assertOperation<Parameters extends { operation?: string | undefined }>(
  parameters: Parameters,
): asserts parameters is Parameters & Pick<JournalFilter, 'operation'> {
  const { operation } = parameters;
  if (operation === undefined || operationIds.some((id) => id === operation)) return;
  const fault = `must be one of ${operationIds.join(', ')}`;
  throw new ControlRefusal('invalid-parameter', `The parameter operation ${fault}.`, {
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
