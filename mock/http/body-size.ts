import type { RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';

/** Refuses a body that is announced to be larger than the limit, before any of it has arrived. */
export function checkAnnouncedSize(request: RequestHead, limit: number): Refusal | undefined {
  const announced = request.header('content-length');
  if (announced === undefined || Number(announced) <= limit) return undefined;
  return refuseTooLarge(limit);
}

export function refuseTooLarge(limit: number): Refusal {
  const detail = `The body is larger than the ${limit} bytes that this server reads. Send less.`;
  return new Refusal('body-too-large', detail);
}
