import type { Agent, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import supertest from 'supertest';
import type { ShellText } from '../../writers/curl.ts';
import { bounds, type TargetReply, toReply } from './reply.ts';

/** The Authorization header of a request, and its form in reports, without the key. */
export interface Credential {
  /** Undefined sends no Authorization header. */
  value: string | undefined;
  /** A wrong place for the value: another header or a query parameter. */
  header?: string;
  parameter?: string;
  /** The value as reports show it. */
  shown: ShellText | undefined;
}

/** A request as sent: the path with its query, and the exact bytes of the body. */
export interface TargetRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  credential: Credential;
  body: Uint8Array | undefined;
}

/**
 * Why there is no reply. `lost`: the connection was closed, or could not be opened. `timeout`: nothing arrived in time.
 * `unreadable`: the response is not HTTP, does not match its headers, or does not end.
 */
export type Loss = 'lost' | 'timeout' | 'unreadable';

/** The result of sending one request once. */
export interface Attempt {
  reply: TargetReply | undefined;
  loss: Loss | undefined;
  /** Why there is no reply, in words. */
  error: string | undefined;
  /** Whether the target stopped responding each time the request was sent. */
  isFatal?: true;
  /** The code of a system or TLS error. */
  code: string | undefined;
  /** Whether the connection was a reused one that was lost before the first byte of the response. */
  isStale: boolean;
  /** The previous request on the same connection. */
  before: TargetRequest | undefined;
  startedAt: number;
  durationMs: number;
}

export interface Wire {
  baseUrl: string;
  agent: Agent;
  /** Headers that are added to each request. */
  headers: Readonly<Record<string, string>>;
  /** Set if a proxy forwards requests, which then contain the whole URL. */
  forward: { origin: string; headers: Readonly<Record<string, string>> } | undefined;
  timeoutMs: number;
  /** Ends the request early. */
  signal: AbortSignal;
}

/** The last request on each connection. */
const carried = new WeakMap<Socket, TargetRequest>();

/** Sends a request once. Any result is returned, never thrown. */
export async function sendOnce(request: TargetRequest, wire: Wire): Promise<Attempt> {
  const startedAt = Date.now();
  const outcome = await exchange(request, wire);
  return { ...outcome, startedAt, durationMs: Date.now() - startedAt };
}

type Outcome = Omit<Attempt, 'startedAt' | 'durationMs'>;

function exchange(request: TargetRequest, wire: Wire): Promise<Outcome> {
  const { timeoutMs, signal } = wire;
  const test = toSupertest(wire, request);
  let outgoing: ClientRequest | undefined;
  let socket: Socket | undefined;
  let readBefore = 0;
  let before: TargetRequest | undefined;
  let hasStarted = false;
  let isOver = false;
  test.on('request', (sent: { req?: ClientRequest }) => {
    outgoing = sent.req;
    if (outgoing !== undefined) outgoing.path = toRequestTarget(outgoing.path, request, wire);
    outgoing?.once('response', () => {
      hasStarted = true;
    });
    outgoing?.once('socket', (assigned) => {
      socket = assigned;
      readBefore = outgoing?.reusedSocket === true ? assigned.bytesRead : 0;
      before = carried.get(assigned);
    });
  });
  return new Promise((resolve) => {
    let stopTimer = () => {};
    const end = (outcome: Pick<Outcome, 'reply' | 'loss' | 'error' | 'code'>) => {
      if (isOver) return;
      isOver = true;
      stopTimer();
      signal.removeEventListener('abort', stop);
      if (socket !== undefined && outcome.reply !== undefined) carried.set(socket, request);
      const isUntouched = (socket?.bytesRead ?? 0) <= readBefore;
      const isStale = outcome.loss === 'lost' && outgoing?.reusedSocket === true && isUntouched;
      resolve({ ...outcome, isStale, before });
    };
    const give = (loss: Loss, error: string) => {
      end({ reply: undefined, loss, error, code: undefined });
      test.abort();
    };
    const stop = () => give('timeout', 'the run ended before a response arrived');
    signal.addEventListener('abort', stop);
    if (signal.aborted) return stop();
    // After a suspension, the process first reads what has arrived in the meantime.
    const expire = () =>
      setImmediate(() =>
        setTimeout(() => {
          if (hasStarted)
            give('unreadable', `${unreadableAnswer} it did not end within ${timeoutMs} ms`);
          else give('timeout', `no response within ${timeoutMs} ms`);
        }, 20),
      );
    stopTimer = startTimer(timeoutMs, expire);
    test.end((error: unknown, response) => {
      // Otherwise, superagent writes a second error to the console, such as broken trailers or a late reset.
      Object.assign(test, { timedout: true });
      if (isOver) return;
      if (error === null || error === undefined) {
        const body: unknown = response.body;
        const bytes = body instanceof Uint8Array ? body : new Uint8Array();
        const reply = toReply(response.status, response.headers, bytes);
        end({ reply, loss: undefined, error: undefined, code: undefined });
      } else end({ reply: undefined, ...explain(error) });
    });
  });
}

/** The target of the request line (RFC 9112, section 3.2). Keeps dot segments, which the URL class removes. */
function toRequestTarget(path: string, request: TargetRequest, { baseUrl, forward }: Wire): string {
  const hasDots = /\/(?:\.|%2e)+\//i.test(request.path);
  const origin = forward?.origin ?? '';
  if (!hasDots) return origin + path;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  return origin + basePath + addKey(request.path, request.credential);
}

