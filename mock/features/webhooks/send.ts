import { createHmac } from 'node:crypto';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { parseUrl } from '../../../contract/parse-url.ts';
import { version } from '../../../generated/version.js';
import { continueTrace, type TraceContext } from '../../mock-request.ts';
import type { DeliveryAttempt, WebhookOptions } from './delivery.ts';
import { type Lookup, resolveTarget, type TargetAddress, TargetRefusal } from './target-address.ts';

interface Attempt {
  id: string;
  url: string;
  payload: string;
  secret: string;
  signal: AbortSignal;
  /** The trace that the delivery belongs to. */
  trace: Partial<TraceContext>;
}

/**
 * Sends a delivery once, signed for this moment. The moment is the machine's and not the session's: receivers turn away
 * what is older or newer than five minutes by their own clock.
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

/** What is kept of an attempt. */
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

/** The secret of a webhook (Standard Webhooks), the same one each time for the same seed. */
export function createSecret(seed: number, webhookId: string): string {
  const bytes = createHmac('sha256', `webhook secret ${seed}`).update(webhookId.toLowerCase());
  return prefix + bytes.digest('base64');
}

/**
 * The value of `webhook-signature`.
 * @param timestamp in seconds since 1970
 */
function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** What is sent, and how long it may take. */
export interface Sending {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeout: number;
  allowPrivateTargets: boolean;
  /** Ends it before its time. */
  signal: AbortSignal;
  /** Default: as this machine does it. */
  lookup?: Lookup;
}

/** What came of it: an answer, no answer, or nothing was sent at all. */
export type Outcome =
  | { kind: 'answered'; status: number; response: string; retryAfter: number | undefined }
  | { kind: 'unanswered'; error: string }
  | { kind: 'refused'; reason: string };

/** How much of a response is read, in bytes. */
const mostRead = 1024;

/** How many interim responses (1xx) may precede the answer. */
const mostInterim = 20;

/** Sends once. Redirects are not followed: an address that was not registered gets nothing. */
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
    if (addresses instanceof TargetRefusal) return { kind: 'refused', reason: addresses.reason };
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
 * Milliseconds that `Retry-After` asks for (RFC 9110, section 10.2.3), as seconds or as a date.
 * @param now milliseconds since 1970 by the clock of the receiver
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The head of the answer. The connection is made to an address that was checked, whatever the name says by now. */
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
    // 101 is a response too, but not a delivery. Without a listener, Node would close the connection
    // and say nothing.
    sent.once('upgrade', (message, socket) => {
      socket.destroy();
      resolve(message);
    });
    let interim = 0;
    sent.on('information', function count() {
      interim += 1;
      if (interim <= mostInterim) return;
      // Thousands more can be in what has arrived.
      sent.removeListener('information', count);
      sent.destroy(new Error(`more than ${mostInterim} interim responses`));
    });
    // Whatever ends the connection ends the waiting; after an answer or an error, this changes nothing.
    sent.once('close', () => reject(new Error('the connection was closed without a response')));
    // A connection may fail more than once, and after the answer as well.
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What follows the head decides nothing any more: an answer that breaks off there is an answer. */
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

/** How much of a message is kept, in characters: a receiver can put any text into some. */
const longestError = 200;

/** Whatever is thrown: an error of Node may be made by another realm than this one. */
function explain(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const message = 'message' in error ? String(error.message) : '';
  const known = explanations[code];
  if (known !== undefined) return known;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `no TLS connection can be made (${code}); use http in the URL if the receiver has no TLS`;
  return message.slice(0, longestError) || code || 'it could not be sent';
}
