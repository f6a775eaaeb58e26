import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../mock-request.ts';

/** The head of a request of `node:http`. */
export class NodeRequest implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly hasBody: boolean;
  readonly #headers: IncomingMessage['headers'];
  readonly #rawHeaders: readonly string[];

  constructor({ method = '', url = '', headers, rawHeaders }: IncomingMessage) {
    const target = toOriginForm(url);
    const mark = target.indexOf('?');
    this.method = method;
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    const length = headers['content-length'];
    // RFC 9112, section 6.3: one of these two announces a body.
    this.hasBody =
      (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
    this.#headers = headers;
    this.#rawHeaders = rawHeaders;
  }

  listHeaders(): readonly string[] {
    return this.#rawHeaders;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  }
}

/** A target that is a whole address, as for a proxy, is answered like its path (RFC 9112, section 3.2.2). */
function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target);
  if (authority === null) return target;
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
