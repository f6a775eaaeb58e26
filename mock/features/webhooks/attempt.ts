import { createHmac } from 'node:crypto';
import { version } from '../../../generated/version.js';
import { continueTrace, type TraceContext } from '../trace-context.ts';
import type { DeliveryAttempt, WebhookOptions } from './delivery.ts';
import { type Outcome, send } from './send.ts';

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
export function sign(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
