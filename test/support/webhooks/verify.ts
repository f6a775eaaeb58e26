import { Webhook } from 'standardwebhooks';
import type { Received } from '../receiver.ts';

/**
 * Verifies a received request by the library of Standard Webhooks, which knows nothing of the mock. The library's `verify`
 * would compare the timestamp with the system clock, which the clock of a mock may be far from.
 * @returns the payload
 * @throws when the signature is not valid
 */
export function verify({ headers, body }: Received, secret: string): unknown {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), sentAt, String(body));
  const signatures = String(headers['webhook-signature']).split(' ');
  if (!signatures.includes(signature)) throw new Error(`No matching signature in ${signatures}`);
  return JSON.parse(String(body));
}
