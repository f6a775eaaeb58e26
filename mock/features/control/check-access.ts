import { isLoopback } from '../../../contract/parse-url.ts';
import type { ControlProblemId } from '../../../generated/control-names.ts';
import type { MockRequest } from '../../handler.ts';
import { createAuthoriser, shorten } from '../../http/steps.ts';
import { Refusal } from '../../refusal.ts';

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
  const checkToken = createAuthoriser(
    [token],
    'site-contract control surface',
    'admin token',
    'Send the one from --admin-token, or after #token= in the link on the terminal, as "Authorization: Bearer <token>".',
  );
  /** Anyone can point their host name to this machine, so only its own and the allowed names are accepted. */
  const isAccepted = (hostname: string, localAddress = ''): boolean =>
    hostname !== '' &&
    (isLoopback(hostname) ||
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
  function checkOrigin(
    request: MockRequest,
    isStatic: boolean,
  ): Refusal<ControlProblemId> | undefined {
    const { localAddress } = request;
    const sent = request.header('host')?.toLowerCase() ?? '';
    const hostname = readHostname(sent);
    if (!isAccepted(hostname, localAddress)) {
      const advice = `Use 127.0.0.1, localhost, [::1] or the address that the mock listens on. If the name is yours, start the mock with --allowed-host ${hostname || '<name>'}.`;
      return refuse(
        'foreign-host',
        'Host',
        `is ${shorten(sent) || 'missing'}, which is not allowed`,
        advice,
      );
    }
    const origin = request.header('origin')?.toLowerCase();
    const site = request.header('sec-fetch-site')?.toLowerCase();
    const sender = origin?.replace(/^https?:\/\//, '') ?? sent;
    // Behind a proxy that changes `Host`, the two differ. Pages cannot set `Sec-Fetch-Site`.
    const isSame =
      sender === sent || (site === 'same-origin' && isAccepted(readHostname(sender), localAddress));
    if (origin !== undefined && (sender === origin || !isSame))
      return refuseOrigin('Origin', origin);
    if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
    return isStatic && isVisit(request) ? undefined : refuseOrigin('Sec-Fetch-Site', site);
  }
}

/** `[::1]:4010` → `::1`; returns an empty string for anything that is not a host. */
function readHostname(host: string): string {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(host);
  const [, ip6Address, name] = match ?? [];
  return ip6Address ?? name ?? '';
}

/** Whether a user follows a link or a redirect, in contrast to a page that loads a resource. */
function isVisit(request: MockRequest): boolean {
  return (
    request.method === 'GET' &&
    request.header('sec-fetch-mode') === 'navigate' &&
    request.header('sec-fetch-dest') === 'document'
  );
}

function refuseOrigin(header: string, sent: string): Refusal<ControlProblemId> {
  const advice =
    'Only its own page and programs can use the control surface, not other web pages. If a proxy is in front of the mock, make it forward the Host header.';
  return refuse('foreign-origin', header, `is ${shorten(sent) || 'missing'}`, advice);
}

function refuse(
  problem: ControlProblemId,
  header: string,
  detail: string,
  advice: string,
): Refusal<ControlProblemId> {
  const faults = [{ header, detail }];
  return new Refusal(problem, `The header ${header} ${detail}. ${advice}`, { faults });
}
