import type { Core } from '../../core.ts';
import { acceptsHtml } from '../../http/check-head.ts';
import type { Middleware } from '../../middleware.ts';
import { addHeader, replaceBody } from '../status-replies.ts';
import type { WebhookOptions } from '../webhooks/delivery.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { AccessOptions } from './check-access.ts';
import type { Control } from './create-control.ts';

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

/** Whether a request target belongs to the control surface. Percent-encoded variants do not. */
function isControlTarget(target: string): boolean {
  return target.startsWith('/__mock') && /^\/__mock(?:[/?]|$)/.test(target);
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
  if (token !== undefined && !/^[\x21-\x7e]{8,200}$/.test(token))
    throw new RangeError('the admin token must be 8 to 200 ASCII characters without spaces');
  let read = token;
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

/** Creates the middleware that refers a browser at `/` to the page. */
export function createPagePointer(basePath: string): Middleware {
  // Without a base path, the link is relative, because a proxy may serve the mock under a prefix that it removes.
  const page = basePath === '' ? '__mock/' : `${basePath}/__mock/`;
  return {
    onRequest: ({ head, opened }) => {
      if (head.path !== '/' || head.method !== 'GET' || !('status' in opened)) return undefined;
      if (!acceptsHtml(head.header('accept'))) return undefined;
      const html = `<!doctype html><title>site-contract mock</title><a href="${page}">Open the page of the mock</a>\n`;
      const reply = replaceBody(opened, 303, 'text/html; charset=utf-8', html);
      return addHeader(reply, 'Location', page);
    },
  };
}

/** 128 random bits cannot be guessed, and keep the address of the page shorter than a terminal line. */
function createToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
}

/**
 * Creates the control surface of a mock. Its code is loaded with the first request.
 * @param loadWebhooks loads the sender of events
 */
export function createLazyControl(
  core: Core,
  access: AccessOptions,
  loadWebhooks: () => Promise<Webhooks>,
) {
  const closing = new AbortController();
  let loading: Promise<Control> | undefined;
  return {
    accepts: isControlTarget,
    load: (): Promise<Control> => {
      loading ??= Promise.all([import('../../lazy-features.ts'), loadWebhooks()]).then(
        ([{ createControl }, webhooks]) =>
          createControl({ core, webhooks, closing: closing.signal }, access),
      );
      return loading.catch((error: unknown) => {
        core.onError(`the control surface cannot be loaded: ${String(error)}`);
        throw error;
      });
    },
    /** Refuses work that would continue after the server has closed. */
    close: () => closing.abort(),
  };
}
