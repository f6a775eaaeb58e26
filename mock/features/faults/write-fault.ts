import type { Contract, OperationId, ProblemId } from '../../../contract/index.ts';
import type { RequestHandler } from '../../handle-request.ts';
import { addHeader, replaceBody } from '../../http/change-reply.ts';
import type { MockReply, RequestHead } from '../../mock-request.ts';
import { Refusal } from '../../refusal.ts';
import { listProblems } from '../prefer/applicable-problems.ts';
import type { Injection } from './meet.ts';

/** Titles of statuses that the contract's own problems do not have (RFC 9110, section 15; RFC 6585). */
const phrases: Readonly<Record<number, string>> = {
  402: 'Payment Required',
  403: 'Forbidden',
  408: 'Request Timeout',
  410: 'Gone',
  412: 'Precondition Failed',
  423: 'Locked',
  425: 'Too Early',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

/** Writes the refusal that a rule asks for, in the form that the contract's refusals have. */
export function writeFault(
  handler: RequestHandler,
  contract: Contract,
  head: RequestHead,
  id: OperationId | undefined,
  { rule: { effect }, retryAfter }: Injection,
): MockReply {
  const status = effect.kind === 'status' ? effect.status : 429;
  const asked = effect.kind === 'status' ? (effect.problem ?? {}) : {};
  const usual =
    retryAfter > 0
      ? `Too many requests. Try again in ${retryAfter} s.`
      : 'This fault was injected by a rule of the mock.';
  const detail = asked.detail ?? usual;
  const known = findProblem(contract, id, status);
  const refusal = new Refusal(known ?? 'internal-error', detail, { status });
  const refused = handler.refuse(head, id, refusal);
  const reply = retryAfter > 0 ? addHeader(refused, 'Retry-After', String(retryAfter)) : refused;
  if (contract.assumptions['error-format'] !== 'problem-details') return reply;
  const problem = known && contract.problems[known];
  const family = status < 500 ? 'Client Error' : 'Server Error';
  const details = {
    // A problem that says no more than its status has this type (RFC 9457, section 4.2.1).
    type: problem?.type ?? 'about:blank',
    title: problem?.title ?? phrases[status] ?? family,
    status,
    detail,
    ...asked,
  };
  return replaceBody(reply, status, 'application/problem+json', JSON.stringify(details));
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
