import { createHmac } from 'node:crypto';
import { lookup as lookupName } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent, Dispatcher } from 'undici';
import { parseUrl } from '../../../contract/parse-url.ts';
import { readRetryAfter } from '../../../contract/retry-after.ts';
import { version } from '../../../generated/version.js';
import { continueTrace } from '../../trace.ts';
import type { Delivery, DeliveryAttempt, WebhookOptions } from './delivery.ts';

/** An attempt without its time. */
export interface AttemptOutcome extends Omit<DeliveryAttempt, 'at'> {
  /** The delay in `Retry-After`, in milliseconds. */
  retryAfter?: number | undefined;
  /** Whether the request must not be sent, now or later. */
  isRefused?: boolean;
}

/**
 * Sends a delivery once, signed with the current time. This is the time of the machine and not of the session, because
 * receivers refuse timestamps that differ by more than five minutes from their clock.
 */
export async function makeAttempt(
  delivery: Delivery,
  secret: string,
  signal: AbortSignal,
  { timeout = 15_000, allowPrivateTargets = false }: WebhookOptions,
): Promise<AttemptOutcome> {
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
  const outcome = await post({ url, headers, body: payload, signal, timeout, allowPrivateTargets });
  return { durationMs: Math.round((performance.now() - start) * 100) / 100, ...outcome };
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

/** Finds all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly { address: string }[]>;

const lookupAll: Lookup = (host) => lookupName(host, { all: true });

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

/** Sends a request once. Redirects are not followed, because only the registered address may receive anything. */
export async function post(sending: Sending): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  const { url, headers, body, timeout, allowPrivateTargets, lookup } = sending;
  const target = parseUrl(url);
  if (target === undefined || !/^https?:$/.test(target.protocol))
    return { isRefused: true, error: 'The URL of the webhook is not an http or https URL.' };
  const late = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([late, sending.signal]);
  let agent: Agent | undefined;
  try {
    // A DNS lookup cannot be cancelled; its result is ignored.
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    });
    const resolving = resolveTarget(target, allowPrivateTargets, lookup);
    const addresses = await Promise.race([resolving, stopped]);
    if (typeof addresses === 'string') return { isRefused: true, error: addresses };
    const { Agent, request } = await import('undici');
    agent = new Agent(connectTo(addresses));
    const options = { method: 'POST', headers, body, signal, dispatcher: agent } as const;
    const { statusCode: status, headers: received, body: stream } = await request(target, options);
    const response = await readBeginning(stream);
    const retryAfter = readRetryAfter(received['retry-after']?.toString());
    return { status, ...(response !== '' && { response }), retryAfter };
  } catch (error) {
    if (late.aborted) return { error: `no response within ${timeout} ms` };
    // Errors of Node may come from another realm. Some messages contain arbitrary text from the receiver.
    const { message, code }: { message?: string; code?: string } = Object(error);
    return { error: String(message || code || error).slice(0, 200) };
  } finally {
    void agent?.destroy();
  }
}

/** A checked address to connect to. */
interface TargetAddress {
  address: string;
  family: 4 | 6;
}

/**
 * Resolves a host only once: the checked address is the one to connect to, so the name cannot resolve to another one
 * later.
 * @returns the addresses, or the reason why a delivery to them is not allowed
 * @throws the error of `node:dns` when the name is unknown
 */
export async function resolveTarget(
  { hostname }: URL,
  allowPrivate: boolean,
  find: Lookup = lookupAll,
): Promise<readonly TargetAddress[] | string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await find(host) : [{ address: host }];
  // A name with one private address among public ones can be used to reach that address.
  const refused = addresses.find(({ address }) => isPrivate(address));
  if (refused !== undefined && !allowPrivate)
    return `${refused.address} is a private address. The mock sends to it only if private targets are allowed.`;
  return addresses.map(toTargetAddress);
}

function toTargetAddress({ address }: { address: string }): TargetAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

/** Global unicast addresses of IPv6 (RFC 4291, section 2.4). The others are reserved, or contain an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is neither public nor an address of this machine. */
export function isPrivate(address: string): boolean {
  // Converts an IPv4 address that is mapped to IPv6.
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return false;
  return range !== 'unicast' || (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast));
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
