import { createHmac } from 'node:crypto';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { parseUrl } from '../../../contract/parse-url.ts';
import { version } from '../../../generated/version.js';
import { continueTrace, type TraceContext } from '../../trace.ts';
import type { DeliveryAttempt, WebhookOptions } from './delivery.ts';
import { type Lookup, resolveTarget, type TargetAddress } from './target-address.ts';

interface Attempt {
  id: string;
  url: string;
  payload: string;
  secret: string;
  signal: AbortSignal;
  /** The trace of the delivery. */
  trace: Partial<TraceContext>;
}

/**
 * Sends a delivery once, signed with the current time. This is the time of the machine and not of the session, because
 * receivers refuse timestamps that differ by more than five minutes from their clock.
 */
export async function makeAttempt(
  { id, url, payload, secret, signal, trace }: Attempt,
  { timeout, allowPrivateTargets }: Required<WebhookOptions>,
): Promise<{ outcome: Outcome; durationMs: number }> {
  const start = process.hrtime.bigint();
  const timestamp = Math.floor(Date.now() / 1000);
  const outcome = await send({
    url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': `site-contract/${version}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secret, id, timestamp, payload),
      'X-Mock-Assumed': 'event-payload, event-signing',
      ...continueTrace(trace),
    },
    body: payload,
    timeout,
    allowPrivateTargets,
    signal,
  });
  return { outcome, durationMs: Number(process.hrtime.bigint() - start) / 1e6 };
}

/** Converts the outcome of an attempt to its record. */
export function toDeliveryAttempt(
  at: number,
  durationMs: number,
  outcome: Outcome,
): DeliveryAttempt {
  const attempt = {
    at: new Date(at).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
  };
  if (outcome.kind === 'answered') {
    const { status, response } = outcome;
    return { ...attempt, status, ...(response === '' ? {} : { response }) };
  }
  return { ...attempt, error: outcome.kind === 'refused' ? outcome.reason : outcome.error };
}

const prefix = 'whsec_';

/** Creates the secret of a webhook (Standard Webhooks). The same seed always gives the same secret. */
export function createSecret(seed: number, webhookId: string): string {
  const bytes = createHmac('sha256', `webhook secret ${seed}`).update(webhookId.toLowerCase());
  return prefix + bytes.digest('base64');
}

/**
 * Returns the value of `webhook-signature`.
 * @param timestamp in seconds since 1970
 */
function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
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
  | { kind: 'unanswered'; error: string }
  | { kind: 'refused'; reason: string };

/** Maximum number of bytes read from a response. */
const mostRead = 1024;

/** Maximum number of interim responses (1xx). */
const mostInterim = 20;

/** Sends a request once. Redirects are not followed, because only the registered address may receive anything. */
export async function send(sending: Sending): Promise<Outcome> {
  const { url, timeout } = sending;
  const target = parseUrl(url);
  if (target === undefined || !/^https?:$/.test(target.protocol))
    return { kind: 'refused', reason: 'The URL of the webhook is not an http or https URL.' };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  const signal = AbortSignal.any([late.signal, sending.signal]);
  try {
    const addresses = await unlessAborted(
      resolveTarget(target, sending.allowPrivateTargets, sending.lookup),
      signal,
    );
    if (typeof addresses === 'string') return { kind: 'refused', reason: addresses };
    const message = await unlessAborted(exchange(target, addresses, sending, signal), signal);
    const { statusCode: status = 0, headers } = message;
    const now = Date.parse(headers.date ?? '') || Date.now();
    const retryAfter = parseRetryAfter(headers['retry-after'], now);
    // An upgraded connection has no body, and its message never ends.
    const response = status === 101 ? '' : await readBeginning(message);
    return { kind: 'answered', status, response, retryAfter };
  } catch (error) {
    const reason = late.signal.aborted ? `no response within ${timeout} ms` : explain(error);
    return { kind: 'unanswered', error: reason };
  } finally {
    clearTimeout(timer);
  }
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

/**
 * Returns the head of the response. The connection goes to the address that was checked, even if the name has changed.
 */
function exchange(
  target: URL,
  addresses: readonly TargetAddress[],
  { headers, body }: Sending,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = (target.protocol === 'https:' ? httpsRequest : httpRequest)({
      ...urlToHttpOptions(target),
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      signal,
      lookup: (_name, { all }, done) => {
        const [{ address, family } = { address: '', family: 4 }] = addresses;
        if (all === true) done(null, [...addresses]);
        else done(null, address, family);
      },
    });
    sent.once('response', resolve);
    // 101 is a response too, but not a successful delivery. Without a listener, Node would close the connection without
    // an error.
    sent.once('upgrade', (message, socket) => {
      socket.destroy();
      resolve(message);
    });
    let interim = 0;
    sent.on('information', function count() {
      interim += 1;
      if (interim <= mostInterim) return;
      // The received data can contain thousands more.
      sent.removeListener('information', count);
      sent.destroy(new Error(`more than ${mostInterim} interim responses`));
    });
    // Any end of the connection ends the wait; after a response or an error, this has no effect.
    sent.once('close', () => reject(new Error('the connection was closed without a response')));
    // A connection may fail more than once, even after the response.
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads the beginning of the body. It does not affect the outcome: a response that is cut off there still counts. */
async function readBeginning(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= mostRead) break;
    }
  } catch {
    // The status is still valid.
  } finally {
    message.destroy();
  }
  return Buffer.concat(chunks).subarray(0, mostRead).toString('utf8');
}

/** A DNS lookup cannot be cancelled; its result is ignored. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject);
  });
}

const untrusted =
  'the certificate of the receiver is not trusted; start the mock with its authority in NODE_EXTRA_CA_CERTS';

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  // The message of Node lists every name in the certificate.
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the receiver is for another host name; use a name in the URL that it contains',
  CERT_HAS_EXPIRED: 'the certificate of the receiver has expired; renew it',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'the receiver requires a client certificate, which the mock does not have',
};

/** Maximum length of a message in characters: some contain arbitrary text from the receiver. */
const longestError = 200;

/** Describes anything that was thrown. Errors of Node may come from another realm, so `instanceof` would fail. */
function explain(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const message = 'message' in error ? String(error.message) : '';
  const known = explanations[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_'))
    return `the response is not valid HTTP/1.1, or its head is too long (${code}); a receiver that only accepts HTTP/2 cannot be used`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `no TLS connection can be made (${code}); use http in the URL if the receiver has no TLS`;
  return message.slice(0, longestError) || code || 'it could not be sent';
}
