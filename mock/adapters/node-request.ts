import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { MockRequest } from '../handler.ts';
import { Refusal, refuseTooLarge } from '../refusal.ts';
import { refuseOutside, removeBasePath } from './base-path.ts';
import { BodyBuffer } from './body-buffer.ts';
import type { Exchange } from './exchange.ts';

/** A request to a server. */
export class NodeRequest implements MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly hasBody: boolean;
  readonly rawHeaders: readonly string[];
  readonly refusal: Refusal | undefined;
  bytes: Uint8Array | undefined;
  readonly basePath: string;
  readonly #exchange: Exchange;
  readonly #message: IncomingMessage;
  /** The host in the target, if any. */
  readonly #authority: string | undefined;

  constructor(exchange: Exchange, basePath: string) {
    const { message } = exchange;
    const { method = '', url = '', headers, rawHeaders } = message;
    const { target, authority } = readTarget(url);
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    const inner = removeBasePath(path, basePath, headers.accept);
    this.method = method;
    this.path = inner ?? path;
    this.refusal = inner === undefined ? refuseOutside(path, basePath) : checkHost(rawHeaders);
    this.basePath = basePath;
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    // RFC 9112, section 6.3: one of two headers announces a body.
    this.hasBody =
      (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
    this.rawHeaders = rawHeaders;
    this.#exchange = exchange;
    this.#message = message;
    this.#authority = authority;
    // Otherwise Node drains the empty stream after the response, which takes a tenth of the time of a GET.
    if (!this.hasBody) message.resume();
  }

  get origin(): string | undefined {
    const host = this.header('host');
    const scheme = this.#message.socket instanceof TLSSocket ? 'https' : 'http';
    return host === undefined ? undefined : `${scheme}://${host}`;
  }

  get localAddress(): string | undefined {
    return this.#message.socket.localAddress;
  }

  header(name: string): string | undefined {
    if (name === 'host' && this.#authority !== undefined) return this.#authority;
    const { headers } = this.#message;
    // Headers are an ordinary object, which has more properties than the client sent.
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  }

  /**
   * Reads the body. Node discards what is not read. The promise stays pending if the client disconnects: a request that
   * never arrived has no effect.
   * @throws Refusal as soon as it exceeds the limit
   */
  body(limit: number): Promise<Uint8Array | undefined> {
    if (!this.hasBody) return Promise.resolve(undefined);
    this.#exchange.sendContinue();
    return new Promise((resolve, reject) => {
      const body = new BodyBuffer();
      let isTooLarge = false;
      this.#message.on('data', (chunk: Buffer) => {
        isTooLarge ||= body.length + chunk.length > limit;
        if (!isTooLarge) body.add(chunk);
        else {
          body.clear();
          reject(refuseTooLarge(limit));
        }
      });
      this.#message.once('end', () => {
        this.bytes = body.length === 0 ? undefined : body.read();
        resolve(this.bytes);
      });
    });
  }
}

/** Splits an absolute URL, as sent to a proxy. Its host counts instead of the header (RFC 9112, section 3.2.2). */
function readTarget(target: string): { target: string; authority?: string } {
  if (target.startsWith('/')) return { target };
  const [start, authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  if (start === undefined || authority === undefined) return { target };
  const pathAndQuery = target.slice(start.length);
  return { target: pathAndQuery.startsWith('/') ? pathAndQuery : `/${pathAndQuery}`, authority };
}

/** With two Host headers, an intermediary may read a different one than this server (RFC 9112, section 3.2). */
function checkHost(rawHeaders: readonly string[]): Refusal | undefined {
  const hosts = rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  );
  if (hosts.length < 2) return undefined;
  const faults = [{ header: 'Host', detail: 'must be sent once' }];
  const detail = `The header Host was sent ${hosts.length} times. Send it once.`;
  return new Refusal('malformed-request', detail, { faults });
}
