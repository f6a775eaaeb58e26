import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../contract/parse-url.ts';

export interface ProxyAccess {
  /** Further host names under which the proxy may be called. `.example.com` includes all subdomains. Default: none. */
  allowedHosts?: readonly string[];
  /** Origins whose web pages may use the proxy, besides those of this machine; `*` allows all. Default: none. */
  origins?: readonly string[];
}

/** Why a request is not forwarded. */
export interface AccessRefusal {
  status: number;
  detail: string;
}

/**
 * Creates the check that decides which web pages may use the proxy. It returns why a request is refused. A page on the
 * internet could otherwise read and change the service behind the proxy, which only this machine may reach: it points its
 * own host name to this machine (DNS rebinding), or sends requests that need no preflight.
 * @param ownHosts the host names of the upstream, and of the address that the proxy listens on
 */
export function createAccessCheck(
  { allowedHosts = [], origins = [] }: ProxyAccess,
  ownHosts: readonly string[],
): (message: IncomingMessage) => AccessRefusal | undefined {
  const accepted = [...ownHosts, ...allowedHosts].map((name) => name.toLowerCase());
  return (message) => {
    const wrongHost = explainHost(message);
    if (wrongHost !== undefined) return { status: 421, detail: wrongHost };
    const wrongOrigin = explainOrigin(message);
    return wrongOrigin === undefined ? undefined : { status: 403, detail: wrongOrigin };
  };

  function explainHost({ headers, url = '' }: IncomingMessage): string | undefined {
    // The host of a whole URL replaces the header (RFC 9112, section 3.2.2).
    const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
    const host = (authority ?? headers.host)?.toLowerCase();
    // Browsers always send one.
    if (host === undefined) return undefined;
    const name = readHostname(host);
    if (name !== undefined && isAcceptedHost(name)) return undefined;
    const excerpt = host.slice(0, 100);
    return `the host ${excerpt} is not allowed; if it is yours, start the proxy with --allowed-host ${name ?? '<name>'}`;
  }

  /** Addresses, and names without a dot, cannot be registered and pointed to this machine. */
  function isAcceptedHost(name: string): boolean {
    if (isLoopback(name) || isIP(name) !== 0 || !name.includes('.')) return true;
    return accepted.some((suffix) =>
      suffix.startsWith('.') ? `.${name}`.endsWith(suffix) : suffix === name,
    );
  }

  function explainOrigin({ headers }: IncomingMessage): string | undefined {
    const { origin, host = '' } = headers;
    if (origin === undefined)
      return explainSite(headers['sec-fetch-site'], headers['sec-fetch-mode']);
    const lower = origin.toLowerCase();
    const local = /^https?:\/\/([^/?#]*)$/.exec(lower)?.[1];
    const isOwn = local !== undefined && local === host.toLowerCase();
    const isLocal = local !== undefined && isLoopback(readHostname(local) ?? '');
    if (isOwn || isLocal || origins.includes('*') || origins.includes(lower)) return undefined;
    return `pages of ${origin.slice(0, 100)} may not use the proxy; if it is yours, start it with --cors ${origin.slice(0, 100)}`;
  }

  /** Browsers send no origin with a GET that a page cannot read. */
  function explainSite(site: unknown, mode: unknown): string | undefined {
    if (site !== 'cross-site' || mode === 'navigate' || origins.includes('*')) return undefined;
    return 'pages of other sites may not use the proxy';
  }
}

/** `[::1]:4020` becomes `::1`. Undefined for anything that is not a host. */
function readHostname(host: string): string | undefined {
  const [, ipv6, name] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host) ?? [];
  return ipv6 ?? name;
}
