import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  request as sendRequest,
} from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect as connectTcp, isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, rootCertificates } from 'node:tls';

/** How to connect to a target. */
export interface ConnectOptions {
  baseUrl: string;
  concurrency: number;
  /** Additional trusted certificate authorities, in PEM format. */
  ca?: string | undefined;
  /** Accepts any certificate. */
  insecure?: boolean | undefined;
  proxy?: string | undefined;
}

/** The connections of a run: a pool of reused ones, and dedicated ones. */
export type Connections = ReturnType<typeof createConnections>;

export function createConnections(options: ConnectOptions) {
  const { baseUrl, concurrency, proxy } = options;
  const { protocol, origin } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  const create = (given: AgentOptions): HttpAgent => {
    const via = proxy === undefined ? undefined : new URL(proxy);
    if (!isTls) return via === undefined ? new HttpAgent(given) : new ForwardAgent(given, via);
    const tls = { ...given, ...toTlsOptions(options) };
    return via === undefined ? new HttpsAgent(tls) : new TunnelAgent(tls, via);
  };
  const kept = create({ keepAlive: true, maxSockets: concurrency * 2 });
  const fresh = create({ keepAlive: false });
  const own = new Map<string, HttpAgent>();
  return {
    kept,
    fresh,
    /** A connection that is reserved for one purpose. */
    own(purpose: string): HttpAgent {
      const agent = own.get(purpose) ?? create({ keepAlive: true, maxSockets: 1 });
      own.set(purpose, agent);
      return agent;
    },
    /** Set if requests go through a proxy without a tunnel: the prefix of their path, and the headers for the proxy. */
    forward:
      proxy === undefined || isTls
        ? undefined
        : { origin, headers: toProxyHeaders(new URL(proxy)) },
    close(): void {
      kept.destroy();
      fresh.destroy();
      for (const agent of own.values()) agent.destroy();
    },
  };
}

/** Node replaces the default certificates by the given ones, so this adds the defaults. */
export function toTlsOptions({ ca, insecure }: Pick<ConnectOptions, 'ca' | 'insecure'>) {
  return {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(insecure === true ? { rejectUnauthorized: false } : {}),
  };
}

function toProxyHeaders({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Sends plain HTTP through a proxy: connects to the proxy, and requests contain the whole URL. */
class ForwardAgent extends HttpAgent {
  readonly #proxy: URL;
  constructor(options: AgentOptions, proxy: URL) {
    super(options);
    this.#proxy = proxy;
  }
  override createConnection(): Duplex {
    return connectProxy(this.#proxy);
  }
}

/** Tunnels TLS through a proxy: CONNECT, then the handshake with the target itself (RFC 9110, section 9.3.6). */
class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;
  /** CONNECT requests that the proxy has not answered yet. */
  readonly #asked = new Set<ClientRequest>();
  constructor(options: AgentOptions, proxy: URL) {
    super(options);
    this.#proxy = proxy;
  }
  override createConnection(
    options: Parameters<HttpsAgent['createConnection']>[0],
    done?: Parameters<HttpsAgent['createConnection']>[1],
  ): Duplex | null | undefined {
    const host = `${options.host}:${options.port}`;
    const asked = sendRequest({
      method: 'CONNECT',
      path: host,
      headers: { Host: host, ...toProxyHeaders(this.#proxy) },
      createConnection: () => connectProxy(this.#proxy),
    });
    this.#asked.add(asked);
    asked.once('close', () => this.#asked.delete(asked));
    const fail = (error: Error) => {
      const text = `the proxy ${this.#proxy.host} refuses to connect: ${error.message}`;
      // After an error, the caller does not use the stream.
      done?.(Object.assign(new Error(text), { code: 'EPROXY' }), asked.socket ?? new Socket());
    };
    asked.once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        fail(new Error(`it returned ${statusCode} to CONNECT ${host}`));
        return;
      }
      const servername = options.servername ?? options.host ?? '';
      const { path: _path, port: _port, host: name, ...tls } = options;
      done?.(
        null,
        connectTls({
          ...tls,
          host: name ?? '',
          socket,
          ...(isIP(servername) === 0 ? { servername } : {}),
        }),
      );
    });
    asked.once('error', fail);
    asked.end();
    return undefined;
  }
  override destroy(): void {
    for (const asked of this.#asked) asked.destroy();
    super.destroy();
  }
}

function connectProxy({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return protocol === 'https:'
    ? connectTls({
        host,
        port: Number(port || 443),
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connectTcp({ host, port: Number(port || 80) });
}

/**
 * Finds the proxy for a URL in HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, in upper or lower case, except for hosts in NO_PROXY.
 * This machine is never reached through a proxy.
 */
export function findProxy(
  baseUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const given = read(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? read('ALL_PROXY');
  if (given === undefined || isLocal(baseUrl)) return undefined;
  const usedPort = port || (protocol === 'https:' ? '443' : '80');
  const isDirect = (read('NO_PROXY') ?? '').split(/[\s,]+/).some((entry) => {
    const [name = '', onlyPort] = entry
      .toLowerCase()
      .replace(/^\*?\./, '')
      .split(/:(?=\d+$)/);
    if (name === '' || (onlyPort !== undefined && onlyPort !== usedPort)) return false;
    return name === '*' || hostname === name || hostname.endsWith(`.${name}`);
  });
  if (isDirect) return undefined;
  return /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`;
}

/** Whether a target is on this machine, so writing to it needs no permission. */
export function isLocal(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
