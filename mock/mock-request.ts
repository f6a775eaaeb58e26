import type { Fault, OperationId } from '../contract/index.ts';

/** What of a request is known before its body has arrived. */
export interface RequestHead {
  /** As it stands on the wire; case counts (RFC 9110, section 9.1). */
  method: string;
  /** The path as it was sent, still percent-encoded, without the query. */
  path: string;
  /** What stands behind the question mark, or an empty text. */
  query: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Every header, names and values in turn, as they were sent. Undefined if unknown. */
  listHeaders?: (() => readonly string[]) | undefined;
  /** Whether a body follows. */
  hasBody: boolean;
  /** The address of this machine that the connection goes to. Left out where there is none. */
  readonly localAddress?: string | undefined;
}

/** A whole request without anything of HTTP's machinery. */
export interface MockRequest extends Omit<RequestHead, 'hasBody' | 'localAddress'> {
  body: Uint8Array | undefined;
}

/** What the mock answers. */
export interface MockReply {
  status: number;
  /** Names and values in turn, as they stand on the wire. */
  headers: string[];
  /** Undefined where no body may be sent, as with HEAD and 204. */
  body: string | undefined;
  /** The operation that was asked for, when the request got that far. */
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
  /** How much later than at once the reply is sent, in milliseconds. */
  delayMs?: number;
  /** The fault that was injected on purpose. */
  injected?: InjectedFault;
}

/** A fault that a rule injected. */
export interface InjectedFault {
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
