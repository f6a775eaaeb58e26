import { Agent, request } from 'node:http';
import { type AcceptanceTarget, patienceOf } from './question.ts';

/** A response, however the request was sent. */
export interface Answer {
  /** A readable name of the request, for messages. */
  request: string;
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface Sending {
  method?: string;
  /** Path and query below the base URL, sent as written. */
  path: string;
  /** Headers to add; `null` leaves out one that is sent by default. */
  headers?: Record<string, string | null>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as these bytes, with the JSON media type unless the headers say otherwise. */
  body?: string | Buffer;
  /** Split the body into these pieces with chunked transfer coding. */
  pieces?: readonly (string | Buffer)[];
  /** One socket for a series of requests. */
  agent?: Agent;
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request over node:http and reads the whole response, or rejects after a timeout. */
export async function send(target: AcceptanceTarget, sending: Sending): Promise<Answer> {
  const method = sending.method ?? 'GET';
  const payload = payloadOf(sending);
  const address = new URL(target.baseUrl);
  const name = `${method} ${sending.path.slice(0, 200)}`;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: address.hostname.replace(/^\[|\]$/g, ''),
      port: address.port === '' ? 80 : Number(address.port),
      method,
      path: pathBelow(target, sending.path),
      headers: headersOf(target, sending, payload),
      agent: sending.agent ?? sharedAgent,
    });
    const timer = setTimeout(
      () => outgoing.destroy(new Error(`${name}: no response within ${patienceOf(target)} ms`)),
      patienceOf(target),
    );
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`${name}: ${error.message}`, { cause: error }));
    });
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', (error) => outgoing.destroy(error));
      incoming.on('end', () => {
        clearTimeout(timer);
        resolve({
          request: name,
          status: incoming.statusCode ?? 0,
          headers: toHeaders(incoming.rawHeaders),
          body: Buffer.concat(chunks),
        });
      });
    });
    if (sending.pieces !== undefined) for (const piece of sending.pieces) outgoing.write(piece);
    outgoing.end(payload);
  });
}

/** Returns the request target: the base path of the target, then the given path. */
export function pathBelow(target: AcceptanceTarget, path: string): string {
  return new URL(target.baseUrl).pathname.replace(/\/$/, '') + path;
}

/** The body as text. */
export const textOf = (answer: Answer): string => answer.body.toString('utf8');

/** Returns the body as JSON, or throws an error that quotes it. */
export function readJson(answer: Answer): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    throw new Error(`${describe(answer)}: the body is not JSON`);
  }
}

/** Describes the request, the status and the start of the body, for messages. */
export function describe(answer: Answer): string {
  return `${answer.request} was answered ${answer.status} ${textOf(answer).slice(0, 300)}`;
}

function payloadOf(sending: Sending): Buffer | undefined {
  if (sending.json !== undefined) return Buffer.from(JSON.stringify(sending.json));
  return sending.body === undefined ? undefined : Buffer.from(sending.body);
}

function headersOf(
  target: AcceptanceTarget,
  sending: Sending,
  payload: Buffer | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${target.apiKey}` };
  if (payload !== undefined || sending.pieces !== undefined) {
    headers['content-type'] = 'application/json';
  }
  if (payload !== undefined && sending.pieces === undefined) {
    headers['content-length'] = String(payload.length);
  }
  for (const [name, value] of Object.entries(sending.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = value;
  }
  return headers;
}

export function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  return headers;
}
