import type { IncomingMessage, OutgoingMessage } from 'node:http';

/** What belongs to one connection only (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'expect',
]);

/** Whether a body follows: it has a length, or comes in chunks (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Passes a body on as it comes, no faster than the other side takes it. `pipe` does the same with a dozen listeners, which
 * cost more than what is passed on. What is known to be whole in one piece leaves in one piece.
 */
export function forward(
  from: IncomingMessage,
  to: () => OutgoingMessage,
  onChunk: (chunk: Buffer) => void,
  onEnd: () => void,
): void {
  const length = Number(from.headers['content-length'] ?? Number.NaN);
  let isEnded = false;
  from.on('data', (chunk: Buffer) => {
    onChunk(chunk);
    if (chunk.length === length) {
      isEnded = true;
      endWith(to(), chunk);
      return;
    }
    const writable = to();
    if (writable.write(chunk)) return;
    from.pause();
    writable.once('drain', () => from.resume());
  });
  from.on('end', () => {
    if (!isEnded) {
      if (from.rawTrailers.length > 0) to().addTrailers(toPairs(from.rawTrailers));
      to().end();
    }
    onEnd();
  });
}

/** As text, Node sends a body in one piece with the headers; corked by hand, it adds no empty piece, which costs a `writev`. */
function endWith(writable: OutgoingMessage, body: Buffer): void {
  const { socket } = writable;
  socket?.cork();
  writable.write(body.toString('latin1'), 'latin1');
  socket?.uncork();
  writable.end();
}

/** Which names of headers are not passed on, as they were written: most requests have the same. */
const skipped = new Map<string, boolean>();

function isSkipped(name: string): boolean {
  let found = skipped.get(name);
  if (found === undefined) {
    found = hopByHop.has(name.toLowerCase());
    // Header names are untrusted input.
    if (skipped.size < 500) skipped.set(name, found);
  }
  return found;
}

/**
 * The headers that are passed on, in their order and as they were written.
 * @param headers what they are added to
 */
export function keepHeaders(
  raw: readonly string[],
  isRequest: boolean,
  headers: string[] = [],
): string[] {
  const named = listConnectionNames(raw);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    if (isSkipped(name) || named?.has(name.toLowerCase()) === true) continue;
    if (isRequest && name.length === 4 && name.toLowerCase() === 'host') continue;
    headers.push(name, value);
  }
  return headers;
}

/** Headers that belong to the connection because it names them; usually it names none. */
function listConnectionNames(raw: readonly string[]): ReadonlySet<string> | undefined {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (name.length !== 10 || name.toLowerCase() !== 'connection') continue;
    const value = (raw[at + 1] ?? '').toLowerCase();
    if (value !== 'keep-alive' && value !== 'close') return new Set(value.split(/\s*,\s*/));
  }
  return undefined;
}

/** @param raw names and values in turn */
export function toPairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [],
  );
}
