import { createHash, timingSafeEqual } from 'node:crypto';
import { type MockRequest, toPairs } from '../../handler.ts';
import { parseBearer } from '../../http/steps.ts';
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

/** Creates the checks that decide who may use the control surface. */
export function createAccessCheck({ token, host, allowedHosts }: AccessOptions) {
  const expected = digest(token);
  /** Anyone can point their host name to this machine, so only its own and the allowed names are accepted. */
  const isAccepted = (hostname: string, localAddress = ''): boolean =>
    hostname !== '' &&
    (hostname === 'localhost' ||
      hostname === '::1' ||
      /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
      hostname === host.toLowerCase() ||
      hostname === localAddress.toLowerCase().replace(/^::ffff:/, '') ||
      allowedHosts.some((name) =>
        name.startsWith('.') ? `.${hostname}`.endsWith(name) : hostname === name,
      ));
  return { checkOrigin, checkToken };

  /**
   * Refuses requests from pages of another origin. A page whose host name resolves to this machine (DNS rebinding) is
   * recognised by `Host`, any other page by `Origin` or `Sec-Fetch-Site`.
   * @param isStatic whether the response contains no data, so that pages may link to it
   */
  function checkOrigin(request: MockRequest, isStatic: boolean): ControlRefusal | undefined {
    const { localAddress, rawHeaders } = request;
    const hosts = toPairs(rawHeaders).filter(([name]) => name.toLowerCase() === 'host');
    // With two Host headers, an intermediary may read a different one than this server (RFC 9112, section 3.2).
    if (hosts.length > 1) return refuseTwoHosts;
    const sent = request.header('host')?.toLowerCase() ?? '';
    const hostname = readHostname(sent);
    if (!isAccepted(hostname, localAddress)) return refuseHost(sent, hostname);
    const origin = request.header('origin')?.toLowerCase();
    const site = request.header('sec-fetch-site')?.toLowerCase();
    const own = origin?.replace(/^https?:\/\//, '') ?? sent;
    // Behind a proxy that changes `Host`, the two differ. Pages cannot set `Sec-Fetch-Site`.
    const isSame =
      own === sent || (site === 'same-origin' && isAccepted(readHostname(own), localAddress));
    if (origin !== undefined && (own === origin || !isSame)) return refuseOrigin('Origin', origin);
    if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
    return isStatic && isVisit(request) ? undefined : refuseOrigin('Sec-Fetch-Site', site);
  }

  function checkToken(request: MockRequest): ControlRefusal | undefined {
    const sent = parseBearer(request.header('authorization'));
    if (sent === '') return refuseToken('', 'has no admin token', 'is required');
    // Digests have equal lengths, so the comparison reveals neither the length nor the position of a difference.
    if (timingSafeEqual(digest(sent), expected)) return undefined;
    const fault = 'is not the admin token';
    return refuseToken(', error="invalid_token"', 'has the wrong admin token', fault);
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** `[::1]:4010` → `::1`; returns an empty string for anything that is not a host. */
function readHostname(host: string): string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host);
  return match?.[1] ?? match?.[2] ?? '';
}

/** Whether a user follows a link or a redirect, in contrast to a page that loads a resource. */
function isVisit(request: MockRequest): boolean {
  return (
    request.method === 'GET' &&
    request.header('sec-fetch-mode') === 'navigate' &&
    request.header('sec-fetch-dest') === 'document'
  );
}

const refuseTwoHosts = new ControlRefusal(
  'malformed-request',
  'The request has more than one Host header. Send one (RFC 9112, section 3.2).',
  { faults: [{ header: 'Host', detail: 'must be sent exactly once' }] },
);

function refuseHost(sent: string, hostname: string): ControlRefusal {
  const option = `--allowed-host ${hostname === '' ? '<name>' : hostname}`;
  const detail = `The control surface does not accept the host name ${shorten(sent)}. Use 127.0.0.1, localhost, [::1] or the address that the mock listens on. If the name is yours, start the mock with ${option}.`;
  const fault = `is ${shorten(sent)}, which is not an allowed host`;
  return new ControlRefusal('foreign-host', detail, {
    faults: [{ header: 'Host', detail: fault }],
  });
}

function refuseOrigin(header: string, sent: string): ControlRefusal {
  return new ControlRefusal(
    'foreign-origin',
    'The control surface accepts requests only from its own page and from programs, not from other web pages. If a proxy is in front of the mock, make it forward the Host header.',
    { faults: [{ header, detail: `is ${shorten(sent)}` }] },
  );
}

function refuseToken(error: string, what: string, fault: string): ControlRefusal {
  const detail = `The request ${what}. Send the admin token as "Authorization: Bearer <token>". Use the token from --admin-token, or from the link on the terminal, after #token=.`;
  return new ControlRefusal('unauthorized', detail, {
    faults: [{ header: 'Authorization', detail: fault }],
    headers: ['WWW-Authenticate', `Bearer realm="site-contract control surface"${error}`],
  });
}

function shorten(text: string): string {
  return text === '' ? 'missing' : text.slice(0, 100);
}
