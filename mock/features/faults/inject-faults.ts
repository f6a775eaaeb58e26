import type { Operation, OperationId } from '../../../contract/index.ts';
import type { Handler, Middleware, MockReply, MockRequest } from '../../handler.ts';
import type { Service } from '../../http/handle-request.ts';
import { everySession, type Store } from '../../store/store.ts';
import {
  type Content,
  listReplyExamples,
  type ReplyExample,
  setHeader,
  writeStatus,
} from '../status-replies.ts';
import { type Injection, judge, type RateLimit } from './create-faults.ts';
import type { FaultsState, StatusEffect } from './fault-rule.ts';

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

  async function inject(request: MockRequest, next: Handler): Promise<MockReply> {
    const { session } = request;
    if (session === undefined) return next(request);
    const service = readService();
    const operation = service.findOperation(request);
    const { injection, limits } = await store.transaction(everySession, async (state) => {
      const { name, now } = session;
      const judged = { session: name, operation: operation?.id, now, seed: store.seed };
      const { state: faults, result } = judge(state.settings.faults ?? initial, judged);
      state.putSettings({ ...state.settings, faults });
      return result;
    });
    const write = injection && replaceReply(service, request, operation, injection, limits);
    const reply = write ?? (await next(request));
    return addLimits(injection === undefined ? reply : mark(reply, injection), limits);
  }
}

/** @returns the reply that replaces that of the operation; undefined if that reply is only changed */
function replaceReply(
  service: Service,
  request: MockRequest,
  operation: Operation<OperationId> | undefined,
  { rule: { id, effect } }: Injection,
  limits: readonly RateLimit[],
): MockReply | undefined {
  const all = operation === undefined ? [] : listReplyExamples(service.contract, operation);
  const examples = all.filter(({ status }) => status < 300);
  const write = (status: number, why: string, content?: Content): MockReply =>
    writeStatus(service, request, operation, { status, reason: why, content });
  switch (effect.kind) {
    case 'latency':
      return undefined;
    case 'status': {
      const { status, problem, headers = {} } = effect;
      const content = findContent(effect, examples);
      const reply = writeStatus(service, request, operation, { status, problem, reason, content });
      return Object.entries(headers).reduce((made, header) => setHeader(made, ...header), reply);
    }
    case 'rateLimit': {
      const { seconds = 1 } = limits.find((limit) => limit.id === id) ?? {};
      const reply = write(429, `Too many requests. Try again in ${seconds} s.`);
      return setHeader(reply, 'Retry-After', String(seconds));
    }
    case 'truncate': {
      // A read has no effect, so its real response can be truncated; a write uses the example in the document.
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      const [example] = examples;
      return write(example?.status ?? 500, reason, example);
    }
    case 'reset':
    case 'hang':
      return write(500, reason);
  }
}

/** Returns the body of a rule, or an example of the document with its status. */
function findContent(
  { status, body }: StatusEffect,
  examples: readonly ReplyExample[],
): Content | undefined {
  if (body === undefined) return examples.find((each) => each.status === status);
  return typeof body === 'string'
    ? { mediaType: 'text/plain; charset=utf-8', text: body }
    : { mediaType: 'application/json', text: JSON.stringify(body) };
}

/** Adds headers with the remaining requests of a window (draft-ietf-httpapi-ratelimit-headers). */
function addLimits(reply: MockReply, limits: readonly RateLimit[]): MockReply {
  if (limits.length === 0) return reply;
  const policies = limits.map(
    ({ id, requests, windowMs }) => `"${id}";q=${requests};w=${Math.ceil(windowMs / 1000)}`,
  );
  const states = limits.map(
    ({ id, left, seconds }) => `"${id}";r=${Math.max(0, left)};t=${seconds}`,
  );
  const withPolicy = setHeader(reply, 'RateLimit-Policy', policies.join(', '));
  return setHeader(withPolicy, 'RateLimit', states.join(', '));
}

/** Adds the fault to a reply, and the disruption for the adapter. */
function mark(reply: MockReply, { rule, effect, delayMs }: Injection): MockReply {
  const { kind } = rule.effect;
  const marked = setHeader(reply, 'X-Mock-Fault', effect);
  const disrupts = kind === 'reset' || kind === 'truncate' || kind === 'hang';
  return {
    ...marked,
    ...(delayMs > 0 && { delayMs: delayMs + (reply.delayMs ?? 0) }),
    injected: { id: rule.id, effect, ...(disrupts && { disruption: kind }) },
  };
}
