import type { Contract, Operation, OperationId } from '../../contract/index.ts';
import type { Exchange, Failure } from '../results.ts';
import { Failed, Inconclusive, Unanswered } from '../results.ts';
import { type Connection, type Credential, nameRoute, type TargetRequest } from './client.ts';
import type { Halt } from './halt.ts';
import { type Intent, isSuccess, isUnclear, type Journal } from './journal.ts';
import type { Probes } from './probes.ts';
import type { Sent, Target } from './target.ts';

/** State that all checks of a run share. */
export interface AnyRun {
  /** The contract to check against. */
  contract: Contract;
  /** The service under test. */
  target: Target;
  /** Ends the run early. */
  halt: Halt;
  /** Selects among many similar probes. */
  probes: Probes;
  /** Names of the shared records that the selected checks use. */
  uses: Set<string>;
  /** Checks with a request that got no response or was not sent, with the reason. */
  interrupted: Map<string, Error>;
  /** All exchanges of the run. */
  journal: Journal;
  /** The options of the run. */
  options: AnySettings;
  /** Whether requests that change the target are allowed. */
  mayWrite: boolean;
  /** Limits the number of records that the run creates. */
  budget: Budget;
  /** How long to wait for a list to show writes, and the longest delay so far, in milliseconds. */
  patience: { most: number; longest: number };
  /** The valid credential. */
  credential: Credential;
  /** Creates the names of the check at this index. */
  createNames(place: number): Names;
  /** Removes all secrets from a text. */
  redact(text: string): string;
  /** Creates a shared value on first use, and returns the same one to all checks. */
  share<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Converts a request and its response for a report. Pass the result to `scope.fail` as `exchange`. */
  show(sent: Sent): Exchange;
}

/** Counts every record that the run has created, or may have created. */
export interface Budget {
  /**
   * Waits until a request may be sent without exceeding the announced number.
   * @throws Inconclusive when the run has reached it
   */
  take(operation: string, intent: Intent): Promise<Ticket>;
  /** Number of records that may still be created. */
  left(): number;
}

/** The permission to send one request that may create a record. */
export interface Ticket {
  /** Whether to send it again after an unknown outcome, which may create a second record. */
  mayRepeat(): boolean;
  /** Must be called at the end, after the response is in the journal. Undefined: nothing was sent. */
  settle(sent: Sent | undefined): void;
}

/** Names that are unique across checks and runs. */
export interface Names {
  /** Returns a new name: at most 10 lower-case letters and digits, unless the target refuses that form. */
  unique(): string;
  /** Returns a pathname with a new name, in a form that the target accepts. */
  pathname(): string;
}

export interface AnySettings {
  /** Repeats the run. */
  seed: number;
  /** Whether all checks run, without a selection. */
  isWhole: boolean;
}

/** One request of a check. */
export interface Call {
  /** The operation to call. */
  operation: OperationId;
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
  /** The connection to use. Default: any. */
  connection?: Connection | undefined;
}

/** The check that sends a request. */
interface Sender {
  run: AnyRun;
  check: { id: string };
}

/**
 * Sends one request of a check, and records it in the journal of the run.
 * @throws Unanswered if no response arrived
 */
export async function call({ run, check }: Sender, request: Call): Promise<Sent> {
  const { intent = 'valid', connection } = request;
  const operation = findOperation(run.contract, request.operation);
  if (!run.mayWrite && operation.method !== 'GET')
    throw new Inconclusive('writing is not allowed: the target is not on this machine');
  const ticket = await run.budget.take(operation.id, intent);
  const { mayRepeat } = ticket;
  let sent: Sent | undefined;
  try {
    sent = await run.target.send(toRequest(run, request), { connection, mayRepeat });
    run.journal.add({ operation, intent, sent, by: check.id });
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

/** Sends a call that may be refused, because the interface does not say whether it succeeds. */
export function probe(sender: Sender, request: Omit<Call, 'intent'>): Promise<Sent> {
  return call(sender, { ...request, intent: 'probe' });
}

/** Converts a call to an HTTP request. */
export function toRequest(
  run: Pick<AnyRun, 'contract' | 'credential'>,
  { operation, path, query, spell, body, headers, credential }: Call,
): TargetRequest {
  const found = findOperation(run.contract, operation);
  const bytes = toBytes(body);
  const plain = fillPath(found, path);
  return {
    method: found.method,
    path: (spell?.(plain) ?? plain) + (query === undefined || query === '' ? '' : `?${query}`),
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
export function requireSuccess(run: AnyRun, sent: Sent, what: string): Record<string, unknown> {
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
    received: unreadable ?? describe(json),
  });
}

/** Creates the failure for a check that cannot continue. Other checks also report what is wrong with the response. */
function toFailed(run: AnyRun, sent: Sent, failure: Omit<Failure, 'exchange'>): Failed {
  return new Failed({ ...failure, exchange: run.show(sent) });
}

/** Describes an unsuccessful status in words. */
function describeStatus(status: number): string {
  if (status < 200) return 'got only an informational response';
  if (status < 400) return 'was redirected';
  return status < 500 ? 'was refused' : 'made the service fail';
}

export function toRoute({ request }: Sent): string {
  return nameRoute(request);
}

/** Formats a value as JSON. Reports truncate it around the relevant place if necessary. */
export function describe(value: unknown): string {
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