function toSupertest(wire: Wire, { path, method, headers, credential, body }: TargetRequest) {
  const { baseUrl, agent } = wire;
  const client = supertest(baseUrl);
  const verbs: Readonly<Record<string, typeof client.get>> = {
    GET: client.get,
    POST: client.post,
    PATCH: client.patch,
    PUT: client.put,
    DELETE: client.delete,
  };
  const verb = verbs[method] ?? client.options;
  const test = verb(addKey(path, credential))
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .maxResponseSize(bounds.read)
    .buffer(true)
    .parse((response, done) => {
      const body = collectBytes();
      response.on('data', (chunk: Buffer | string) =>
        body.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk),
      );
      response.on('end', () => done(null, body.read()));
    });
  const all = { ...wire.forward?.headers, ...wire.headers, ...headers };
  for (const [name, value] of Object.entries(all)) test.set(name, value);
  const { value, parameter, header = 'Authorization' } = credential;
  if (value !== undefined && parameter === undefined) test.set(header, value);
  // The bytes must be sent unchanged, without a serializer.
  if (body !== undefined) test.serialize((bytes: string) => bytes).send(Buffer.from(body));
  return test;
}

/**
 * Calls `expire` after this process has been running for `timeoutMs`. Time in which a busy machine suspended it does not
 * count, since a target on the same machine was suspended too.
 */
function startTimer(timeoutMs: number, expire: () => void): () => void {
  const slice = Math.max(20, timeoutMs / 20);
  let waited = 0;
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    waited += Math.min(now - last, 1.5 * slice);
    last = now;
    if (waited < timeoutMs) return;
    clearInterval(timer);
    expire();
  }, slice);
  return () => clearInterval(timer);
}

/** Smaller chunks are copied into blocks. */
const smallChunk = 4096;
const blockSize = 16_384;

/**
 * Collects the chunks of a body. Small chunks would fill the memory with objects, and copying large ones would double the
 * memory of an oversized body.
 */
function collectBytes() {
  const parts: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  let length = 0;
  const seal = (): void => {
    if (used > 0) parts.push(block.subarray(0, used));
    block = block.subarray(used);
    used = 0;
  };
  return {
    add: (chunk: Buffer): void => {
      length += chunk.length;
      // The body is refused, but references to the response would keep it in memory.
      if (length > bounds.read) {
        parts.length = 0;
        block = Buffer.alloc(0);
        used = 0;
        return;
      }
      if (chunk.length >= smallChunk) {
        seal();
        parts.push(chunk);
        return;
      }
      if (used + chunk.length > block.length) {
        seal();
        block = Buffer.allocUnsafe(blockSize);
      }
      chunk.copy(block, used);
      used += chunk.length;
    },
    read: (): Buffer => {
      seal();
      return Buffer.concat(parts);
    },
  };
}

/** Adds a key to the query only when sending. The request's own path must not contain it, because reports show that. */
function addKey(path: string, { parameter, value }: Credential): string {
  if (parameter === undefined || value === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(value)}`;
}

/** Start of the message for an unreadable response. */
export const unreadableAnswer = 'a response arrived, but';

function explain(error: unknown): Pick<Attempt, 'loss' | 'error' | 'code'> {
  const { message, code } = readError(error);
  const unreadable = toUnreadable(message, code);
  if (unreadable !== undefined)
    return { loss: 'unreadable', error: `${unreadableAnswer} ${unreadable}`, code };
  const text = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return { loss: 'lost', error: text, code };
}

/** Reads the fields of an error without `instanceof`: Node's errors may come from another realm, as in tests. */
function readError(error: unknown): { message: string; code: string | undefined } {
  const { message, code }: { message?: unknown; code?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const text = typeof message === 'string' ? message : String(error);
  // supertest replaces connection errors by others, whose message starts with the code.
  const [, named] = /^(E[A-Z]+): /.exec(text) ?? [];
  return { message: text, code: typeof code === 'string' ? code : named };
}

function toUnreadable(message: string, code: string | undefined): string | undefined {
  if (code === 'ETOOLARGE') return `it is larger than ${bounds.read / 1_000_000} MB`;
  if (code?.startsWith('Z_'))
    return `its body does not match its Content-Encoding: ${message} (${code})`;
  if (code?.startsWith('HPE_'))
    return `it is not HTTP: ${message.replace('Parse Error: ', '')} (${code})`;
  return undefined;
}

/** Matches the ids in a text. */
export const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Method and path of a request without ids and query. Identifies the code of the service that handles it. */
export function nameRoute({ method, path }: Pick<TargetRequest, 'method' | 'path'>): string {
  const [address = path] = path.split('?');
  return `${method} ${address.replaceAll(uuids, '{id}')}`;
}

/** Describes a request in one line, to find it in a log. */
export function describeRequest({ method, path, body }: TargetRequest): string {
  const most = 80;
  const text = body === undefined ? '' : new TextDecoder().decode(body.subarray(0, most));
  const shown = body !== undefined && body.length > most ? `${text}…` : text;
  return `${method} ${path}${body === undefined ? '' : ` (body: ${shown === '' ? 'empty' : shown})`}`;
}
