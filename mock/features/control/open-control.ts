import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from '../../create-core.ts';
import type { Webhooks } from '../webhooks/create-webhooks.ts';
import type { WebhookOptions } from '../webhooks/delivery.ts';
import type { AccessOptions } from './check-access.ts';
import type { ControlServer } from './serve-control.ts';

/** What the control surface can be told. */
export interface ControlOptions {
  /** The admin token, of at least 8 characters without blanks. Default: a random one. */
  token?: string;
  /** How events are delivered to webhooks from now on. Default: as the mock was told. */
  webhooks?: WebhookOptions;
}

/** A control surface that can be used. */
export interface OpenControl {
  /** The address of the page. */
  readonly url: string;
  /** The admin token, which every request but those for the page's own files has to carry. */
  readonly token: string;
}

/** Whether a request target belongs to the control surface. Anything that has to be decoded for that does not. */
export function isControlTarget(target: string): boolean {
  return target.startsWith('/__mock') && /^\/__mock(?:[/?]|$)/.test(target);
}

/**
 * What gives access to the control surface. A random token is made when it is first read: Node's cryptography is not
 * loaded for a start that nobody asks for one.
 * @throws RangeError when the token is too short to keep anybody out, or no header can carry it
 */
export function openAccess({ token }: ControlOptions, host: string): AccessOptions {
  if (token !== undefined && !/^[\x21-\x7e]{8,200}$/.test(token))
    throw new RangeError('the admin token has to be 8 to 200 ASCII characters without blanks');
  let read = token;
  return {
    host,
    get token() {
      read ??= createToken();
      return read;
    },
  };
}

function createToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
}

/**
 * The control surface of a mock, which is loaded with the first request that it gets.
 * @param loadWebhooks loads what sends events
 */
export function createLazyControl(
  core: Core,
  access: AccessOptions,
  loadWebhooks: () => Promise<Webhooks>,
): ControlServer {
  let loading: Promise<ControlServer> | undefined;
  const load = (): Promise<ControlServer> => {
    loading ??= Promise.all([import('../../on-demand.ts'), loadWebhooks()]).then(
      ([{ createControlServer }, webhooks]) => createControlServer({ core, webhooks }, access),
    );
    return loading;
  };
  return {
    serve: (message: IncomingMessage, response: ServerResponse, isExpecting: boolean) => {
      load()
        .then((server) => server.serve(message, response, isExpecting))
        .catch((error: unknown) => {
          core.onError(`the control surface cannot be loaded: ${String(error)}`);
          response.destroy();
        });
    },
    close: () => {
      loading?.then((server) => server.close()).catch(() => undefined);
    },
  };
}
