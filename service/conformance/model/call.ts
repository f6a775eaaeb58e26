import { Failed, Inconclusive, Unanswered } from '../../../conformance/outcomes.ts';
import type { Failure } from '../../../conformance/results.ts';
import {
  type Connection,
  type Credential,
  nameEndpoint,
  type TargetRequest,
} from '../../../conformance/runner/client.ts';
import { wait } from '../../../conformance/runner/halt.ts';
import {
  type Fault,
  type Intent,
  isSuccess,
  isUnclear,
} from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import type { Contract, Operation } from '../../../contract/index.ts';
import { listPathParameters } from '../../../contract/read-operations.ts';
import type { Run, Sender } from './scope.ts';

/** One request of a check. */
export interface Call {
  /** The operation to call. */
  operation: string;
  /** The path parameters by name. */
  path: Readonly<Record<string, string>>;
  /** The query, sent unchanged, without `?`. */
  query?: string | undefined;
  /** Changes the path before it is sent, for example its percent-encoding. Default: unchanged. */
  spell?: ((path: string) => string) | undefined;
  /** A value is sent as JSON, bytes are sent unchanged, and undefined sends no body. */
  body?: unknown;
  /** Headers in addition to the usual ones, or replacing them. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** What to authenticate with. Default: the API key of the run. */
  credential?: Credential | undefined;
  /** Why the request is sent. Default: `valid`. */
  intent?: Intent;
  /** What is wrong with an invalid request, if that is plain. */
  fault?: Fault | undefined;
  /** The connection to use. Default: any. */
  connection?: Connection | undefined;
}

/**
 * Sends one request of a check, and records it in the journal of the run.
 * @throws Unanswered if no response arrived
 */
export async function call({ run, check }: Sender, request: Call): Promise<Sent> {
  const { intent = 'valid', fault, connection } = request;
  const operation = findOperation(run.contract, request.operation);
  assertMayWrite(run, operation);
  const ticket = await run.budget.take(operation.id, intent);
  const { mayRepeat } = ticket;
  let sent: Sent | undefined;
  try {
    sent = await run.target.send(toHttpRequest(run, request), { connection, mayRepeat });
    run.journal.add({ operation, intent, fault, sent, by: check.id });
    if (sent.reply === undefined && sent.loss !== 'unreadable')
      throw new Unanswered(
        `${toRoute(sent)} got no response: ${run.redact(sent.error ?? 'no reason given')}`,
      );
    return sent;
  } catch (error) {
    if (error instanceof Error) run.interrupted.set(check.id, error);
    throw error;
  } finally {
    ticket.settle(sent);
  }
}

/** @throws Inconclusive for a request that may write if the run must not */
export function assertMayWrite({ mayWrite }: Run, { method }: { method: string }): void {
  if (!mayWrite && method !== 'GET')
    throw new Inconclusive('writing is not allowed: the target is not on this machine');
}

type More = Omit<Partial<Call>, 'operation' | 'path' | 'body'>;

/** Sends a request to the record or workspace with this id, which its path names. It is documented, so it must succeed. */
export function sendTo(
  scope: Sender,
  operation: string,
  id: string,
  body?: unknown,
  more: More = {},
): Promise<Sent> {
  const path = fillAll(findOperation(scope.run.contract, operation), id);
  return call(scope, { ...more, operation, path, body });
}

/** The path parameters of a request, each with the same value. */
export function fillAll({ path }: Operation, value: string): Record<string, string> {
  const entries = listPathParameters(path).map((name) => [name, value]);
  return Object.fromEntries(entries);
}

/** Sends a request that may be refused, because the interface does not say whether it succeeds. */
export function sendProbe(
  scope: Sender,
  operation: string,
  id: string,
  body?: unknown,
  query = '',
): Promise<Sent> {
  return sendTo(scope, operation, id, body, { intent: 'probe', query });
}

/** The status of a response; 0 without one. */
export function statusOf({ reply }: Sent): number {
  return reply?.status ?? 0;
}

