import { domains, toAddress } from '../../data/fresh-body.ts';
import { expectRoom, isRefused } from '../../model/lawful-refusals.ts';
import type { Scope } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import { addressDomains } from './address-domain.ts';
import { enterWebhook } from './enter-webhook.ts';
import { judgeWebhook, type WebhookInput } from './judge-webhook.ts';

/** A webhook that has to be taken, under another domain where the target refuses the first. */
export async function createWebhook(
  scope: Scope,
  workspaceId: string,
  body: WebhookInput,
): Promise<string | undefined> {
  const sent = await call(scope, { operation: 'createWebhook', path: { workspaceId }, body });
  if (!isRefused(sent)) return judgeWebhook(scope, workspaceId, body, sent);
  const [first] = domains;
  for (const domain of addressDomains.slice(1)) {
    const other = { ...body, url: body.url.replace(toAddress('', first), toAddress('', domain)) };
    const again = await call(scope, {
      operation: 'createWebhook',
      path: { workspaceId },
      body: other,
    });
    if (isSuccess(again)) return judgeWebhook(scope, workspaceId, other, again);
  }
  const { inventory } = scope.run.ledger;
  const taken = inventory.filter(
    ({ kind, parent }) => kind === 'webhook' && parent === workspaceId,
  ).length;
  const what = { operation: 'createWebhook', path: { workspaceId }, taken } as const;
  await expectRoom(scope, 'webhooks', what, (again) =>
    enterWebhook(scope, workspaceId, again, 'a webhook that was sent again'),
  );
  return judgeWebhook(scope, workspaceId, body, sent);
}
