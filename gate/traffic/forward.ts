import { isAscii, isUtf8, transcode } from 'node:buffer';
import type { IncomingMessage, OutgoingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

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

/** How much of a body is kept to be judged, in bytes. A longer one passes, and its shape is not judged. */
const judgedBytes = 4 * 1024 * 1024;

/** What passed of a body, up to a bound. */
export interface BodyCopy {
  add(chunk: Buffer): void;
  /** Empty where nothing came, or too much to be kept. */
  bytes(): Buffer;
  /** Undefined where nothing came, too much to be kept, or something that cannot be decoded. */
  text(encoding: string | undefined): string | undefined;
  isEmpty(): boolean;
  isWhole(): boolean;
}

const nothing = Buffer.alloc(0);

function join(chunks: readonly Buffer[]): Buffer {
  const [only = nothing] = chunks;
  return chunks.length < 2 ? only : Buffer.concat(chunks);
}

export function createBodyCopy(): BodyCopy {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= judgedBytes) chunks.push(chunk);
      else chunks = [];
    },
    bytes: () => join(chunks),
    isEmpty: () => size === 0,
    isWhole: () => size <= judgedBytes,
    text: (encoding) => {
      if (size === 0 || size > judgedBytes) return undefined;
      const bytes = decode(join(chunks), encoding);
      return bytes && toText(bytes);
    },
  };
}

/** Which bodies are remembered, by their length in bytes, and how many. */
const remembered = { from: 1024, to: 64 * 1024, most: 8 };
let texts: readonly { bytes: Buffer; text: string }[] = [];

/** Decoding takes longer than comparing: the same list is read again and again. */
function toText(bytes: Buffer): string {
  const { length } = bytes;
  if (length < remembered.from || length > remembered.to) return decodeUtf8(bytes);
  const known = texts.find((each) => each.bytes.equals(bytes));
  if (known !== undefined) return known.text;
  const text = decodeUtf8(bytes);
  // A copy: a small view holds the whole buffer that it is a part of.
  texts = [{ bytes: Buffer.from(bytes), text }, ...texts.slice(0, remembered.most - 1)];
  return text;
}

/** `toString('utf8')`, which takes 10 µs on Node 20 for 3 kB with a few letters beyond ASCII, where this takes 4. */
function decodeUtf8(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (bytes.length < remembered.from || !isUtf8(bytes)) return bytes.toString('utf8');
  return transcode(bytes, 'utf8', 'ucs2').toString('ucs2');
}

function decode(bytes: Buffer, encoding: string | undefined): Buffer | undefined {
  const options = { maxOutputLength: judgedBytes };
  try {
    switch (encoding?.trim().toLowerCase()) {
      case undefined:
      case '':
      case 'identity':
        return bytes;
      case 'gzip':
        return gunzipSync(bytes, options);
      case 'br':
        return brotliDecompressSync(bytes, options);
      case 'deflate':
        return inflateSync(bytes, options);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
