import type { Operation } from '../../../contract/index.ts';
import { createdKinds } from '../../model/inventory.ts';
import type { Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { type Faulty, proveInvalid } from '../../runner/prove-invalid.ts';
import { call } from '../../runner/run.ts';
import { judgeRefusal } from './judge-refusal.ts';

/**
 * Sends a request that breaks the contract in one place, once that has been proved.
 *
 * @returns whether to go on: what is accepted where records are created leaves one that cannot be deleted
 */
export async function expectRefusal(
  scope: Scope,
  operation: Operation,
  faulty: Faulty,
  marker: string | undefined,
): Promise<boolean> {
  const proof = proveInvalid(scope.run.contract, operation, faulty);
  if (!proof.invalid) throw new Error(`${operation.id}, ${faulty.fault}: ${proof.reason}`);
  if (marker !== undefined) scope.run.ledger.addRefused(marker, scope.check.id);
  const sent = await call(scope, {
    operation: operation.id,
    path: faulty.path,
    ...(faulty.query === undefined ? {} : { query: faulty.query }),
    body: faulty.body,
    intent: 'invalid',
  });
  await judgeRefusal(scope, sent, faulty.fault);
  return !(isSuccess(sent) && createdKinds[operation.id] !== undefined);
}
