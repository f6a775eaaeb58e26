import type { Contract, Fault, Match, OperationId } from '../contract/index.ts';
import { explainError } from './explain-error.ts';
import { countBytes } from './http/count-bytes.ts';
import type { CrossOrigin } from './http/cross-origin.ts';
import { createDateWriter } from './http/date-header.ts';
import { createRefusalWriter } from './http/refusal-reply.ts';
import { refuseUnmatched } from './http/unmatched.ts';
import type { MockReply, RequestHead } from './mock-request.ts';
import type { BehaviourReply } from './operations/behaviour.ts';
import { Refusal } from './refusal.ts';
import type { ServedOperation } from './serve-operation.ts';
import type { Clock } from './sessions/clock.ts';

/** Makes the replies of a mock. */
export interface Responder {
  /** @throws ContractBreach when the contract does not allow the reply */
  reply<Id extends OperationId>(
    head: RequestHead,
    operation: ServedOperation<Id>,
    reply: BehaviourReply<Id>,
  ): MockReply;
  refuse(head: RequestHead, operation: OperationId | undefined, refusal: Refusal): MockReply;
  /** For a request that no operation matches. */
  unmatched(head: RequestHead, match: Exclude<Match, { kind: 'operation' }>): MockReply;
  /** For a bug: it is logged, and the client learns that there is one. */
  fail(head: RequestHead, operation: OperationId | undefined, error: unknown): MockReply;
}

export interface ResponderOptions {
  contract: Contract;
  clock: Clock;
  crossOrigin: CrossOrigin;
  onError: (line: string) => void;
}

const none: readonly Fault[] = [];

export function createResponder(options: ResponderOptions): Responder {
  const { contract, clock, crossOrigin, onError } = options;
  const writeDate = createDateWriter();
  const writeRefusal = createRefusalWriter(contract);
  const allMethods = [...new Set(contract.operations.map(({ method }) => method)), 'OPTIONS'];

  return {
    reply: (head, { id, mediaType, writeReply }, reply) => {
      const { status, text } = writeReply(reply);
      return send(head, status, toHeaders(mediaType, text), text, id, none);
    },
    refuse,
    unmatched: (head, match) => {
      if (head.method === 'OPTIONS') {
        if (match.kind === 'method-not-allowed') return tellOptions(head, match.allow);
        if (head.path === '*') return tellOptions(head, allMethods);
      }
      return refuse(head, undefined, refuseUnmatched(head, match));
    },
    fail: (head, operation, error) => {
      // A store refuses what it cannot save; it has logged why.
      if (error instanceof Refusal) return refuse(head, operation, error);
      const { detail, line, faults } = explainError(error, operation);
      onError(`500 ${head.method} ${head.path}: ${line}`);
      return refuse(head, operation, new Refusal('internal-error', detail, { faults }));
    },
  };

  function refuse(
    head: RequestHead,
    operation: OperationId | undefined,
    refusal: Refusal,
  ): MockReply {
    const problem = contract.problems[refusal.problem];
    const status = refusal.status ?? problem.status;
    const { mediaType, text } = writeRefusal(refusal, problem, status);
    const headers = toHeaders(mediaType, text);
    // A challenge belongs to 401 alone (RFC 9110, section 15.5.2).
    if (refusal.problem !== 'unauthorized' || status === 401) headers.push(...refusal.headers);
    return send(head, status, headers, text, operation, refusal.faults);
  }

  function tellOptions(head: RequestHead, allow: readonly string[]): MockReply {
    const headers = crossOrigin.toOptionsHeaders(head, allow.join(', '));
    headers.push('Date', writeDate(clock.now));
    return send(head, 204, headers, undefined, undefined, none);
  }

  function toHeaders(mediaType: string | undefined, text: string): string[] {
    const length = String(countBytes(text));
    const date = writeDate(clock.now);
    return mediaType === undefined
      ? ['Content-Length', length, 'Date', date]
      : ['Content-Type', mediaType, 'Content-Length', length, 'Date', date];
  }

  function send(
    head: RequestHead,
    status: number,
    headers: string[],
    text: string | undefined,
    operation: OperationId | undefined,
    faults: readonly Fault[],
  ): MockReply {
    crossOrigin.addSharing(headers, head);
    const body = head.method === 'HEAD' ? undefined : text;
    return { status, headers, body, operation, faults };
  }
}
