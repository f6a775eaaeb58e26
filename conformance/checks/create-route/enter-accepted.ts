import type { Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';

/** Takes the routes that a trial creates into the inventory. */
export function enterAccepted(scope: Scope, siteId: string, sent: Sent, label: string): void {
  const json = sent.reply?.json;
  const id: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'id') : undefined;
  if (isSuccess(sent) && typeof id === 'string')
    scope.run.ledger.add({ kind: 'route', id, label, parent: siteId });
}
