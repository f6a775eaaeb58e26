import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../../mock/adapters/exchange.ts';
import { type ListenAddress, listen } from '../../mock/adapters/listen.ts';
import { Forwarding, type ForwardOptions, writeProblem } from './forward.ts';
import { type AccessRefusal, createAccessCheck, type ProxyAccess } from './proxy-access.ts';
import { createUpstream, type UpstreamOptions } from './upstream.ts';

export interface ProxyOptions
  extends UpstreamOptions,
    ProxyAccess,
    Omit<ForwardOptions, 'onError'> {
  /** Called with one line for each failure of the proxy itself. */
  onError?: (line: string) => void;
}

/**
 * Serves a reverse proxy that forwards everything unchanged and checks it. It only generates responses if it cannot forward a
 * request.
 */
export async function serveProxy(
  { onError = () => {}, ...options }: ProxyOptions,
  where: ListenAddress,
) {
  const upstream = createUpstream(options);
  const { host = '127.0.0.1' } = where;
  const checkAccess = createAccessCheck(options, [host, upstream.base.hostname]);
  const forward = async (exchange: Exchange): Promise<void> => {
    const { message } = exchange;
    // A client that uses this as a forward proxy sends the whole URL.
    const target = message.url?.replace(/^https?:\/\/[^/?]*/i, '') || '/';
    const refused = checkAccess(message) ?? refuseAmbiguous(message, target);
    if (refused === undefined)
      await new Forwarding(exchange, target, upstream, { ...options, onError }).run();
    else {
      exchange.closeAfterwards();
      writeProblem(exchange, refused.status, refused.detail);
    }
  };
  return listen(forward, where, onError);
}

function refuseAmbiguous(message: IncomingMessage, target: string): AccessRefusal | undefined {
  const detail = explainAmbiguity(message, target);
  return detail === undefined ? undefined : { status: 400, detail };
}

/** Explains why a request is not forwarded: it could mean something else to the upstream than to this proxy. */
function explainAmbiguity(
  { headersDistinct }: IncomingMessage,
  target: string,
): string | undefined {
  if ((headersDistinct['host']?.length ?? 0) > 1)
    return 'the request has more than one Host header';
  if (!/^(?:chunked)?$/i.test(headersDistinct['transfer-encoding']?.join() ?? ''))
    return 'the only transfer coding that is forwarded is chunked';
  if (!/^\/[!"$-~]*$/.test(target)) return 'the request target must be a path';
  const climbs = /(?:[/\\]|%(?:25)*(?:2f|5c|c0%af))(?:\.|%(?:25)*(?:2e|c0%ae|u002e)){2}(?![\w.-])/i;
  return climbs.test(target.split('?')[0] ?? '') ? 'the path must not contain ".."' : undefined;
}
