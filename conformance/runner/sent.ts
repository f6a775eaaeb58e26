import { readRetryAfter } from '../../contract/retry-after.ts';
import { type Attempt, type Loss, nameEndpoint, type TargetRequest } from './client.ts';
import type { TargetReply } from './reply.ts';
import { longestWaitMs, type Reason } from './retries.ts';

/** A request and its final result. Without a reply, even after retries, `loss` and `error` contain the reason. */
export interface Sent extends Omit<Attempt, 'code' | 'loss'>, Partial<Pick<Attempt, 'code'>> {
  /** The request as sent. */
  request: TargetRequest;
  /** Why there is no response. */
  loss?: Loss | undefined;
  /** The statuses of earlier attempts that may have had an effect; undefined without a response. */
  earlier?: readonly { status: number | undefined }[];
  /** Whether the target stopped accepting connections each time this was sent. */
  isFatal?: boolean;
  /** Whether it never got a response, on several new connections, although other requests did meanwhile. */
  isHanging?: boolean;
}

/** An attempt without a response of the service. */
export interface FailedAttempt extends Attempt {
  reason: Reason;
  wasDown: boolean;
}

/** The result of a request that the service answered. */
export function toAnswered(
  request: TargetRequest,
  attempt: Attempt,
  earlier: readonly FailedAttempt[],
): Sent {
  return { ...attempt, request, earlier: listEarlier(earlier), isFatal: false };
}

/** The result of a request that the service did not answer, or only a gateway in front of it. */
export function toUnanswered(
  request: TargetRequest,
  last: FailedAttempt,
  earlier: readonly FailedAttempt[],
): Sent {
  const { reply, loss, error, code, startedAt, durationMs, wasDown } = last;
  const times = earlier.length + 1;
  return {
    request,
    reply: undefined,
    loss: reply === undefined ? loss : 'refused',
    error: reply === undefined ? error : describeRefusal(reply, times),
    code,
    earlier: listEarlier(earlier),
    isFatal: wasDown && earlier.every((attempt) => attempt.wasDown),
    startedAt,
    durationMs,
  };
}

/** The attempts that may have had an effect. */
function listEarlier(attempts: readonly FailedAttempt[]) {
  const sent = attempts.filter(({ reason }) => reason !== 'unreached');
  return sent.map(({ reply }) => {
    return { status: reply?.status };
  });
}

function describeRefusal({ status, headers }: TargetReply, times: number): string {
  const asked = readRetryAfter(headers['retry-after']) ?? 0;
  return asked > longestWaitMs
    ? `status ${status}, and asks the client to wait ${Math.ceil(asked / 1000)} s (Retry-After)`
    : `status ${status} all ${times} times it was sent`;
}

/** The result for a request that was not sent, because its endpoint never responds. */
export function toSkipped(request: TargetRequest, mostHung: number): Sent {
  return {
    request,
    reply: undefined,
    loss: 'unreached',
    error: `${nameEndpoint(request)} did not respond to ${mostHung} requests in a row, and was not called again`,
    startedAt: Date.now(),
    durationMs: 0,
  };
}
