import type { Fault } from '../contract/index.ts';
import { type Refusal, refuseTooLarge } from './refusal.ts';
import type { Settings } from './store/slot.ts';

/** A request, whatever carried it. Adapters create it from the headers; the body is read when it is asked for. */
export interface MockRequest {
  /** The method as sent; it is case-sensitive (RFC 9110, section 9.1). */
  readonly method: string;
  /** The path as sent, still percent-encoded, without the base path and the query. */
  readonly path: string;
  /** The text after the question mark, or an empty string. */
  readonly query: string;
  /** Scheme and host of the mock as the client sees them, such as `http://127.0.0.1:4010`. */
  readonly origin?: string | undefined;
  /** The base path that was removed from the path. Default: none. */
  readonly basePath?: string | undefined;
  /** Returns the value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** All headers as sent, as alternating names and values. */
  readonly rawHeaders: readonly string[];
  /** Whether a body was announced. */
  readonly hasBody: boolean;
  /** The local address of the connection, if any. */
  readonly localAddress?: string | undefined;
  /** The name of the session to use. Default: the one in the header X-Mock-Session. */
  readonly sessionName?: string | undefined;
  /** The session, once the mock has opened it. */
  session?: OpenSession | undefined;
  /** Set by an adapter that does not accept the request, for example because of its base path: the reply is this problem. */
  refusal?: Refusal | undefined;
  /**
   * Reads the whole body, once. Undefined if there is none.
   * @throws Refusal `body-too-large` as soon as it exceeds the limit
   */
  body(limit: number): Promise<Uint8Array | undefined>;
  /** The body, once it has been read. Undefined if there is none. */
  readonly bytes: Uint8Array | undefined;
}

/** The session of a request, as it was when the request arrived. */
export interface OpenSession {
  readonly name: string;
  /** The time of the request, by the clock of the session, in milliseconds since 1970. */
  readonly now: number;
  /** The settings of all sessions. */
  readonly shared: Settings;
  /** The first settings of a new session, if requests advance its clock. */
  readonly firstSettings?: Settings;
}

/** A response of the mock. `Body` is a string for the service; the control surface also sends streams. */
export interface MockReply<Body = string> {
  /** The status. */
  status: number;
  /** Alternating names and values, as in the response. Inside the mock, replies share equal lists. */
  headers: string[];
  /** Undefined if the response cannot have a body, for example to HEAD or with 204. */
  body: Body | undefined;
  /** Whether each character of the body is a byte, as in a file. Default: it is a text. */
  isBytes?: boolean | undefined;
  /** The matched operation, if any. */
  operation: string | undefined;
  /** What was wrong with the request. */
  faults: readonly Fault[];
  /** JSON Pointers to fields of the request body that the schema does not define. */
  ignored?: readonly string[] | undefined;
  /** How long to delay the response, in milliseconds. */
  delayMs?: number | undefined;
  /** The injected fault, if any. */
  injected?: InjectedFault | undefined;
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

/** `reset` ends the connection, `truncate` ends it after half of the body, `hang` never responds. */
type Disruption = 'reset' | 'truncate' | 'hang';

/** Writes an endless body as events occur. */
export type StreamBody = (sink: Sink) => void;

/** The destination of an endless body. */
export interface Sink {
  write(text: string): void;
  /** Number of bytes that the client has not read yet. */
  readonly buffered: number;
  /** Waits until the client has read most of it, or has disconnected. */
  drained(): Promise<void>;
  /** Ends the body, once the client has read it. */
  end(): void;
  /** Disconnects the client. What it has not read is lost. */
  abort(): void;
  /** Aborted when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
}

/** A reply with any body that an adapter can send. */
export type AnyReply = MockReply<string | StreamBody>;

/** Replies to a request. It never rejects: a bug becomes a reply with status 500. */
export type Handler<Reply extends AnyReply = MockReply> = (request: MockRequest) => Promise<Reply>;

/** A feature around a handler. */
export type Middleware = (request: MockRequest, next: Handler) => Promise<MockReply>;

/** Combines features around a handler, from the outermost to the innermost. */
export function compose(middlewares: readonly Middleware[], handler: Handler): Handler {
  return middlewares.reduceRight<Handler>(
    (next, middleware) => (request) => middleware(request, next),
    handler,
  );
}

/** Converts alternating names and values to pairs. */
export function toPairs(headers: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    pairs.push([headers[at] ?? '', headers[at + 1] ?? '']);
  return pairs;
}

/** Creates a request whose body has already arrived. */
export function createWholeRequest(request: WholeRequest): MockRequest {
  const { method, path, query, sessionName, body: bytes } = request;
  return {
    method,
    path,
    query,
    sessionName,
    header: (name) => request.header(name),
    rawHeaders: request.listHeaders?.() ?? [],
    hasBody: bytes !== undefined && bytes.length > 0,
    bytes,
    body: async (limit) => {
      if (bytes !== undefined && bytes.length > limit) throw refuseTooLarge(limit);
      return bytes;
    },
  };
}

/** A request whose body has already arrived, for `mock.handle`. */
export interface WholeRequest
  extends Pick<MockRequest, 'method' | 'path' | 'query' | 'header' | 'sessionName'> {
  /** Returns all headers as alternating names and values. Default: the journal shows none. */
  listHeaders?(): readonly string[];
  /** The bytes of the body. Undefined if there is none. */
  body: Uint8Array | undefined;
}

/** The header that names the session of a request, in lower case. */
export const sessionHeader = 'x-mock-session';

/** The same pattern as `SessionName` in the description of the control surface. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSessionName(name: string): boolean {
  return sessionName.test(name);
}
