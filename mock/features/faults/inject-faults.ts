import type { Contract, OperationId } from '../../../contract/index.ts';
import type { OpenRequest, RequestHandler } from '../../handle-request.ts';
import { addHeader, replaceBody } from '../../http/change-reply.ts';
import { LayeredRequest } from '../../layered-request.ts';
import type { MockReply, RequestHead } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import { readSession } from '../../sessions/session-name.ts';
import { whenAnswered } from '../../store/answer.ts';
import { listExamples } from '../prefer/named-examples.ts';
import type { Injection } from './meet.ts';
import { writeFault } from './write-fault.ts';

export interface InjectFaultsOptions {
  readContract: () => Contract;
  findSession: (name: string) => Session | undefined;
  /** Decides what happens to a request. */
  meet: (session: Session, operation: OperationId | undefined) => Injection | undefined;
  /** Is told of each request that this layer has to answer as well, and of each that it has answered. */
  onPending: (change: 1 | -1) => void;
}

/** A request whose real answer a fault will change on its way. */
class FaultyRequest extends LayeredRequest {
  readonly injection: Injection;

  constructor(inner: OpenRequest, injection: Injection) {
    super(inner);
    this.injection = injection;
  }
}

/** Lets requests fail by rule. All but latency is decided before the operation runs, so that nothing changes the state. */
export function injectFaults(
  handler: RequestHandler,
  { readContract, findSession, meet, onPending }: InjectFaultsOptions,
): RequestHandler {
  return {
    open: (head) => {
      const opened = handler.open(head);
      // A page that may not send its request would not see the fault.
      if (head.method === 'OPTIONS') return opened;
      const session = findSession(readSession(head));
      const operation = 'status' in opened ? opened.operation : opened.operation.id;
      const injection = session && meet(session, operation);
      if (injection === undefined) return opened;
      return 'status' in opened
        ? changeReply(head, opened, injection)
        : changeRequest(opened, injection);
    },
    answer: (request, body) => {
      if (!(request instanceof FaultyRequest)) return handler.answer(request, body);
      onPending(-1);
      const { inner, injection } = request;
      return whenAnswered(handler.answer(inner, body), (reply) => mark(reply, injection));
    },
    refuse: handler.refuse,
  };

  function changeRequest(request: OpenRequest, injection: Injection): OpenRequest | MockReply {
    const { head, operation } = request;
    const { kind } = injection.rule.effect;
    if (kind === 'latency') return keep(request, injection);
    if (kind !== 'truncate') return changeReply(head, emptyReply(head, operation.id), injection);
    // What only reads has an answer without an effect; of what writes, the document shows one.
    const isSafe = head.method === 'GET' || head.method === 'HEAD';
    return isSafe ? keep(request, injection) : mark(toExample(head, operation.id), injection);
  }

  function keep(request: OpenRequest, injection: Injection): FaultyRequest {
    onPending(1);
    return new FaultyRequest(request, injection);
  }

  function changeReply(head: RequestHead, reply: MockReply, injection: Injection): MockReply {
    const { effect } = injection.rule;
    if (effect.kind === 'status' || effect.kind === 'rateLimit')
      return mark(writeFault(handler, readContract(), head, reply.operation, injection), injection);
    return mark(reply, injection);
  }

  function emptyReply(head: RequestHead, operation: OperationId): MockReply {
    const detail = 'A fault was injected on purpose.';
    return handler.refuse(head, operation, new Refusal('internal-error', detail));
  }

  function toExample(head: RequestHead, id: OperationId): MockReply {
    const contract = readContract();
    const operation = contract.operations.find((each) => each.id === id);
    const [example] = operation === undefined ? [] : listExamples(contract, operation);
    const reply = emptyReply(head, id);
    if (example === undefined) return reply;
    const { status, mediaType, value } = example;
    return replaceBody(reply, status, mediaType, JSON.stringify(value));
  }
}

/** Says in a reply which fault it is, and what an adapter has to do about it. */
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
