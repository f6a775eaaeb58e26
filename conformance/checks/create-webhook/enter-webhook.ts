import { isRecord } from '../../data/json-path.ts';
import type { Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';

/** Takes a webhook that was created into the inventory. */
export function enterWebhook(scope: Scope, workspaceId: string, sent: Sent, label: string): void {
  const json = sent.reply?.json;
  if (isSuccess(sent) && isRecord(json) && typeof json['id'] === 'string') {
    scope.run.ledger.add({ kind: 'webhook', id: json['id'], label, parent: workspaceId });
  }
}
