import type { Sent } from '../runner/target.ts';

/** Says in words how a request ended, after the name of its operation. */
export function describeStatus(sent: Sent | undefined): string {
  const status = sent?.reply?.status;
  return status === undefined ? 'got no response' : `answered with status ${status}`;
}
