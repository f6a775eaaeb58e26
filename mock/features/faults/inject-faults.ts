import type { OperationId } from '../../../contract/index.ts';
import type { Middleware, MockReply, MockRequest } from '../../handler.ts';
import type { Service } from '../../service.ts';
import { everySession, type Store } from '../../store/store.ts';
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
import { judge } from './create-faults.ts';
import type { FaultsState, Injection, RateLimit, StatusEffect, Verdict } from './fault-rule.ts';

const reason = 'This fault was injected by a rule of the mock.';

/**
 * Creates the middleware that makes requests fail. All effects except latency and truncated reads replace the operation,
 * so they never change the state.
 * @param initial the state of the rules before any change
 */
export function injectFaults(
  store: Store,
  readService: () => Service,
  initial: FaultsState,
): Middleware {
  return (request, next) => {
    const { rules } = request.session?.shared.faults ?? initial;
    // If the preflight failed, the page would not see the fault.
    return rules.length === 0 || request.method === 'OPTIONS' || request.refusal !== undefined
      ? next(request)
      : inject(request, next);
  };

  async function inject(
    request: MockRequest,
    next: (request: MockRequest) => Promise<MockReply>,
  ): Promise<MockReply> {
    const service = readService();
    const operation = service.findOperation(request)?.id;
    const { injection, limits } = await judgeRequest(request, operation);
    const instead = injection && replaceReply(service, request, operation, injection);
    const reply = instead ?? (await next(request));
    return addLimits(injection === undefined ? reply : mark(reply, injection), limits);
  }

  async function judgeRequest(
    { session }: MockRequest,
    operation: OperationId | undefined,
  ): Promise<Verdict> {
    if (session === undefined) return { injection: undefined, limits: [] };
    const { name, now } = session;
    return store.transaction(everySession, async (state) => {
      const request = { session: name, operation, now, seed: store.seed };
      const judged = judge(state.settings.faults ?? initial, request);
      state.putSettings({ ...state.settings, faults: judged.state });
      return judged.result;
    });
  }
}

/** @returns the reply that replaces that of the operation; undefined if that reply is only changed */
function replaceReply(
  service: Service,
  request: MockRequest,
  operation: OperationId | undefined,
  { rule: { effect }, retryAfter }: Injection,
): MockReply | undefined {
  const asked = { request, operation };
  switch (effect.kind) {
    case 'latency':
      return undefined;
    case 'status':
      return writeEffect(service, asked, effect);
    case 'rateLimit': {
      const why = `Too many requests. Try again in ${retryAfter} s.`;
      const reply = writeStatus(service, asked, { status: 429, reason: why });
      return addHeader(reply, 'Retry-After', String(retryAfter));
    }
    case 'truncate': {
      // A read has no effect, so its real response can be truncated; a write uses the example in the document.
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      const empty = writeStatus(service, asked, { status: 500, reason });
      const [example] = findExamples(service, operation);
      return example === undefined ? empty : showExample(empty, example);
    }
    case 'reset':
    case 'hang':
      return writeStatus(service, asked, { status: 500, reason });
  }
}

/** Returns the successful examples in the document. */
function findExamples({ contract }: Service, id: OperationId | undefined): NamedExample[] {
  const operation = contract.operations.find((each) => each.id === id);
  return operation === undefined
    ? []
    : listReplyExamples(contract, operation).filter(({ status }) => status < 300);
}

/** Writes the reply of a rule: its own body, an example of the contract below 400, or a problem. */
function writeEffect(
  service: Service,
  asked: Asked,
  { status, problem, headers = {}, body }: StatusEffect,
): MockReply {
  let reply = writeStatus(service, asked, { status, problem, reason });
  if (body !== undefined) {
    const isText = typeof body === 'string';
    const mediaType = isText ? 'text/plain; charset=utf-8' : 'application/json';
    reply = replaceBody(reply, status, mediaType, isText ? body : JSON.stringify(body));
  } else if (status < 300) {
    const example = findExamples(service, asked.operation).find((each) => each.status === status);
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
