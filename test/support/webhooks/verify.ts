import { Webhook as Verifier } from 'standardwebhooks';
import type { Received } from '../receiver.ts';

/**
 * Verifies a received request with the reference library of Standard Webhooks.
 * @returns the payload
 * @throws when the signature is not valid
 */
export function verify({ headers, body }: Received, secret: string): unknown {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Verifier(secret).verify(body, Object.fromEntries(texts));
}
