import type { IncomingMessage, ServerResponse } from 'node:http';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import type { Contract } from '../../contract/index.ts';
import {
  createNodeListener,
  isControlPath,
  type Listening,
  type ListenOptions,
  listen,
} from '../../mock/adapters/node-http.ts';
import { createCore } from '../../mock/create-core.ts';
import { createLazyControl, openAccess } from '../../mock/features/control/open-control.ts';
import { RequestRecord } from '../../mock/features/journal/create-journal.ts';
import { Webhooks } from '../../mock/features/webhooks/webhooks.ts';
import { defaultSession } from '../../mock/handler.ts';
import { forward, writeProblem } from './forward.ts';
import { createJudge, type JudgedExchange, type TrafficExchange } from './judge-exchange.ts';

export interface ProxyOptions {
  contract: Contract;
  /** The base URL of the service. */
  upstream: string;
  /** Additional trusted certificate authorities, in PEM format. Default: none. */
  ca?: string | undefined;
  /** Accepts any certificate of the upstream. Default: false. */
  insecure?: boolean;
  /** Responds with 502 instead of an exchange that violates the contract. Default: false. */
  fail?: boolean;
  /** Called with each exchange of the service after it was checked. */
  onJudged?: (judged: JudgedExchange) => void;
  /** Called with one line for each failure of the proxy itself. */
  onError?: (line: string) => void;
}

const upstreamTimeoutMs = 60_000;

/**
 * Serves a reverse proxy that forwards everything unchanged and validates it. It only generates responses if it cannot forward
 * a request. The page is at `/__mock/` if the control surface is enabled.
 */
export async function serveProxy(
  { contract, upstream, ca, insecure, fail = false, onJudged, onError = () => {} }: ProxyOptions,
  where: ListenOptions,
): Promise<Listening> {
  const base = new URL(upstream);
  const agent = new Agent({
    // A connection for each request: no bytes of one can become part of the next.
    pipelining: 0,
    headersTimeout: upstreamTimeoutMs,
    // A stream may be silent for any length of time.
    bodyTimeout: 0,
    connect: {
      timeout: upstreamTimeoutMs,
      rejectUnauthorized: insecure !== true,
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    },
  });
  const judge = createJudge(contract, { baseUrl: upstream, hasCredentials: true });
  // A mock that receives no requests provides the journal, the page and the control surface.
  const core = createCore({ contract, onError });

  const { control: wanted = false, host = '127.0.0.1' } = where;
  const access = wanted
    ? openAccess(wanted === true ? {} : wanted, { host, toUrl: (name) => `http://${name}` })
    : undefined;
  const control = access && createLazyControl(core, access, new Webhooks(core));
  const surface = createNodeListener(core.handler, '', control);
  const bound = await listen(async (message, response, circumstances) => {
    const path = message.url?.replace(/\?.*$/s, '') ?? '';
    if (control !== undefined && isControlPath(path))
      await surface(message, response, circumstances);
    // Other upgrades, such as to HTTP/2, may be ignored (RFC 9110, section 7.8).
    else if (message.headers.upgrade?.toLowerCase() === 'websocket') {
      response.setHeader('Connection', 'close');
      const reason = 'WebSockets are not supported by this proxy; connect to the service directly.';
      writeProblem(response, 501, reason);
    } else pass(message, response);
  }, where);
  return {
    ...bound,
    control: access && { url: `${bound.url}/__mock/`, token: access.token },
    close: async () => {
      await bound.close();
      await agent.destroy();
    },
  };

  function pass(message: IncomingMessage, response: ServerResponse): void {
    // A client that uses this as a forward proxy sends the whole URL.
    message.url = message.url?.replace(/^https?:\/\/[^/?]*/i, '') || '/';
    const onExchange = (exchange: TrafficExchange, body: Buffer) => {
      let judged: JudgedExchange | undefined;
      try {
        judged = judge(exchange);
      } catch (error) {
        onError(`${exchange.method} ${message.url} could not be checked: ${error}`);
      }
      if (judged !== undefined) onJudged?.(judged);
      writeJournal(message, exchange, judged, body);
      return judged;
    };
    void forward(message, response, { agent, base, fail, onExchange, onError });
  }

  function writeJournal(
    { url = '/', rawHeaders }: IncomingMessage,
    { method, requestHeaders, response, durationMs }: TrafficExchange,
    judged: JudgedExchange | undefined,
    body: Buffer,
  ): void {
    const [path = '', ...query] = url.split('?');
    const request = {
      method,
      path,
      query: query.join('?'),
      header: (name: string) => requestHeaders[name],
      rawHeaders,
      hasBody: body.length > 0,
      bytes: body,
      body: async () => body,
      session: { name: defaultSession, now: Date.now(), shared: {} },
    };
    const reply = {
      status: response?.status ?? 0,
      headers: Object.entries(response?.headers ?? {}).flat(),
      body: response?.body,
      operation: judged?.operation?.id,
      faults: (judged?.violations ?? []).map(({ side, message: detail, pointer }) => ({
        detail: `${side}: ${detail}`,
        ...(pointer !== undefined && { pointer }),
      })),
    };
    void core.store.journal.append(new RequestRecord(request, reply, durationMs));
  }
}
