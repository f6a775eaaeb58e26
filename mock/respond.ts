import type { Contract, Fault, Match, OperationId } from '../contract/index.ts';
import type { BehaviourReply } from './operations/behaviour.ts';
import { explainError } from './explain-error.ts';
import type { RequestHead, WireReply } from './mock-request.ts';
import { Refusal } from './refusal.ts';
import { addSharing, toOptionsHeaders } from './http/cross-origin.ts';
import { createDateWriter } from './http/date-header.ts';
import { createRefusalWriter } from './http/refusal-reply.ts';
import { toWireText } from './http/wire-text.ts';
import { refuseUnmatched } from './http/unmatched.ts';
import type { Clock } from './sessions/clock.ts';
import type { ServedOperation } from './serve-operation.ts';

/** Makes the replies of a mock. */
export interface Responder {
  /** @throws ContractBreach when the contract does not allow the reply */
  reply<Id extends OperationId>(
    head: RequestHead,
    operation: ServedOperation<Id>,
    reply: BehaviourReply<Id>,
  ): WireReply;
  refuse(head: RequestHead, operation: OperationId | undefined, refusal: Refusal): WireReply;
  /** For a request that no operation matches. */
  unmatched(head: RequestHead, match: Exclude<Match, { kind: 'operation' }>): WireReply;
  /** For a bug: it is logged, and the client learns that there is one. */
  fail(head: RequestHead, operation: OperationId | undefined, error: unknown): WireReply;
}

export interface ResponderOptions {
  contract: Contract;
  clock: Clock;
  onError: (line: string) => void;
}

const none: readonly Fault[] = [];

export function createResponder(options: ResponderOptions): Responder {
  const { contract, clock, onError } = options;
  const writeDate = createDateWriter();
  const writeRefusal = createRefusalWriter(contract);
  const allMethods = [...new Set(contract.operations.map(({ method }) => method)), 'OPTIONS'];

  return {
    reply: (head, { id, mediaType, writeReply }, reply) => {
      const { status, json } = writeReply(reply);
      const headers = toHeaders(mediaType, json.wireText.length);
      const rewrite = json.isJoined ? () => writeReply(reply).json.wireText : undefined;
      return send(head, status, headers, json.wireText, id, none, rewrite);
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
      const { detail, line, faults } = explainError(error, operation);
      onError(`500 ${head.method} ${head.path}: ${line}`);
      return refuse(head, operation, new Refusal('internal-error', detail, { faults }));
    },
  };

  function refuse(
    head: RequestHead,
    operation: OperationId | undefined,
    refusal: Refusal,
  ): WireReply {
    const problem = contract.problems[refusal.problem];
    const status = refusal.status ?? problem.status;
    const { mediaType, text } = writeRefusal(refusal, problem, status);
    const wireText = toWireText(text);
    const headers = toHeaders(mediaType, wireText.length);
    // A challenge belongs to 401 alone (RFC 9110, section 15.5.2).
    if (refusal.problem !== 'unauthorized' || status === 401) headers.push(...refusal.headers);
    return send(head, status, headers, wireText, operation, refusal.faults);
  }

  function tellOptions(head: RequestHead, allow: readonly string[]): WireReply {
    const headers = toOptionsHeaders(head, allow.join(', '));
    headers.push('Date', writeDate(clock.now));
    return send(head, 204, headers, undefined, undefined, none);
  }

  function toHeaders(mediaType: string | undefined, bytes: number): string[] {
    const length = String(bytes);
    const date = writeDate(clock.now);
    return mediaType === undefined
      ? ['Content-Length', length, 'Date', date]
      : ['Content-Type', mediaType, 'Content-Length', length, 'Date', date];
  }

  function send(
    head: RequestHead,
    status: number,
    headers: string[],
    wireText: string | undefined,
    operation: OperationId | undefined,
    faults: readonly Fault[],
    rewrite?: (() => string) | undefined,
  ): WireReply {
    addSharing(headers, head);
    return head.method === 'HEAD'
      ? { status, headers, wireText: undefined, rewrite: undefined, operation, faults }
      : { status, headers, wireText, rewrite, operation, faults };
  }
}
