import { refuseTooLarge } from '../http/check-head.ts';
import type { AskingHandler } from '../http/handle-request.ts';
import { isDisturbed, type MockReply, type RequestHead, toPairs } from '../mock-request.ts';
import { isPromise } from '../store/store.ts';

const encoder = new TextEncoder();

/**
 * Creates a function that handles requests of the Fetch API, for service workers, Mock Service Worker, Bun, Deno and
 * tests. Like `fetch`, it rejects with the reason of an aborted signal.
 */
export function createFetch(
  handler: AskingHandler,
  bodyLimit: number,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = toRequest(input, init);
    request.signal.throwIfAborted();
    const head = toHead(request);
    const early = isUnexplained(request) ? await readBody(request, bodyLimit) : undefined;
    if (early?.length === 0) head.hasBody = false;
    const reply = await answer(handler, request, head, bodyLimit, early);
    request.signal.throwIfAborted();
    return isDisturbed(reply) ? disturbResponse(reply, request.signal) : toResponse(reply);
  };
}

/**
 * Converts the arguments of `fetch` to a request. The host is irrelevant, so a path is enough. Servers such as Bun's
 * and Workers pass a second argument that is not the options of `fetch`.
 */
function toRequest(input: Request | URL | string, init: RequestInit | undefined): Request {
  if (typeof input === 'string') return new Request(new URL(input, 'http://mock'), init);
  return input instanceof URL ? new Request(input, init) : input;
}

async function answer(
  handler: AskingHandler,
  request: Request,
  head: RequestHead,
  bodyLimit: number,
  early: Uint8Array | undefined,
): Promise<MockReply> {
  const asked = handler.open(head);
  const opened = isPromise(asked) ? await asked : asked;
  if ('status' in opened) return opened;
  const { id, takesBody } = opened.operation;
  if (!takesBody) return handler.answer(opened, undefined);
  const body = early ?? (request.bodyUsed ? undefined : await readBody(request, bodyLimit));
  return body === undefined
    ? handler.refuse(head, id, refuseTooLarge(bodyLimit))
    : handler.answer(opened, body);
}

function toHead({ method, url, headers, body }: Request): RequestHead {
  const { pathname, search } = new URL(url);
  return {
    method,
    path: pathname,
    query: search.slice(1),
    header: (name) => headers.get(name) ?? undefined,
    listHeaders: () => [...headers].flat(),
    hasBody: hasBody(headers, body),
  };
}

/** Where `body` is not implemented (Firefox), the media type shows whether there is a body. */
function hasBody(headers: Headers, body: Request['body'] | undefined): boolean {
  if (body === undefined) return headers.has('content-type');
  return body !== null && headers.get('content-length') !== '0';
}

/**
 * Whether only the end of the body shows if there is one. Servers such as Deno's give every POST a stream, and a
 * missing media type is an error only if the body is not empty.
 */
function isUnexplained({ headers, body }: Request): boolean {
  return Boolean(body) && !headers.has('content-type') && !headers.has('content-length');
}

/** Reads the whole body. Returns undefined as soon as it exceeds the limit, and rejects if the request is aborted. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.body === undefined) {
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.length > limit ? undefined : whole;
  }
  return request.body === null ? new Uint8Array() : readStream(request.body, limit, request.signal);
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  // A custom stream may never finish cancelling, so its promise is not awaited.
  const giveUp = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', giveUp);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!isBytes(read.value)) {
        giveUp();
        throw new TypeError('The stream of a request body must consist of Uint8Array chunks');
      }
      size += read.value.length;
      if (size > limit) {
        giveUp();
        return undefined;
      }
      if (read.value.length > 0) chunks.push(read.value);
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  signal.throwIfAborted();
  return join(chunks, size);
}

/** Streams can contain any value. Test environments have their own `Uint8Array`, so `instanceof` would fail. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first = new Uint8Array()] = chunks;
  if (chunks.length < 2) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** @throws TypeError if the status is below 200: the client would wait for a final response, and lose the connection */
function toResponse({ status, headers, body }: MockReply): Response {
  if (status < 200)
    throw new TypeError('fetch failed', { cause: new Error(`${status} is not a final status`) });
  // A string body would get a default media type.
  const bytes = body === undefined || status === 205 ? null : encoder.encode(body);
  return new Response(bytes, { status, headers: toPairs(headers) });
}

/**
 * Delays a response, cuts off its body, fails with a network error or never responds, as the reply specifies. It
 * rejects like `fetch`.
 */
async function disturbResponse(reply: MockReply, signal: AbortSignal): Promise<Response> {
  const { delayMs = 0, injected } = reply;
  if (delayMs > 0) await pause(delayMs, signal);
  switch (injected?.disruption) {
    case 'reset':
      throw new TypeError('fetch failed', { cause: new Error(`reset by ${injected.id}`) });
    case 'hang':
      return pause(undefined, signal);
    case 'truncate':
      return truncate(toResponse(reply), encoder.encode(reply.body));
    default:
      return toResponse(reply);
  }
}

/** Waits for a duration, or forever, unless the request is aborted. */
function pause(delayMs: undefined, signal: AbortSignal): Promise<never>;
function pause(delayMs: number, signal: AbortSignal): Promise<void>;
function pause(delayMs: number | undefined, signal: AbortSignal): Promise<void> {
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

function truncate(whole: Response, bytes: Uint8Array): Response {
  if (bytes.length === 0) return whole;
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) controller.error(new TypeError('terminated'));
      else controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)));
      isSent = true;
    },
  });
  const { status, headers } = whole;
  return new Response(body, { status, headers });
}
