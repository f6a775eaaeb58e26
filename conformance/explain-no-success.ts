import { isSuccess } from './runner/journal.ts';
import type { Sent } from './runner/target.ts';

/**
 * Says why a run proves nothing: every valid request was refused. Undefined if one succeeded, or none was sent.
 * @param access what the user gave to reach the service, as in "the base URL and the key"
 */
export function explainNoSuccess(valid: readonly Sent[], access: string): string | undefined {
  if (valid.length === 0 || valid.some((sent) => isSuccess(sent))) return undefined;
  const answers = new Set<number | string>();
  for (const { reply } of valid) answers.add(reply?.status ?? 'no response');
  const statuses = [...answers];
  // If the service reports its own failure, the key and the URL are probably right.
  const isItsOwn = statuses.every((status) => typeof status === 'number' && status >= 500);
  const advice = isItsOwn ? 'the log of the target' : access;
  return `no valid request succeeded (${statuses.join(', ')}); check ${advice}`;
}
