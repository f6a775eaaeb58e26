import { toKey } from '../../model/ledger.ts';
import { explainDifference } from '../../model/sites.ts';
import type { Scope } from '../../runner/check.ts';
import { describe, requireSuccess } from '../../runner/run.ts';
import type { Sent } from '../../runner/target.ts';
import { enterWebhook } from './enter-webhook.ts';

export interface WebhookInput {
  url: string;
  eventType: string;
}

/** @returns the id of the webhook, in the form in which ids are compared */
export function judgeWebhook(
  scope: Scope,
  workspaceId: string,
  body: WebhookInput,
  sent: Sent,
): string | undefined {
  const received = requireSuccess(scope.run, sent, `a valid webhook for ${body.eventType}`);
  enterWebhook(scope, workspaceId, sent, body.url);
  const expected = { ...body, workspaceId };
  for (const [field, value] of Object.entries(expected)) {
    const got = received[field];
    if (
      got === value ||
      (field === 'workspaceId' && typeof got === 'string' && toKey(got) === toKey(value))
    )
      continue;
    scope.fail({
      message: `the created webhook: ${field} is wrong${explainDifference(value, got)}`,
      expected: describe(value),
      received: describe(got),
      pointer: `/${field}`,
      exchange: scope.run.show(sent),
      about: { what: `the ${field} of a webhook`, distance: 0 },
    });
  }
  return typeof received['id'] === 'string' ? toKey(received['id']) : undefined;
}
