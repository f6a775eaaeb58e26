import assert from 'node:assert/strict';
import { type Answer, pathBelow } from './client.ts';
import { type AcceptanceTarget, patienceOf } from './question.ts';
import { type RawExchange, type RawExchangeOptions, rawExchange } from './raw-exchange.ts';

/** Header fields that differ from the default; `null` leaves one out, a list repeats it. */
export type RawHeaders = Record<string, string | readonly string[] | null>;

/** The head of an HTTP/1.1 request with a host and the key. */
export function rawHead(
  target: AcceptanceTarget,
  requestLine: string,
  headers: RawHeaders = {},
): string {
  const fields: RawHeaders = {
    Host: new URL(target.baseUrl).host,
    Authorization: `Bearer ${target.apiKey}`,
    ...headers,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null) return [];
    return (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`);
  });
  return [requestLine, ...lines, '', ''].join('\r\n');
}

/** A request line for a path below the base URL. */
export const rawLine = (target: AcceptanceTarget, method: string, path: string): string =>
  `${method} ${pathBelow(target, path)} HTTP/1.1`;

/** A whole request with a JSON body of known length. */
export function rawJson(
  target: AcceptanceTarget,
  method: string,
  path: string,
  body: string | Buffer,
  headers: RawHeaders = {},
): Buffer {
  const head = rawHead(target, rawLine(target, method, path), {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  });
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

export function exchange(
  target: AcceptanceTarget,
  bytes: string | Buffer | readonly (string | Buffer)[],
  options: RawExchangeOptions = {},
): Promise<RawExchange> {
  const { hostname, port } = new URL(target.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const patience = patienceOf(target);
  return rawExchange(host, port === '' ? 80 : Number(port), bytes, { patience, ...options });
}

/** Returns the only response to some bytes; a silent close is an error. */
export async function answerTo(
  target: AcceptanceTarget,
  bytes: string | Buffer | readonly (string | Buffer)[],
  options: RawExchangeOptions = {},
): Promise<Answer> {
  const { answers } = await exchange(target, bytes, options);
  const [answer] = answers;
  assert.ok(answer !== undefined, 'the server closed the connection without an answer');
  return answer;
}
