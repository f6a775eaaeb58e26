import { Webhook as Verifier } from 'standardwebhooks';
import type { Received } from '../receiver.ts';

/**
 * Verifies what a receiver got by the reference library of Standard Webhooks.
 * @returns the payload
 * @throws where the signature does not fit
 */
export function verify({ headers, body }: Received, secret: string): unknown {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Verifier(secret).verify(body, Object.fromEntries(texts));
}
