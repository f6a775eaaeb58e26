import type { IncomingMessage } from 'node:http';
import { toPairs } from '../../mock/handler.ts';

/** Headers of a single connection (RFC 9110, section 7.6.1), and those that a client of the upstream sets itself. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'expect',
];

/** Headers for the receiver. The Connection header cannot declare them as specific to the connection. */
const endToEnd =
  /^(?:accept|authorization|cache-control|content-|cookie|date|etag|forwarded$|host$|idempotency-key|if-|last-modified|location|origin|prefer|range|referer|retry-after|server|set-cookie|user-agent|vary|www-authenticate|x-(?:amz|api|auth|csrf|forwarded)-)/;

/** Whether a request has a body, by its headers (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return isChunked || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the headers for the upstream, as alternating names and values. */
export function toRequestHeaders(message: IncomingMessage, host: string): string[] {
  const headers = ['Host', host];
  for (const [name, value] of listForwarded(message.rawHeaders))
    if (name.toLowerCase() !== 'host') headers.push(name, value);
  // Node would send the body of a GET without any framing.
  if (message.headers['transfer-encoding'] !== undefined)
    headers.push('Transfer-Encoding', 'chunked');
  return headers;
}

/** Returns the headers for the client, as alternating names and values. */
export function toResponseHeaders(rawHeaders: readonly string[]): string[] {
  return listForwarded(rawHeaders).flat();
}

/** The headers that are not specific to a connection: neither by their name, nor by any Connection header. */
function listForwarded(rawHeaders: readonly string[]): [name: string, value: string][] {
  const headers = toPairs(rawHeaders);
  const dropped = new Set(hopByHop);
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'connection') continue;
    for (const option of value.toLowerCase().split(',')) dropped.add(option.trim());
  }
  return headers.filter(([name]) => {
    const key = name.toLowerCase();
    return !dropped.has(key) || (endToEnd.test(key) && !hopByHop.includes(key));
  });
}

/** Returns the headers of a message by their names in lower case, as the check reads them. */
export function mergeHeaders(message: IncomingMessage | undefined): Record<string, string> {
  const merged: Record<string, string> = Object.create(null);
  for (const [name, values = []] of Object.entries(message?.headersDistinct ?? {}))
    merged[name] = values.join(', ');
  return merged;
}
