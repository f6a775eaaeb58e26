/*
 * mock/features/faults/: fault rules: errors, delays and broken connections instead of replies. It imports store/, http/,
 * contract/ and writers/. Start here, the middleware; fault-rule.ts reads a rule, judge-rules.ts says which apply.
 */

import type { Operation } from '../../../contract/index.ts';
import type { Handler, Middleware, MockReply, MockRequest } from '../../handler.ts';
import type { Service } from '../../http/handle-request.ts';
import type { Store } from '../../store/store.ts';
import { listReplyExamples, setHeader, type TextContent, writeStatus } from '../status-replies.ts';
import { faultsSlot, toSharedChange } from './create-faults.ts';
import type { FaultsState } from './fault-rule.ts';
import { type FaultVerdict, judgeRules } from './judge-rules.ts';

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
    const shared = request.session?.shared ?? {};
    const { rules } = faultsSlot.read(shared) ?? initial;
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
    const { name, now } = session;
    const judged = { session: name, operation: operation?.id, now, seed: store.seed };
    const judge = toSharedChange(initial, (rules) => {
      const { state, verdict } = judgeRules(rules, judged);
      return { state, result: verdict };
    });
    const verdict = await store.changeShared(judge);
    const { rule, effect, delayMs, limits } = verdict;
    const reply = replaceReply(service, request, operation, verdict) ?? (await next(request));
    const headers = rule === undefined ? limits : [['X-Mock-Fault', effect] as const, ...limits];
    const marked = headers.reduce(
      (withHeaders, header) => setHeader(withHeaders, ...header),
      reply,
    );
    if (rule === undefined) return marked;
    const { kind } = rule.effect;
    const disrupts = kind === 'reset' || kind === 'truncate' || kind === 'hang';
    return {
      ...marked,
      ...(delayMs > 0 && { delayMs: delayMs + (reply.delayMs ?? 0) }),
      injected: { id: rule.id, effect, ...(disrupts && { disruption: kind }) },
    };
  }
}

/** @returns the reply that replaces that of the operation; undefined if that reply is only changed */
function replaceReply(
  service: Service,
  request: MockRequest,
  operation: Operation | undefined,
  { rule, seconds }: FaultVerdict,
): MockReply | undefined {
  const all = operation === undefined ? [] : listReplyExamples(service.contract, operation);
  const write = (status: number, why: string, content?: TextContent): MockReply =>
    writeStatus(service, request, operation, { status, reason: why, content });
  switch (rule?.effect.kind) {
    case undefined:
    case 'latency':
      return undefined;
    case 'status': {
      const { status, problem, body, headers = {} } = rule.effect;
      const example = all.find((candidate) => candidate.status === status && status < 300);
      const content = body === undefined ? example : toContent(body);
      const reply = writeStatus(service, request, operation, { status, problem, reason, content });
      return Object.entries(headers).reduce(
        (changed, header) => setHeader(changed, ...header),
        reply,
      );
    }
    case 'rateLimit': {
      const reply = write(429, `Too many requests. Try again in ${seconds} s.`);
      return setHeader(reply, 'Retry-After', String(seconds));
    }
    case 'truncate': {
      // A read has no effect, so its real response can be truncated; a write uses the example in the document.
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      const example = all.find(({ status }) => status < 300);
      return write(example?.status ?? 500, reason, example);
    }
    case 'reset':
    case 'hang':
      return write(500, reason);
  }
}

function toContent(body: unknown): TextContent {
  return typeof body === 'string'
    ? { mediaType: 'text/plain; charset=utf-8', text: body }
    : { mediaType: 'application/json', text: JSON.stringify(body) };
}