export function isRefused({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 400 && reply.status < 500;
}

/** Maximum number of retries of a write that conflicts with a concurrent write. */
const repeats = 4;

/**
 * Sends a write that must be accepted. A target may refuse one of two concurrent writes to a record (409 Conflict, 423
 * Locked): such a write is repeated later, and only that response counts.
 */
export async function sendAlone(
  scope: Sender,
  operation: string,
  id: string,
  body: unknown,
  query = '',
): Promise<Sent> {
  for (let round = 1; ; round += 1) {
    const sent = await sendTo(scope, operation, id, body, { query });
    const isCollision = [409, 423].includes(statusOf(sent));
    if (!isCollision || round > repeats) return sent;
    await wait(round * Math.max(15, 2 * sent.durationMs));
  }
}

/** Converts a call to an HTTP request. */
export function toHttpRequest(
  run: Pick<Run, 'contract' | 'credential'>,
  { operation, path, query, spell, body, headers, credential }: Call,
): TargetRequest {
  const documented = findOperation(run.contract, operation);
  const bytes = toBytes(body);
  const plainPath = fillPath(documented, path);
  const spelledPath = spell === undefined ? plainPath : spell(plainPath);
  return {
    method: documented.method,
    path: query === undefined || query === '' ? spelledPath : `${spelledPath}?${query}`,
    headers: {
      Accept: 'application/json',
      ...(bytes === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    credential: credential ?? run.credential,
    body: bytes,
  };
}

export function findOperation(contract: Contract, id: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
  return operation;
}

export function fillPath(operation: Operation, values: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${operation.id} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

function toBytes(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return new TextEncoder().encode(JSON.stringify(body));
}

/** Returns the JSON object in a successful response. Otherwise ends the check. */
export function requireSuccess(run: Run, sent: Sent, what: string): Record<string, unknown> {
  const { reply, error = 'nothing' } = sent;
  if (reply === undefined)
    throw toFailed(run, sent, {
      requirement: 'bodies-are-json',
      message: `${what} got an unreadable response`,
      expected: 'a success response',
      received: run.redact(error),
    });
  const { status, json, unreadable } = reply;
  // An attempt whose response was lost may have had an effect that conflicts with the next one.
  if (!isSuccess(sent) && status < 500 && isUnclear(sent))
    throw new Inconclusive(
      `${what} got no response at first, and was refused with ${status} when it was repeated; the first attempt may have been carried out`,
    );
  if (!isSuccess(sent))
    throw toFailed(run, sent, {
      requirement: status >= 500 ? 'no-server-errors' : 'operations-exist',
      message: `${what} ${describeStatus(status)}`,
      expected: 'a success response (a 2xx status)',
      received: `status ${status}`,
    });
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
  throw toFailed(run, sent, {
    requirement: 'bodies-are-json',
    message: `${what} got a response that is not a JSON object`,
    expected: 'a JSON object',
    received: unreadable ?? formatValue(json),
  });
}

/** Creates the failure for a check that cannot continue. Other checks also report what is wrong with the response. */
function toFailed(run: Run, sent: Sent, failure: Omit<Failure, 'exchange'>): Failed {
  return new Failed({ ...failure, exchange: run.show(sent) });
}

/** Describes an unsuccessful status in words. */
function describeStatus(status: number): string {
  if (status < 200) return 'got only an informational response';
  if (status < 400) return 'was redirected';
  return status < 500 ? 'was refused' : 'made the service fail';
}

export function toRoute({ request }: Sent): string {
  return nameEndpoint(request);
}

/** Formats a value as JSON. Reports truncate it around the relevant place if necessary. */
export function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Runs a precondition of a check. If it fails, the check is inconclusive. */
export async function prepare<T>(what: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Failed)
      throw new Inconclusive(`needs ${what}: ${error.message}, ${error.failure.received}`);
    throw error;
  }
}

/** Like `prepare`, for a request to a new record: a rule may explain a refusal, but "not found" is a failure. */
export function demandKnown<T>(what: string, act: () => Promise<T>): Promise<T> {
  return act().catch((error: unknown) => {
    const isUnknown = error instanceof Failed && error.failure.exchange?.reply?.status === 404;
    return isUnknown ? Promise.reject(error) : prepare(what, () => Promise.reject(error));
  });
}
