import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { Exchange } from '../../mock/adapters/exchange.ts';
import type { BodyCopy } from './body-copy.ts';
import { hasBody, toRequestHeaders, toResponseHeaders } from './proxy-headers.ts';

export interface UpstreamOptions {
  /** The base URL of the service. */
  upstream: string;
  /** Additional trusted certificate authorities, in PEM format. Default: none. */
  ca?: string | undefined;
  /** Accepts any certificate of the upstream. Default: false. */
  insecure?: boolean;
}

/** How long the upstream may take for each step: to be connected, and to respond once it has the request. */
const upstreamTimeoutMs = 60_000;

/** Creates the client of the service behind the proxy. Each request has its own connection. */
export function createUpstream({ upstream, ca, insecure }: UpstreamOptions) {
  const base = new URL(upstream);
  const { hostname, port } = urlToHttpOptions(base);
  const isSecure = base.protocol === 'https:';
  const connection: RequestOptions = {
    hostname,
    port,
    // No bytes of one request can become part of the next.
    agent: false,
    ...(isSecure && { rejectUnauthorized: insecure !== true }),
    ...(isSecure && ca !== undefined && { ca: [...rootCertificates, ca] }),
  };
  const open = isSecure ? requestSecurely : request;
  const prefix = base.pathname.replace(/\/+$/, '');
  return {
    base,
    /** Returns the URL that a request target has on the upstream. */
    toUrl: (target: string): string => `${base.origin}${prefix}${target}`,
    /**
     * Forwards a request, and interim responses to it. The promise rejects if the client disconnects first.
     * @param sent gets the body of the request
     */
    send: async (exchange: Exchange, target: string, sent: BodyCopy) => {
      const { message, ended } = exchange;
      const forwarded = open({
        ...connection,
        method: message.method,
        path: prefix + target,
        headers: toRequestHeaders(message, base.host),
        signal: ended,
      });
      const response = waitForResponse(forwarded, exchange);
      forwardBody(message, forwarded, sent);
      return response;
    },
  };
}

function waitForResponse(forwarded: ClientRequest, exchange: Exchange): Promise<IncomingMessage> {
  const { message } = exchange;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forwarded.destroy(new Error(`no response within ${upstreamTimeoutMs / 1000} s`));
    }, upstreamTimeoutMs);
    // The time for the response starts once the request is sent.
    forwarded.on('finish', () => timer.refresh());
    forwarded.on('information', ({ statusCode, rawHeaders }) => {
      // The proxy has already told the client to continue.
      if (statusCode === 100 && message.headers.expect !== undefined) return;
      exchange.sendInterim(statusCode, toResponseHeaders(rawHeaders));
    });
    forwarded.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('it switched to another protocol'));
    });
    forwarded.on('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    forwarded.on('error', reject);
    forwarded.on('close', () => {
      clearTimeout(timer);
      // If the upstream responds early, the rest is discarded, and the client can send the next request.
      message.unpipe(forwarded);
      message.resume();
    });
  });
}

function forwardBody(message: IncomingMessage, forwarded: ClientRequest, sent: BodyCopy): void {
  if (!hasBody(message)) {
    message.resume();
    forwarded.end();
    return;
  }
  message.on('data', (chunk: Buffer) => sent.add(chunk));
  message.pipe(forwarded);
}
