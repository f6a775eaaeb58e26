import { type Handler, type MockReply, type MockRequest, toPairs } from '../handler.ts';
import { refuseTooLarge } from '../refusal.ts';
import { BodyBuffer } from './body-buffer.ts';

const encoder = new TextEncoder();

/**
 * Creates a function that handles requests of the Fetch API, for service workers, Mock Service Worker, Bun, Deno and
 * tests. Like `fetch`, it rejects with the reason of an aborted signal.
 */
export function createFetch(
  handler: Handler,
  bodyLimit: number,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = toRequest(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    // Servers such as Deno's give every POST a stream, so only reading it shows whether there is a body.
    const body = await readBody(request, bodyLimit);
    const reply = await handler(toMockRequest(request, body));
    signal.throwIfAborted();
    return respond(reply, signal);
  };
}

/**
 * Converts the arguments of `fetch` to a request. The host is irrelevant, so a path is enough. Servers such as Bun's
 * and Workers pass a second argument that is not the options of `fetch`.
 */
function toRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
  if (typeof input === 'string') return new Request(new URL(input, 'http://mock'), init);
  if (input instanceof URL) return new Request(input, init);
  return isRequestInit(init) ? new Request(input, init) : input;
}

/** The options of `fetch` that a mock can observe, and the types of their values. */
const observed = [
  ['method', 'string'],
  ['headers', 'object'],
  ['body', 'string'],
  ['body', 'object'],
  ['signal', 'object'],
] as const;

/** Whether the second argument is the options of `fetch`. Bun's server has a `fetch` of its own. */
function isRequestInit(init: object | undefined): boolean {
  if (typeof init !== 'object' || init === null || 'fetch' in init) return false;
  return observed.some(([name, type]) => typeof Reflect.get(init, name) === type);
}

/** @param bytes the body, or undefined if it is too large */
function toMockRequest(
  { method, url, headers }: Request,
  bytes: Uint8Array | undefined,
): MockRequest {
  const { origin, pathname, search } = new URL(url);
  const hasBody = bytes?.length !== 0;
  return {
    method,
    path: pathname,
    query: search.slice(1),
    origin,
    header: (name) => headers.get(name) ?? undefined,
    rawHeaders: [...headers].flat(),
    hasBody,
    bytes,
    body: async (limit) => {
      if (bytes === undefined || bytes.length > limit) throw refuseTooLarge(limit);
      return hasBody ? bytes : undefined;
    },
  };
}

/** Returns undefined as soon as the body exceeds the limit. Rejects if the request is aborted. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const { body, signal } = request;
  // Firefox does not implement `body`.
  if (body === undefined) return new Uint8Array(await request.arrayBuffer());
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  // A custom stream may never finish cancelling, so its promise is not awaited.
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  const bytes = new BodyBuffer();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // Streams can contain any value. Test environments have their own `Uint8Array`, so `instanceof` would fail.
      if (Object.prototype.toString.call(read.value) !== '[object Uint8Array]')
        throw new TypeError('The stream of a request body must consist of Uint8Array chunks');
      if (bytes.length + read.value.length > limit) return undefined;
      // A stream may use the buffer of a chunk again.
      bytes.add(read.value.slice());
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
  signal.throwIfAborted();
  return bytes.read();
}

/**
 * Converts a reply. As the reply specifies, it is delayed, its body is cut off, it fails with a network error, or it
 * never arrives.
 */
async function respond(reply: MockReply, signal: AbortSignal): Promise<Response> {
  const { status, headers, body, isBytes, delayMs = 0, injected } = reply;
  if (delayMs > 0) await pause(delayMs, signal);
  if (injected?.disruption === 'hang') await pause(undefined, signal);
  if (injected?.disruption === 'reset')
    throw new TypeError('fetch failed', { cause: new Error(`reset by ${injected.id}`) });
  // The client would wait for a final response, and lose the connection.
  if (status < 200)
    throw new TypeError('fetch failed', { cause: new Error(`${status} is not a final status`) });
  // A string body would get a default media type.
  const isEmpty = body === undefined || status === 205;
  const bytes = isEmpty ? null : isBytes ? toBytes(body) : encoder.encode(body);
  const sent = bytes !== null && injected?.disruption === 'truncate' ? truncate(bytes) : bytes;
  return new Response(sent, { status, headers: toPairs(headers) });
}

/** The bytes of a text whose characters are bytes. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Waits for a duration, or forever. Rejects when the signal is aborted. */
export function pause(delayMs: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const end = (): void => {
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const timer = delayMs === undefined ? undefined : setTimeout(end, delayMs);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Creates a body that breaks off after half of the bytes. */
function truncate(bytes: Uint8Array): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> {
  if (bytes.length === 0) return new Uint8Array();
  let isSent = false;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) controller.error(new TypeError('terminated'));
      else controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
      isSent = true;
    },
  });
}
