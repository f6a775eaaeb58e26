import { createHmac } from 'node:crypto';
import type { Received } from '../receiver.ts';

/**
 * Verifies a received request as Standard Webhooks describes it: an HMAC-SHA256 of id, timestamp and body, in base64.
 * @returns the payload
 * @throws when the signature is not valid
 */
export function verify({ headers, body }: Received, secret: string): unknown {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  const given = String(headers['webhook-signature']).split(' ');
  if (!given.includes(`v1,${signature}`)) throw new Error(`No matching signature in ${given}`);
  return JSON.parse(String(body));
}
