import { toAddress } from '../../data/fresh-body.ts';
import type { Check } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, describe } from '../../runner/run.ts';
import { createWebhook } from './create-webhook.ts';
import { frame } from './frame.ts';
import { judgeWebhook } from './judge-webhook.ts';

/** Webhooks for every event type at once. */
export function createIndependentWebhooks(eventTypes: readonly string[]): Check {
  return {
    ...frame,
    id: 'createWebhook/webhooks-are-independent',
    title: 'Webhooks registered concurrently are independent',
    requirements: [
      'ids-are-unique',
      'concurrent-requests-are-independent',
      'create-webhook-stores-what-was-sent',
    ],
    sends: 'a webhook for every event type at once, each with its own URL',
    expects: 'the values of each request, each with a unique id',
    async run(scope) {
      const ids = await Promise.all(
        eventTypes.map((eventType) =>
          createWebhook(scope, scope.run.options.workspace, {
            url: toAddress(scope.unique()),
            eventType,
          }),
        ),
      );
      // One address for two event types: some targets refuse it, and that rule is not shown.
      const url = toAddress(scope.unique(), scope.run.domain);
      for (const eventType of eventTypes.slice(0, 2)) {
        const path = { workspaceId: scope.run.options.workspace };
        const sent = await call(scope, {
          operation: 'createWebhook',
          path,
          body: { url, eventType },
          intent: 'probe',
        });
        if (isSuccess(sent))
          ids.push(judgeWebhook(scope, path.workspaceId, { url, eventType }, sent));
      }
      if (new Set(ids).size === ids.length) return;
      scope.fail({
        message: 'webhooks share an id',
        finding: 'two webhooks share an id',
        about: { what: 'the id of a webhook', distance: -2 },
        expected: `${ids.length} different ids`,
        received: describe(ids),
        pointer: '/id',
      });
    },
  };
}
