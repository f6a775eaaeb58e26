import { createHmac } from 'node:crypto';

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
