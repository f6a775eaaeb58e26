import type { Fault, OperationId } from '../contract/index.ts';
import type { Refusal } from './refusal.ts';

/** A request, whatever carried it. Adapters create it from the headers; the body is read when it is asked for. */
export interface MockRequest {
  /** The method as sent; it is case-sensitive (RFC 9110, section 9.1). */
  readonly method: string;
  /** The path as sent, still percent-encoded, without the base path and the query. */
  readonly path: string;
  /** The text after the question mark, or an empty string. */
  readonly query: string;
  /** Returns the value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** All headers as sent, as alternating names and values. */
  readonly rawHeaders: readonly string[];
  /** Whether a body was announced. */
  readonly hasBody: boolean;
  /** The local address of the connection, if any. */
  readonly localAddress?: string | undefined;
  /** The session to use. Default: the one named by the header X-Mock-Session. */
  readonly session?: string | undefined;
  /** Set by an adapter that does not accept the request, for example because of its base path: the reply is this problem. */
  readonly refusal?: Refusal | undefined;
  /**
   * Reads the whole body. Undefined if there is none.
   * @throws Refusal `body-too-large` as soon as it exceeds the limit
   */
  body(limit: number): Promise<Uint8Array | undefined>;
  /** The body, once it has been read. */
  readonly bytes: Uint8Array | undefined;
}

/** A response of the mock. `Body` is a string for the service; the control surface also sends files and streams. */
export interface MockReply<Body = string> {
  /** The status. */
  status: number;
  /** Alternating names and values, as in the response. Inside the mock, replies share equal lists. */
  headers: string[];
  /** Undefined if the response cannot have a body, for example to HEAD or with 204. */
  body: Body | undefined;
  /** The matched operation, if any. */
  operation: OperationId | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
  /** JSON Pointers to fields of the request body that the schema does not define. */
  ignored?: readonly string[];
  /** How long to delay the response, in milliseconds. */
  delayMs?: number;
  /** The injected fault, if any. */
  injected?: InjectedFault;
}

/** A fault that a rule injected. */
export interface InjectedFault {
  /** The id of the rule. */
  id: string;
  /** The value of the header `X-Mock-Fault`. */
  effect: string;
  /** What an adapter does instead of sending the whole reply. */
  disruption?: Disruption;
}

/** `reset` ends the connection, `truncate` ends it after half of the body, `hang` never responds. */
export type Disruption = 'reset' | 'truncate' | 'hang';

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

/** A reply with any body that an adapter can send. */
export type AnyReply = MockReply<string | Uint8Array | StreamBody>;

/** Replies to a request. It never rejects: a bug becomes a reply with status 500. */
export type Handler<Reply extends AnyReply = MockReply> = (request: MockRequest) => Promise<Reply>;

/** A feature around a handler. */
export type Middleware = (request: MockRequest, next: Handler) => Promise<MockReply>;
