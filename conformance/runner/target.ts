import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import supertest from 'supertest';
import type { Credential } from '../model/credentials.ts';
import { redactedMark } from '../model/redaction.ts';
import type { Exchange } from '../results.ts';
import { toCurl } from './curl.ts';
import { type Pace, parseRetryAfter } from './pace.ts';

/** What is sent: the path with its query as it stands on the wire, and the exact bytes of the body. */
export interface TargetRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  credential: Credential;
  body: Uint8Array | undefined;
}

/** What came back. `json` is undefined where the body is no JSON in UTF-8; `unreadable` then says why. */
export interface TargetReply {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: Uint8Array;
  json: unknown;
  unreadable: string | undefined;
}

export interface Sent {
  request: TargetRequest;
  /** Undefined when no answer arrived; then `error` says why. */
  reply: TargetReply | undefined;
  error: string | undefined;
  startedAt: number;
  durationMs: number;
}

/** The service under test, known by its base URL alone. */
export interface Target {
  baseUrl: string;
  send(request: TargetRequest): Promise<Sent>;
  /** Requests sent so far, retries included. */
  count(): number;
  close(): void;
}

export interface TargetOptions {
  baseUrl: string;
  pace: Pace;
  timeoutMs: number;
  concurrency: number;
}

/** How often a request that meets 429 is sent again before its 429 is the answer. */
const attempts = 12;

export function createTarget({ baseUrl, pace, timeoutMs, concurrency }: TargetOptions): Target {
  const Agent = baseUrl.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency * 2 });
  let sentCount = 0;

  const sendOnce = async (request: TargetRequest): Promise<Sent> => {
    sentCount += 1;
    const startedAt = Date.now();
    try {
      const response = await toSupertest(baseUrl, request, agent, timeoutMs);
      const reply = toReply(response.status, response.headers, response.body);
      return { request, reply, error: undefined, startedAt, durationMs: Date.now() - startedAt };
    } catch (error) {
      return {
        request,
        reply: undefined,
        error: explain(error, timeoutMs),
        startedAt,
        durationMs: Date.now() - startedAt,
      };
    }
  };

  return {
    baseUrl,
    count: () => sentCount,
    close: () => agent.destroy(),
    async send(request) {
      const lane = request.method === 'GET' ? 'reads' : 'writes';
      for (let attempt = 1; ; attempt += 1) {
        const sent = await pace.take(lane, () => sendOnce(request));
        if (attempt < attempts && sent.reply?.status === 429) {
          const asked = parseRetryAfter(sent.reply.headers['retry-after'], Date.now());
          pace.slowDown(lane, { waitMs: Math.max(asked, attempt * 50), sentAt: sent.startedAt });
        } else if (attempt > 2 || !isLostConnection(sent)) {
          return sent;
        }
      }
    },
  };
}

function toSupertest(baseUrl: string, given: TargetRequest, agent: HttpAgent, timeoutMs: number) {
  const request = { ...given, path: addKey(given.path, given.credential) };
  const client = supertest(baseUrl);
  const method = request.method.toLowerCase();
  const test =
    method === 'get'
      ? client.get(request.path)
      : method === 'post'
        ? client.post(request.path)
        : method === 'patch'
          ? client.patch(request.path)
          : method === 'put'
            ? client.put(request.path)
            : method === 'delete'
              ? client.delete(request.path)
              : client.options(request.path);
  test
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .timeout({ response: timeoutMs, deadline: timeoutMs + 2000 })
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
  for (const [name, value] of Object.entries(request.headers)) test.set(name, value);
  const { value, parameter, header = 'Authorization' } = request.credential;
  if (value !== undefined && parameter === undefined) test.set(header, value);
  // The bytes go out as they are: no serializer may look at them.
  if (request.body !== undefined)
    test.serialize((bytes: string) => bytes).send(Buffer.from(request.body));
  return test;
}

