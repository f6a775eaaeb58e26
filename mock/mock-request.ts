import type { Fault, OperationId } from '../contract/index.ts';

/** The part of a request that is known before its body arrives. */
export interface RequestHead {
  /** The method as sent; it is case-sensitive (RFC 9110, section 9.1). */
  method: string;
  /** The path as it was sent, still percent-encoded, without the query. */
  path: string;
  /** The text after the question mark, or an empty string. */
  query: string;
  /** Returns the value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Returns all headers as sent, as alternating names and values. Undefined if unknown. */
  listHeaders?: (() => readonly string[]) | undefined;
  /** The same list, if it already exists. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** Whether a body follows. */
  hasBody: boolean;
  /** The local address of the connection, if any. */
  readonly localAddress?: string | undefined;
}

/** A whole request, independent of any HTTP library. */
export interface MockRequest extends Omit<RequestHead, 'hasBody' | 'localAddress' | 'rawHeaders'> {
  /** The bytes of the body. Undefined if there is none. */
  body: Uint8Array | undefined;
}

/** A response of the mock. */
export interface MockReply {
  /** The status. */
  status: number;
  /** Alternating names and values, as in the response. Inside the mock, replies share equal lists. */
  headers: string[];
  /** Undefined if the response cannot have a body, for example to HEAD or with 204. */
  body: string | undefined;
  /** The matched operation, if any. */
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
  /** How long to delay the response, in milliseconds. */
  delayMs?: number;
  /** The injected fault, if any. */
  injected?: InjectedFault;
}

/** A fault that a rule injected. */
interface InjectedFault {
  /** The id of the rule. */
  id: string;
  /** The value of the header `X-Mock-Fault`. */
  effect: string;
  /** What an adapter does instead of sending the whole reply. */
  disruption?: Disruption;
}

export type Disruption = 'reset' | 'truncate' | 'hang';

/** Converts alternating names and values to pairs. */
export function toPairs(headers: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return pairs;
}

/** A reply in the form that a server sends. */
export type WireReply = WholeReply | UnendingReply;

/** A reply whose body is known. */
export interface WholeReply extends Omit<MockReply, 'body' | 'operation'> {
  /** Undefined if there is no body. */
  body: string | Uint8Array | undefined;
}

/** A reply with an endless body, which is written as events occur. */
export interface UnendingReply extends Omit<MockReply, 'body' | 'operation'> {
  body: StreamBody;
}

/** Writes an endless body as events occur. */
export type StreamBody = (sink: Sink) => void;

/** The destination of an endless body. */
export interface Sink {
  write(text: string): void;
  /** Number of bytes that the client has not read yet. */
  readonly buffered: number;
  end(): void;
  /** Aborted when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
}

export function isWhole(reply: WireReply): reply is WholeReply {
  return typeof reply.body !== 'function';
}

/** Whether a fault delays or disrupts a reply. */
export function isDisturbed({
  delayMs,
  injected,
}: Pick<MockReply, 'delayMs' | 'injected'>): boolean {
  return delayMs !== undefined || injected?.disruption !== undefined;
}

/** Browsers have none. Read once, since Node calls a function for each use of the global. */
export const nodeBuffer = typeof Buffer === 'function' ? Buffer : undefined;

/** The header that names the session of a request, in lower case. */
export const sessionHeader = 'x-mock-session';

/** The session of requests that do not name one. */
export const defaultSession = 'default';

/** The same pattern as `SessionName` in the description of the control surface. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSessionName(name: string): boolean {
  return sessionName.test(name);
}

/** Returns the session name in a request, valid or not. */
export function readSession(head: RequestHead): string {
  return head.header(sessionHeader) ?? defaultSession;
}

/** Returns the session name in a refused request, or the default one if the name is not valid. */
export function readValidSession(head: RequestHead): string {
  const name = readSession(head);
  return isSessionName(name) ? name : defaultSession;
}

/** The trace context in the headers of a request (W3C Trace Context). */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

const noTrace = /^(?:[0-9a-f]{2}-0{32}-|[0-9a-f]{2}-[0-9a-f]{32}-0{16}-|ff-)/;
/** Future versions may append fields; version 00 has no others. */
const traceForm =
  /^(?:00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|(?!00)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,200})?)$/;

/** @returns undefined if the request has no trace context, or an invalid one */
export function readTrace(header: (name: string) => string | undefined): TraceContext | undefined {
  const traceparent = header('traceparent')?.trim();
  if (traceparent === undefined || !traceForm.test(traceparent) || noTrace.test(traceparent))
    return undefined;
  const tracestate = header('tracestate')?.trim();
  const isKept = tracestate !== undefined && /^[\x20-\x7e\t]{1,512}$/.test(tracestate);
  return isKept ? { traceparent, tracestate } : { traceparent };
}

/** The headers of a request that another request causes: the same trace, with a new parent id. */
export function continueTrace({
  traceparent,
  tracestate,
}: Partial<TraceContext>): Record<string, string> {
  if (traceparent === undefined) return {};
  const [, traceId, , flags] = traceparent.split('-');
  return {
    traceparent: `00-${traceId}-${createParentId()}-${flags}`,
    ...(tracestate === undefined ? {} : { tracestate }),
  };
}

function createParentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return /^0+$/.test(text) ? '0000000000000001' : text;
}
