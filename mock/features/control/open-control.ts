import type { AnyReply, Handler, MockReply } from '../../handler.ts';
import type { WebhookOptions } from '../webhooks/delivery.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { AccessOptions } from './check-access.ts';
import type { ControlledMock } from './controlled-mock.ts';

/** The options of the control surface. */
export interface ControlOptions {
  /** The admin token: at least 8 characters, without spaces. Default: random. */
  token?: string;
  /**
   * Additional host names of the page and the control surface, besides the addresses of this machine: for example
   * `mock` in a container network, or `.example.com` for a domain with all subdomains. Default: none.
   */
  allowedHosts?: readonly string[];
  /** Options of webhook deliveries from now on. Default: the options of the mock. */
  webhooks?: WebhookOptions;
}

export interface OpenControl {
  /** The address of the page. */
  readonly url: string;
  /** The admin token. Every request requires it, except those for files of the page. */
  readonly token: string;
}

/**
 * Creates the access rules of the control surface. A random token is created on first use, so that a start need not
 * load Node's cryptography.
 * @throws RangeError when the token is too short or not valid in a header, or a host name is not valid
 */
export function openAccess(
  { token, allowedHosts = [] }: ControlOptions,
  { host, toUrl }: Pick<AccessOptions, 'host' | 'toUrl'>,
): AccessOptions {
  let read = token === undefined ? undefined : readAdminToken(token);
  return {
    host,
    toUrl,
    allowedHosts: allowedHosts.map(readAllowedHost),
    get token() {
      read ??= createToken();
      return read;
    },
  };
}

/** @throws RangeError when a header cannot contain the token, or it is easy to guess */
export function readAdminToken(token: string): string {
  if (/^[\x21-\x7e]{8,200}$/.test(token)) return token;
  throw new RangeError('the admin token must be 8 to 200 ASCII characters without spaces');
}

/**
 * Converts a host name to the form in requests, in lower case.
 * @throws RangeError when the text is not one
 */
export function readAllowedHost(text: string): string {
  const name = text.toLowerCase().replace(/^\[(.+)\]$/, '$1');
  if (/^(?:\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*)$/.test(name))
    return name;
  throw new RangeError(
    `"${text}" is not a host name; write it like mock or .example.com, without a scheme and a port`,
  );
}

/** Refers a browser at `/` to the page. */
function referToPage(basePath: string): MockReply {
  // Without a base path, the link is relative, because a proxy may serve the mock under a prefix that it removes.
  const page = basePath === '' ? '__mock/' : `${basePath}/__mock/`;
  const headers = ['Location', page, 'Content-Length', '0', 'Date', new Date().toUTCString()];
  return { status: 303, headers, body: '', operation: undefined, faults: [] };
}

/** 128 random bits cannot be guessed, and keep the address of the page shorter than a terminal line. */
function createToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
}

/** Creates the control surface of a mock. Its code is loaded with the first request. */
export function createLazyControl(
  core: ControlledMock,
  access: AccessOptions,
  webhooks: Webhooks,
  basePath = '',
): Handler<AnyReply> {
  let loading: Promise<Handler<AnyReply>> | undefined;
  return async (request) => {
    if (request.path === '/') return referToPage(basePath);
    loading ??= import('./create-control.ts').then(({ createControl }) =>
      createControl(core, webhooks, access),
    );
    return (await loading)(request);
  };
}
