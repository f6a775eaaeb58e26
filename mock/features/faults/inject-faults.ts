import type { Contract, OperationId } from '../../../contract/index.ts';
import type { Middleware, Reaction, ReadRequest } from '../../middleware.ts';
import type { MockReply } from '../../mock-request.ts';
import type { Session } from '../../sessions/create-session.ts';
import {
  type Asked,
  addHeader,
  filterHeaders,
  listReplyExamples,
  type NamedExample,
  replaceBody,
  showExample,
  writeStatus,
} from '../status-replies.ts';
import type { Injection, RateLimit, StatusEffect, Verdict } from './fault-rule.ts';

const reason = 'This fault was injected by a rule of the mock.';

/**
 * Creates the middleware that makes requests fail. All effects except latency are decided before the operation runs, so
 * they never change the state.
 * @param judge decides which rules apply to a request
 */
export function createInjector(
  readContract: () => Contract,
  judge: (session: Session, operation: OperationId | undefined) => Verdict,
): Middleware {
  return { onRequest };

  function onRequest({ head, session, opened }: ReadRequest): MockReply | Reaction | undefined {
    // If the preflight failed, the page would not see the fault.
    if (head.method === 'OPTIONS' || session === undefined) return undefined;
    const operation = 'status' in opened ? opened.operation : opened.operation.id;
    const { injection, limits } = judge(session, operation);
    if (injection === undefined && limits.length === 0) return undefined;
    const finish = (reply: MockReply): MockReply =>
      addLimits(injection === undefined ? reply : mark(reply, injection), limits);
    const isOpen = !('status' in opened);
    const instead = injection && replace({ head, operation }, session, isOpen, injection);
    if (instead !== undefined) return finish(instead);
    return 'status' in opened ? finish(opened) : { onReply: finish };
  }

  /** @returns the reply that replaces that of the operation; undefined if that reply is only changed */
  function replace(
    asked: Asked,
    session: Session,
    isOpen: boolean,
    { rule: { effect }, retryAfter }: Injection,
  ): MockReply | undefined {
    const contract = readContract();
    switch (effect.kind) {
      case 'latency':
        return undefined;
      case 'status':
        return writeEffect(contract, session, asked, effect);
      case 'rateLimit': {
        const why = `Too many requests. Try again in ${retryAfter} s.`;
        const reply = writeStatus(contract, session, asked, { status: 429, reason: why });
        return addHeader(reply, 'Retry-After', String(retryAfter));
      }
      case 'truncate': {
        // A read has no effect, so its real response can be truncated; a write uses the example in the document.
        const isSafe = asked.head.method === 'GET' || asked.head.method === 'HEAD';
        if (isSafe || !isOpen) return undefined;
        const empty = writeStatus(contract, session, asked, { status: 500, reason });
        const [example] = findExamples(contract, asked.operation);
        return example === undefined ? empty : showExample(empty, example);
      }
      case 'reset':
      case 'hang':
        return isOpen ? writeStatus(contract, session, asked, { status: 500, reason }) : undefined;
    }
  }
}

/** Returns the successful examples in the document. */
function findExamples(contract: Contract, id: OperationId | undefined): NamedExample[] {
  const operation = contract.operations.find((each) => each.id === id);
  return operation === undefined
    ? []
    : listReplyExamples(contract, operation).filter(({ status }) => status < 300);
}

/** Writes the reply of a rule: its own body, an example of the contract below 400, or a problem. */
function writeEffect(
  contract: Contract,
  session: Session,
  asked: Asked,
  { status, problem, headers = {}, body }: StatusEffect,
): MockReply {
  let reply = writeStatus(contract, session, asked, { status, problem, reason });
  if (body !== undefined) {
    const isText = typeof body === 'string';
    const mediaType = isText ? 'text/plain; charset=utf-8' : 'application/json';
    reply = replaceBody(reply, status, mediaType, isText ? body : JSON.stringify(body));
  } else if (status < 300) {
    const example = findExamples(contract, asked.operation).find((each) => each.status === status);
    if (example !== undefined) reply = showExample(reply, example);
  }
  for (const [name, value] of Object.entries(headers))
    reply = addHeader(removeHeader(reply, name), name, value);
  return reply;
}

function removeHeader(reply: MockReply, name: string): MockReply {
  const isOther = (each: string) => each.toLowerCase() !== name.toLowerCase();
  return { ...reply, headers: filterHeaders(reply, isOther) };
}

/** Adds headers with the remaining requests of a window (draft-ietf-httpapi-ratelimit-headers). */
function addLimits(reply: MockReply, limits: readonly RateLimit[]): MockReply {
  if (limits.length === 0) return reply;
  const policies = limits.map(({ rule: { id }, requests, windowMs }) => {
    return `"${id}";q=${requests};w=${Math.ceil(windowMs / 1000)}`;
  });
  const states = limits.map(({ rule: { id }, left, seconds }) => `"${id}";r=${left};t=${seconds}`);
  const withPolicy = addHeader(reply, 'RateLimit-Policy', policies.join(', '));
  return addHeader(withPolicy, 'RateLimit', states.join(', '));
}

/** Adds the fault to a reply, and the disruption for the adapter. */
function mark(reply: MockReply, { rule, effect, delayMs }: Injection): MockReply {
  const { kind } = rule.effect;
  const marked = addHeader(reply, 'X-Mock-Fault', effect);
  const disrupts = kind === 'reset' || kind === 'truncate' || kind === 'hang';
  return {
    ...marked,
    ...(delayMs > 0 && { delayMs: delayMs + (reply.delayMs ?? 0) }),
    injected: { id: rule.id, effect, ...(disrupts && { disruption: kind }) },
  };
}
