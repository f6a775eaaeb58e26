import type { MockReply } from '../mock-request.ts';

/** Whether a reply is to come later, or not as it should. */
export function isDisturbed({ delayMs, injected }: MockReply): boolean {
  return delayMs !== undefined || injected?.disruption !== undefined;
}
