import { toAddress } from '../../data/fresh-body.ts';
import { useOtherWorkspace } from '../../model/shared.ts';
import type { Check } from '../../runner/check.ts';
import { createWebhook } from './create-webhook.ts';
import { frame } from './frame.ts';

/** A webhook for every event type, and one in another workspace. */
export function createAcceptedWebhooks(eventTypes: readonly string[]): Check[] {
  const [anyType = ''] = eventTypes;
  return [
    ...eventTypes.map(
      (eventType): Check => ({
        ...frame,
        id: `createWebhook/accepts-${eventType}`,
        title: `A webhook can be registered for ${eventType}`,
        requirements: [
          'operations-exist',
          'create-webhook-body',
          'create-webhook-stores-what-was-sent',
          'event-types',
        ],
        sends: `a webhook for ${eventType} with a public https URL`,
        expects: 'a webhook with that URL and event type, in the workspace of the path',
        async run(scope) {
          await createWebhook(scope, scope.run.options.workspace, {
            url: toAddress(scope.unique()),
            eventType,
          });
        },
      }),
    ),
    {
      ...frame,
      id: 'createWebhook/works-in-every-workspace',
      title: 'A webhook belongs to the workspace in the path',
      requirements: ['create-webhook-stores-what-was-sent'],
      sends: 'a webhook in the other workspace',
      expects: 'a webhook with the id of that workspace',
      async run(scope) {
        await createWebhook(scope, await useOtherWorkspace(scope), {
          url: toAddress(scope.unique()),
          eventType: anyType,
        });
      },
    },
  ];
}
