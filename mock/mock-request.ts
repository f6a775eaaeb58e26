import type { Fault, OperationId } from '../contract/index.ts';

/** What of a request is known before its body has arrived. */
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
  /** The same list, where it exists already. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** Whether a body follows. */
  hasBody: boolean;
  /** The address of this machine that the connection goes to. Left out where there is none. */
  readonly localAddress?: string | undefined;
}

/** A whole request, independent of any HTTP library. */
export interface MockRequest extends Omit<RequestHead, 'hasBody' | 'localAddress' | 'rawHeaders'> {
  body: Uint8Array | undefined;
}

/** A response of the mock. */
export interface MockReply {
  status: number;
  /** Alternating names and values, as in the response. Inside of the mock, replies share equal lists. */
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
  /** As the header `X-Mock-Fault` says it. */
  effect: string;
  /** What an adapter does instead of sending the whole reply. */
  disruption?: Disruption;
}

export type Disruption = 'reset' | 'truncate' | 'hang';

/** A reply as a server sends it. */
export type WireReply = WholeReply | UnendingReply;

/** A reply whose body is known. */
export interface WholeReply extends Omit<MockReply, 'body' | 'operation'> {
  /** Undefined where there is none. */
  body: string | Uint8Array | undefined;
}

/** A reply whose body is written as things happen. */
export interface UnendingReply extends Omit<MockReply, 'body' | 'operation'> {
  body: StreamBody;
}

/** A body without an end: it is written as things happen. */
export type StreamBody = (sink: Sink) => void;

/** Where a body without an end goes. */
export interface Sink {
  write(text: string): void;
  /** How many bytes wait for the client to read them. */
  readonly buffered: number;
  end(): void;
  /** Aborts when the client leaves, or the server closes. */
  readonly signal: AbortSignal;
}

export function isWhole(reply: WireReply): reply is WholeReply {
  return typeof reply.body !== 'function';
}

/** Whether a reply is to come later, or not as it should. */
export function isDisturbed({
  delayMs,
  injected,
}: Pick<MockReply, 'delayMs' | 'injected'>): boolean {
  return delayMs !== undefined || injected?.disruption !== undefined;
}

/** The header that names the session of a request, in lower case. */
export const sessionHeader = 'x-mock-session';

/** The session of every request that names none. */
export const defaultSession = 'default';

/** As `SessionName` in the description of the control surface. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSessionName(name: string): boolean {
  return sessionName.test(name);
}

/** The session that a request names, whatever its form. */
export function readSession(head: RequestHead): string {
  return head.header(sessionHeader) ?? defaultSession;
}

/** The session that a refused request names, as far as there can be one of that name. */
export function readValidSession(head: RequestHead): string {
  const name = readSession(head);
  return isSessionName(name) ? name : defaultSession;
}

/** Where a request belongs in a trace, as its headers have it (W3C Trace Context). */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

const noTrace = /^(?:[0-9a-f]{2}-0{32}-|[0-9a-f]{2}-[0-9a-f]{32}-0{16}-|ff-)/;
/** Versions to come may add fields behind these; version 00 has no others. */
const traceForm =
  /^(?:00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|(?!00)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-[\x21-\x7e]{0,200})?)$/;

/** @returns undefined where a request belongs to no trace, or to one that cannot be */
export function readTrace(header: (name: string) => string | undefined): TraceContext | undefined {
  const traceparent = header('traceparent')?.trim();
  if (traceparent === undefined || !traceForm.test(traceparent) || noTrace.test(traceparent))
    return undefined;
  const tracestate = header('tracestate')?.trim();
  const isKept = tracestate !== undefined && /^[\x20-\x7e\t]{1,512}$/.test(tracestate);
  return isKept ? { traceparent, tracestate } : { traceparent };
}

/** The headers of a request that is made because of another one: the same trace, and a parent of its own. */
export function continueTrace(
  { traceparent, tracestate }: Partial<TraceContext>,
  random: () => string = createParentId,
): Record<string, string> {
  if (traceparent === undefined) return {};
  const [, traceId, , flags] = traceparent.split('-');
  return {
    traceparent: `00-${traceId}-${random()}-${flags}`,
    ...(tracestate === undefined ? {} : { tracestate }),
  };
}

function createParentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return /^0+$/.test(text) ? '0000000000000001' : text;
}
