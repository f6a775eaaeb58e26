import { createHash, timingSafeEqual } from 'node:crypto';
import { type MockRequest, toPairs } from '../../handler.ts';
import { parseBearer } from '../../http/check-head.ts';
import { ControlRefusal } from './control-operation.ts';

/** The addresses and the token of the control surface. */
export interface AccessOptions {
  readonly token: string;
  /** The address that the mock listens on. */
  readonly host: string;
  /** Additional accepted host names, in lower case. One that starts with a dot includes all its subdomains. */
  readonly allowedHosts: readonly string[];
  /** Returns the base URL of the service for a given host. */
  toUrl(host: string): string;
}

const challenge = 'Bearer realm="site-contract control surface"';
const advice =
  'Send the admin token as "Authorization: Bearer <token>". Use the token from --admin-token, or from the link on the terminal, after #token=.';

/** Decides who may use the control surface. */
export class AccessCheck {
  readonly #options: AccessOptions;
  readonly #expected: Buffer;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#expected = digest(options.token);
  }

  /**
   * Refuses requests from pages of another origin. A page whose host name resolves to this machine (DNS rebinding) is
   * recognised by `Host`, any other page by `Origin` or `Sec-Fetch-Site`.
   * @param localAddress the local address of the connection
   * @param isStatic whether the response contains no data, so that pages may link to it
   */
  checkOrigin(
    head: MockRequest,
    localAddress: string | undefined,
    isStatic: boolean,
  ): ControlRefusal | undefined {
    // With two Host headers, an intermediary may read a different one than this server (RFC 9112, section 3.2).
    if (countHeaders(head, 'host') > 1) return refuseTwoHosts;
    const sent = head.header('host')?.toLowerCase() ?? '';
    const hostname = readHostname(sent);
    if (!this.#isKnown(hostname, localAddress)) return refuseHost(sent, hostname);
    const origin = head.header('origin')?.toLowerCase();
    const site = head.header('sec-fetch-site')?.toLowerCase();
    const isSame = origin === undefined || /^https?:\/\/(.*)/.exec(origin)?.[1] === sent;
    if (!isSame && !(site === 'same-origin' && this.#isKnown(readOrigin(origin), localAddress)))
      return refuseOrigin('Origin', origin);
    if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
    return isStatic && isVisit(head) ? undefined : refuseOrigin('Sec-Fetch-Site', site);
  }

  #isKnown(hostname: string, localAddress: string | undefined): boolean {
    const { host, allowedHosts } = this.#options;
    return isOwnHost(hostname, host, localAddress) || isAllowed(hostname, allowedHosts);
  }

  checkToken(head: MockRequest): ControlRefusal | undefined {
    const sent = parseBearer(head.header('authorization'));
    if (sent === '') return refuseToken(challenge, 'has no admin token', 'is required');
    // Digests have equal lengths, so the comparison reveals neither the length nor the position of a difference.
    if (timingSafeEqual(digest(sent), this.#expected)) return undefined;
    return refuseToken(
      `${challenge}, error="invalid_token"`,
      'has the wrong admin token',
      'is not the admin token',
    );
  }
}

const refuseTwoHosts = new ControlRefusal(
  'malformed-request',
  'The request has more than one Host header. Send one (RFC 9112, section 3.2).',
  { faults: [{ header: 'Host', detail: 'must be sent exactly once' }] },
);

function countHeaders(head: MockRequest, name: string): number {
  const headers = toPairs(head.rawHeaders);
  return headers.filter(([each]) => each.toLowerCase() === name).length;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Returns the host name of an origin. Behind a proxy that changes `Host`, the two differ; then `Sec-Fetch-Site`, which
 * pages cannot set, shows whether a request stays within its origin.
 */
function readOrigin(origin: string): string {
  return readHostname(origin.replace(/^https?:\/\//, ''));
}

/** `[::1]:4010` → `::1`; returns an empty string for anything that is not a host. */
function readHostname(host: string): string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host);
  return match?.[1] ?? match?.[2] ?? '';
}

/** Anyone can point their host name to this machine, so only names of this machine are accepted. */
function isOwnHost(hostname: string, bound: string, localAddress: string | undefined): boolean {
  if (hostname === '') return false;
  if (hostname === 'localhost' || hostname === '::1') return true;
  if (/^127(?:\.\d{1,3}){3}$/.test(hostname)) return true;
  if (hostname === bound.toLowerCase()) return true;
  return hostname === localAddress?.toLowerCase().replace(/^::ffff:/, '');
}

function isAllowed(hostname: string, allowed: readonly string[]): boolean {
  return allowed.some((name) =>
    name.startsWith('.') ? `.${hostname}`.endsWith(name) : hostname === name,
  );
}

function refuseHost(sent: string, hostname: string): ControlRefusal {
  const option = `--allowed-host ${hostname === '' ? '<name>' : hostname}`;
  const detail = `The control surface does not accept the host name ${shorten(sent)}. Use 127.0.0.1, localhost, [::1] or the address that the mock listens on. If the name is yours, start the mock with ${option}.`;
  const fault = `is ${shorten(sent)}, which is not an allowed host`;
  return new ControlRefusal('foreign-host', detail, {
    faults: [{ header: 'Host', detail: fault }],
  });
}

/** Whether a user follows a link or a redirect, in contrast to a page that loads a resource. */
function isVisit(head: MockRequest): boolean {
  return (
    head.method === 'GET' &&
    head.header('sec-fetch-mode') === 'navigate' &&
    head.header('sec-fetch-dest') === 'document'
  );
}

function refuseOrigin(header: string, sent: string): ControlRefusal {
  return new ControlRefusal(
    'foreign-origin',
    'The control surface accepts requests only from its own page and from programs, not from other web pages. If a proxy is in front of the mock, make it forward the Host header.',
    { faults: [{ header, detail: `is ${shorten(sent)}` }] },
  );
}

function refuseToken(header: string, what: string, fault: string): ControlRefusal {
  return new ControlRefusal('unauthorized', `The request ${what}. ${advice}`, {
    faults: [{ header: 'Authorization', detail: fault }],
    headers: ['WWW-Authenticate', header],
  });
}

function shorten(text: string): string {
  return text === '' ? 'missing' : text.slice(0, 100);
}
