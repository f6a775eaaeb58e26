import type { RequestListener, ServerOptions } from 'node:http';
import type { AskingHandler } from '../http/handle-request.ts';
import type { WholeReply, WireReply } from '../mock-request.ts';
import type { Refusal } from '../refusal.ts';

/** The handler that a server serves. */
export interface Carried<Reply extends WireReply = WireReply> {
  handler: AskingHandler<string, Reply>;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
}

/** A second handler of a server, which is loaded with its first request. */
export interface CarriedLater {
  /** Whether it handles requests for a target. */
  accepts(target: string): boolean;
  load(): Promise<Carried>;
}

/**
 * Removes the base path from a target, or refuses a target without it. A browser at the root is accepted, and
 * redirected to the page.
 */
export type EnterBasePath = (target: string, accept: string | undefined) => string | Refusal;

/** The parts that HTTP and HTTPS servers share. */
export interface ServerParts {
  options: ServerOptions;
  listener: RequestListener;
  service: Carried<WholeReply>;
  other: CarriedLater | undefined;
  /** Removes the base path from a target, if there is one. */
  enter: EnterBasePath | undefined;
}

/** The certificate of a server and its private key, as PEM strings. */
export interface HttpsOptions {
  /** The certificate, followed by any intermediate certificates. */
  cert: string;
  /** The private key, without a passphrase. */
  key: string;
}

/** The certificate of a mock. */
export interface Certificate extends HttpsOptions {
  /** The file with the certificate, if the mock created it. */
  file: string | undefined;
  /** Whether it was just created, so that no client trusts it yet. */
  isNew: boolean;
}
