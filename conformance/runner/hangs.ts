import type { Failure } from '../results.ts';
import type { Sent, Target } from './target.ts';

/** What tells a request that hangs from one that the network has lost. */
interface HangContext {
  target: Pick<Target, 'losesRequests'>;
  redact(text: string): string;
}

/** Whether a request makes the target hang. A network that loses requests proves nothing. */
export function hangs({ target }: Pick<HangContext, 'target'>, { isHanging }: Sent): boolean {
  return isHanging === true && !target.losesRequests();
}

/** What is wrong with a request that hangs. */
export function describeHang(
  { redact }: Pick<HangContext, 'redact'>,
  { error = 'no response' }: Sent,
): Pick<Failure, 'message' | 'expected' | 'received'> {
  return {
    message: 'a request never gets a response, although others do',
    expected: 'a response, even if it is a refusal (--timeout allows more time)',
    received: `${redact(error)}, on three new connections as well`,
  };
}
