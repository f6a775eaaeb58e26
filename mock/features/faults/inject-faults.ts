import type { Contract, OperationId, ProblemId } from '../../../contract/index.ts';
import type { OpenRequest } from '../../http/handle-request.ts';
import { addHeader, replaceBody } from '../../http/respond.ts';
import type { Middleware, Reaction, ReadRequest } from '../../middleware.ts';
import type { MockReply } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import type { Session } from '../../sessions/create-session.ts';
import { listExamples, listProblems, toTitle } from '../prefer/documented-replies.ts';
import type { Injection } from './fault-rule.ts';

/**
 * The middleware that lets requests fail. All but latency is decided before the operation runs, so that nothing changes the
 * state.
 * @param choose decides which rule applies to a request
 */
export function createInjector(
  readContract: () => Contract,
  choose: (session: Session, operation: OperationId | undefined) => Injection | undefined,
): Middleware {
  return { onRequest };

  function onRequest({ head, session, opened }: ReadRequest): MockReply | Reaction | undefined {
    // A page that may not send its request would not see the fault.
    if (head.method === 'OPTIONS' || session === undefined) return undefined;
    const operation = 'status' in opened ? opened.operation : opened.operation.id;
    const injection = choose(session, operation);
    if (injection === undefined) return undefined;
    return 'status' in opened
      ? replaceReply(session, { head, operation }, opened, injection)
      : changeRequest(session, opened, injection);
  }

  function changeRequest(
    session: Session,
    { head, operation: { id: operation } }: OpenRequest,
    injection: Injection,
  ): MockReply | Reaction {
    const { kind } = injection.rule.effect;
    const later: Reaction = { onReply: (reply) => mark(reply, injection) };
    if (kind === 'latency') return later;
    const request = { head, operation };
    const empty = refuse(session, request);
    if (kind !== 'truncate') return replaceReply(session, request, empty, injection);
    // What only reads has a reply without an effect; of what writes, the document shows one.
    if (head.method === 'GET' || head.method === 'HEAD') return later;
    return mark(replaceByExample(empty, operation), injection);
  }

  function replaceReply(
    session: Session,
    request: Faulty,
    reply: MockReply,
    injection: Injection,
  ): MockReply {
    const { kind } = injection.rule.effect;
    const isRefusal = kind === 'status' || kind === 'rateLimit';
    return mark(isRefusal ? writeRefusal(session, request, injection) : reply, injection);
  }

  function replaceByExample(reply: MockReply, id: OperationId): MockReply {
    const contract = readContract();
    const operation = contract.operations.find((each) => each.id === id);
    const [example] = operation === undefined ? [] : listExamples(contract, operation);
    if (example === undefined) return reply;
    const { status, mediaType, value } = example;
    return replaceBody(reply, status, mediaType, JSON.stringify(value));
  }

  /** Writes the refusal that a rule asks for, in the form that the contract's refusals have. */
  function writeRefusal(
    session: Session,
    request: Faulty,
    { rule: { effect }, retryAfter }: Injection,
  ): MockReply {
    const contract = readContract();
    const status = effect.kind === 'status' ? effect.status : 429;
    const given = effect.kind === 'status' ? (effect.problem ?? {}) : {};
    const usual =
      retryAfter > 0
        ? `Too many requests. Try again in ${retryAfter} s.`
        : 'This fault was injected by a rule of the mock.';
    const detail = given.detail ?? usual;
    const id = findProblem(contract, request.operation, status);
    const refused = refuse(session, request, { id, detail, status });
    const reply = retryAfter > 0 ? addHeader(refused, 'Retry-After', String(retryAfter)) : refused;
    if (contract.assumptions['error-format'] !== 'problem-details') return reply;
    const { type = 'about:blank', title = toTitle(status) } =
      id === undefined ? {} : contract.problems[id];
    const details = { type, title, status, detail, ...given };
    return replaceBody(reply, status, 'application/problem+json', JSON.stringify(details));
  }
}

/** What of a request a fault is about. */
interface Faulty {
  head: ReadRequest['head'];
  operation: OperationId | undefined;
}

function refuse(
  { handler }: Session,
  { head, operation }: Faulty,
  {
    id = 'internal-error',
    detail = 'A fault was injected on purpose.',
    status,
  }: { id?: ProblemId | undefined; detail?: string; status?: number } = {},
): MockReply {
  const refusal = new Refusal(id, detail, status === undefined ? {} : { status });
  return handler.refuse(head, operation, refusal);
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
/** The contract's own problem of a status, where the operation has one. */
function findProblem(
  contract: Contract,
  id: OperationId | undefined,
  status: number,
): ProblemId | undefined {
  const operation = contract.operations.find((each) => each.id === id);
  if (operation === undefined) return undefined;
  return listProblems(contract, operation).find((problem) => problem.status === status)?.id;
}
