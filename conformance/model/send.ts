import type { OperationId } from '../../contract/index.ts';
import { type Call, call, findOperation } from '../runner/call.ts';
import { wait } from '../runner/halt.ts';
import type { Sent } from '../runner/target.ts';
import type { Sender } from './scope.ts';

type More = Omit<Partial<Call>, 'operation' | 'path' | 'body'>;

/** Sends a request to the record or workspace with this id, which its path names. It is documented, so it must succeed. */
export function send(
  scope: Sender,
  operation: OperationId,
  id: string,
  body?: unknown,
  more: More = {},
): Promise<Sent> {
  const { parameters } = findOperation(scope.run.contract, operation);
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const path = Object.fromEntries(inPath.map(({ name }) => [name, id]));
  return call(scope, { ...more, operation, path, body });
}

/** Sends a request that may be refused, because the interface does not say whether it succeeds. */
export function sendProbe(
  scope: Sender,
  operation: OperationId,
  id: string,
  body?: unknown,
  query = '',
): Promise<Sent> {
  return send(scope, operation, id, body, { intent: 'probe', query });
}

export function isRefused({ reply }: Sent): boolean {
  return reply !== undefined && reply.status >= 400 && reply.status < 500;
}

/** Maximum number of retries of a write that conflicts with a concurrent write. */
const repeats = 4;

/**
 * Sends a write that must be accepted. A target may refuse one of two concurrent writes to a record (409 Conflict, 423
 * Locked): such a write is repeated later, and only that response counts.
 */
export async function sendAlone(
  scope: Sender,
  operation: OperationId,
  id: string,
  body: unknown,
  query = '',
): Promise<Sent> {
  for (let round = 1; ; round += 1) {
    const sent = await send(scope, operation, id, body, { query });
    const isCollision = [409, 423].includes(sent.reply?.status ?? 0);
    if (!isCollision || round > repeats) return sent;
    await wait(round * Math.max(15, 2 * sent.durationMs));
  }
}
