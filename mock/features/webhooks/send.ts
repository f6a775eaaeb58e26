import { createHmac } from 'node:crypto';
import type { Agent, Dispatcher } from 'undici';
import { parseUrl } from '../../../contract/parse-url.ts';
import { version } from '../../../generated/version.js';
import { continueTrace } from '../../trace.ts';
import type { Delivery, DeliveryAttempt, WebhookOptions } from './delivery.ts';
import { type Lookup, resolveTarget, type TargetAddress } from './target-address.ts';

/**
 * Sends a delivery once, signed with the current time. This is the time of the machine and not of the session, because
 * receivers refuse timestamps that differ by more than five minutes from their clock.
 */
export async function makeAttempt(
  delivery: Delivery,
  secret: string,
  signal: AbortSignal,
  { timeout = 15_000, allowPrivateTargets = false }: WebhookOptions,
): Promise<{ outcome: Outcome; durationMs: number }> {
  const start = performance.now();
  const timestamp = Math.floor(Date.now() / 1000);
  const { id, url, payload } = delivery;
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `site-contract/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secret, `${id}.${timestamp}.${payload}`),
    'X-Mock-Assumed': 'event-payload, event-signing',
    ...continueTrace(delivery),
  };
  const outcome = await send({ url, headers, body: payload, signal, timeout, allowPrivateTargets });
  return { outcome, durationMs: performance.now() - start };
}

/** Converts the outcome of an attempt to its record. */
export function toDeliveryAttempt(
  at: number,
  durationMs: number,
  outcome: Outcome,
): DeliveryAttempt {
  const time = { at: new Date(at).toISOString(), durationMs: Math.round(durationMs * 100) / 100 };
  if (outcome.kind !== 'answered') return { ...time, error: outcome.reason };
  const { status, response } = outcome;
  return { ...time, status, ...(response !== '' && { response }) };
}

const prefix = 'whsec_';

/** Creates the secret of a webhook (Standard Webhooks). The same seed always gives the same secret. */
export function createSecret(seed: number, webhookId: string): string {
  const bytes = createHmac('sha256', `webhook secret ${seed}`).update(webhookId.toLowerCase());
  return prefix + bytes.digest('base64');
}

function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** A request to send, and its timeout. */
export interface Sending {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeout: number;
  allowPrivateTargets: boolean;
  /** Cancels the request. */
  signal: AbortSignal;
  /** Default: the resolver of this machine. */
  lookup?: Lookup;
}

/** The outcome: a response, no response, or a request that was never sent. */
export type Outcome =
  | { kind: 'answered'; status: number; response: string; retryAfter: number | undefined }
  | { kind: 'unanswered' | 'refused'; reason: string };

/** Sends a request once. Redirects are not followed, because only the registered address may receive anything. */
export async function send(sending: Sending): Promise<Outcome> {
  const { url, headers, body, timeout } = sending;
  const target = parseUrl(url);
  if (target === undefined || !/^https?:$/.test(target.protocol))
    return { kind: 'refused', reason: 'The URL of the webhook is not an http or https URL.' };
  const late = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([late, sending.signal]);
  let agent: Agent | undefined;
  try {
    const { allowPrivateTargets, lookup } = sending;
    const addresses = await unlessAborted(
      resolveTarget(target, allowPrivateTargets, lookup),
      signal,
    );
    if (typeof addresses === 'string') return { kind: 'refused', reason: addresses };
    // Loaded with the first attempt, because most mocks send no events.
    const { Agent, request } = await import('undici');
    agent = new Agent(connectTo(addresses));
    const options = { method: 'POST', headers, body, signal, dispatcher: agent } as const;
    const { statusCode: status, headers: received, body: stream } = await request(target, options);
    const now = Date.parse(String(received['date'])) || Date.now();
    const retryAfter = parseRetryAfter(received['retry-after']?.toString(), now);
    return { kind: 'answered', status, response: await readBeginning(stream), retryAfter };
  } catch (error) {
    const reason = late.aborted ? `no response within ${timeout} ms` : explain(error);
    return { kind: 'unanswered', reason };
  } finally {
    void agent?.destroy();
  }
}

/** Connects only to the addresses that were checked, even if the name has changed. */
function connectTo(addresses: readonly TargetAddress[]): Agent.Options {
  return {
    // The signal limits the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 0,
      lookup: (_name, { all }, done) => {
        const [{ address, family } = { address: '', family: 4 }] = addresses;
        if (all === true) done(null, [...addresses]);
        else done(null, address, family);
      },
    },
  };
}

/**
 * Returns the delay in `Retry-After` in milliseconds, given as seconds or as a date (RFC 9110, section 10.2.3).
 * @param now milliseconds since 1970 by the clock of the receiver
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Maximum number of bytes read from a response. */
const mostRead = 1024;

/** Reads the beginning of the body. It does not affect the outcome: a response that is cut off there still counts. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  let read = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      read = Buffer.concat([read, chunk]);
      if (read.length >= mostRead) break;
    }
  } catch {
    // The status is still valid.
  }
  return read.subarray(0, mostRead).toString('utf8');
}

/** A DNS lookup cannot be cancelled; its result is ignored. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    promise.then(resolve, reject);
  });
}

const untrusted =
  'the certificate of the receiver is not trusted; start the mock with its authority in NODE_EXTRA_CA_CERTS';

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed without a response',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too long',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  // The message of Node lists every name in the certificate.
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the receiver is for another host name',
  CERT_HAS_EXPIRED: 'the certificate of the receiver has expired; renew it',
};

/** Describes anything that was thrown. Errors of Node may come from another realm, so `instanceof` would fail. */
function explain(error: unknown): string {
  const { name, code, message }: { name?: unknown; code?: unknown; message?: unknown } =
    Object(error);
  const known = explanations[String(code)];
  if (known !== undefined) return known;
  if (name === 'HTTPParserError')
    return 'the response is not valid HTTP/1.1; a receiver that only accepts HTTP/2 cannot be used';
  if (/^(?:EPROTO|ERR_SSL_.*)$/.test(String(code)))
    return `no TLS connection can be made (${code}); use http in the URL if the receiver has no TLS`;
  // Some messages contain arbitrary text from the receiver.
  return String(message ?? error).slice(0, 200);
}
