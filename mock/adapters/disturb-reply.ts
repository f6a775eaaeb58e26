import type { Writable } from 'node:stream';
import type { Sink, UnendingReply, WholeReply } from '../mock-request.ts';

/** An HTTP/1.1 response, or an HTTP/2 stream. */
type Outlet = Writable & { readonly headersSent: boolean };

/** The actions of a protocol that a disturbed reply needs. */
interface Ways<Response extends Outlet> {
  /** Endless responses. The server ends them when it closes. */
  unending: Set<Response>;
  writeHead(): void;
  writeWhole(): void;
  /** Resets the connection or the stream. */
  reset(): void;
  /** The same after part of the body has been written. */
  breakOff(): void;
}

/** Delays or cuts off a reply, resets the connection, or sends nothing, as the reply specifies. */
export function disturbReply<Response extends Outlet>(
  response: Response,
  { delayMs = 0, injected, body }: WholeReply,
  { unending, writeHead, writeWhole, reset, breakOff }: Ways<Response>,
): void {
  if (delayMs <= 0) {
    send();
    return;
  }
  const timer = setTimeout(send, delayMs);
  response.once('close', () => clearTimeout(timer));

  function send(): void {
    if (response.headersSent || response.destroyed) return;
    const half = Buffer.from(body ?? '');
    switch (injected?.disruption) {
      case 'reset':
        reset();
        return;
      case 'hang':
        keepUntilClosed(response, unending);
        return;
      case 'truncate':
        if (half.length === 0) break;
        writeHead();
        response.write(half.subarray(0, Math.floor(half.length / 2)), breakOff);
        return;
    }
    writeWhole();
  }
}

/** Writes an endless body until either side ends it. The head has already been written. */
export function writeUnending<Response extends Outlet>(
  response: Response,
  { body }: UnendingReply,
  unending: Set<Response>,
): void {
  const leaving = new AbortController();
  keepUntilClosed(response, unending);
  response.once('close', () => leaving.abort());
  const sink: Sink = {
    write: (text) => {
      if (!response.writableEnded && !response.destroyed) response.write(text);
    },
    get buffered() {
      return response.writableLength;
    },
    end: () => response.end(),
    signal: leaving.signal,
  };
  body(sink);
}

function keepUntilClosed<Response extends Outlet>(response: Response, open: Set<Response>): void {
  open.add(response);
  response.once('close', () => open.delete(response));
}