/** A key in the query is never part of a request's own path, which reports show. */
function addKey(path: string, { parameter, value }: Credential): string {
  if (parameter === undefined || value === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(value)}`;
}

function toReply(status: number, headers: Record<string, string>, body: unknown): TargetReply {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  return { status, headers, bytes, ...readJson(bytes) };
}

/** JSON text is UTF-8 without a byte order mark (RFC 8259, section 8.1). */
function readJson(bytes: Uint8Array): { json: unknown; unreadable: string | undefined } {
  if (bytes.length === 0) return { json: undefined, unreadable: 'the body is empty' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { json: undefined, unreadable: 'the body is not UTF-8' };
  }
  if (text.startsWith('\uFEFF'))
    return { json: undefined, unreadable: 'the body starts with a byte order mark' };
  try {
    return { json: JSON.parse(text), unreadable: undefined };
  } catch (error) {
    return {
      json: undefined,
      unreadable: `the body is not JSON (${error instanceof Error ? error.message : error})`,
    };
  }
}

/** A kept connection may be closed by the target just as the next request goes out; nothing was read of it then. */
function isLostConnection({ reply, error, durationMs }: Sent): boolean {
  return (
    reply === undefined && durationMs < 50 && /ECONNRESET|EPIPE|socket hang up/.test(error ?? '')
  );
}

/** How the error begins where something came back that cannot be read. */
export const unreadableAnswer = 'an answer came, and';

function explain(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNABORTED' || 'timeout' in error) return `no answer within ${timeoutMs} ms`;
  if (code === 'ECONNREFUSED') return 'nobody listens there (ECONNREFUSED)';
  if (code?.startsWith('Z_'))
    return `${unreadableAnswer} its body is not compressed as its Content-Encoding says: ${error.message} (${code})`;
  if (code?.startsWith('HPE_'))
    return `${unreadableAnswer} it is not HTTP: ${error.message.replace('Parse Error: ', '')} (${code})`;
  if (code === 'ENOTFOUND') return 'the host name is not known (ENOTFOUND)';
  return code === undefined || error.message.includes(code)
    ? error.message
    : `${error.message} (${code})`;
}

/** The exchange as a report shows it. */
export function toExchange(
  baseUrl: string,
  { request, reply, error, durationMs }: Sent,
  redact: (text: string) => string,
): Exchange {
  const { method, credential } = request;
  const url = redact(baseUrl.replace(/\/$/, '') + request.path);
  const headers = redactHeaders(request.headers, redact);
  const body = request.body && redactBytes(request.body, redact);
  return {
    request: {
      method,
      url,
      headers: {
        ...(credential.shown === undefined || credential.parameter !== undefined
          ? {}
          : { [credential.header ?? 'Authorization']: credential.shown }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: showBytes(body) }),
    },
    ...(reply === undefined
      ? {}
      : {
          reply: {
            status: reply.status,
            headers: redactHeaders(reply.headers, redact),
            body: redact(showBytes(reply.bytes)),
          },
        }),
    ...(error === undefined ? {} : { error: redact(error) }),
    curl: toCurl({ method, url, headers, credential, body }),
    durationMs,
  };
}

/** A target may have made the key the id of a record, or the name of a header. */
function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [redact(name), redact(String(value))]),
  );
}

/** The bytes of a request as they are, unless there is a secret in them. Keys of sites stay: the run made them up. */
function redactBytes(bytes: Uint8Array, redact: (text: string) => string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const redacted = redact(text);
  return redacted.includes(redactedMark) ? Buffer.from(redacted, 'latin1') : bytes;
}

/** How much of a body a report is given: JSON whole, if it can be, so that reporters find the place that matters. */
const shownBytes = { json: 65_536, other: 4000 };

function showBytes(bytes: Uint8Array): string {
  const most = readJson(bytes).json === undefined ? shownBytes.other : shownBytes.json;
  const cut = bytes.length > most ? `… (${bytes.length} bytes in all)` : '';
  const shown = bytes.subarray(0, most);
  try {
    return new TextDecoder('utf-8', { fatal: cut === '', ignoreBOM: true }).decode(shown) + cut;
  } catch {
    return `base64:${Buffer.from(shown).toString('base64')}`;
  }
}
