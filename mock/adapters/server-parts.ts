import type { RequestListener, ServerOptions } from 'node:http';
import type { AskingHandler } from '../http/handle-request.ts';
import type { WholeReply, WireReply } from '../mock-request.ts';
import type { Refusal } from '../refusal.ts';

/** What a server carries. */
export interface Carried<Reply extends WireReply = WireReply> {
  handler: AskingHandler<string, Reply>;
  /** The largest body that is read, in bytes. */
  bodyLimit: number;
}

/** Something else that a server carries, which is loaded with the first request for it. */
export interface CarriedLater {
  /** Whether it answers requests for a target. */
  accepts(target: string): boolean;
  load(): Promise<Carried>;
}

/**
 * Takes the base path off a target, or refuses one that does not begin with it. A browser at the root is let in, so
 * that it is led to the page.
 */
export type EnterBasePath = (target: string, accept: string | undefined) => string | Refusal;

/** What servers of HTTP and HTTPS share. */
export interface ServerParts {
  options: ServerOptions;
  listener: RequestListener;
  service: Carried<WholeReply>;
  other: CarriedLater | undefined;
  /** Takes the base path off a target, where there is one. */
  enter: EnterBasePath | undefined;
}

/** The certificate of a server and its private key, as PEM strings. */
export interface HttpsOptions {
  /** The certificate, followed by any intermediate certificates. */
  cert: string;
  /** The private key, without a passphrase. */
  key: string;
}

/** The certificate that a mock uses. */
export interface Certificate extends HttpsOptions {
  /** The file with the certificate, if the mock made it. */
  file: string | undefined;
  /** Whether it was just created, so that no client trusts it yet. */
  isNew: boolean;
}
