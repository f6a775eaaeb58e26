import type { Webhook } from '../../contract/index.ts';
import { type Answer, type WebhookRecord, whenAnswered } from '../store/store.ts';
import { type Behaviour, type BehaviourContext, refuseConflict } from './behaviour.ts';

export const createWebhook: Behaviour<'createWebhook'> = ({ parameters, body }, context) => {
  const { createResource, createUuid, store, writeUuid } = context;
  const { url, eventType } = body;
  const workspaceId = parameters.workspaceId.toLowerCase();
  return whenAnswered(findSame(workspaceId, { url, eventType }, context), (same) => {
    if (same !== undefined) {
      return refuseConflict(
        '/url',
        `The webhook ${same.webhook.id} already has this URL and event type.`,
      );
    }
    const id = createUuid();
    const webhook = createResource('Webhook', { id, workspaceId: writeUuid(workspaceId) }, body);
    return whenAnswered(store.putWebhook({ workspaceId, webhook }), () => ({
      body: webhook,
    }));
  });
};

/** Finds the same registration, if registrations have to be unique. */
function findSame(
  workspaceId: string,
  { url, eventType }: Pick<Webhook, 'url' | 'eventType'>,
  { assumptions, store }: BehaviourContext,
): Answer<WebhookRecord | undefined> {
  if (assumptions['unique-webhook'] === 'allowed') return undefined;
  return whenAnswered(store.lock?.(), () =>
    whenAnswered(store.listWebhooks(workspaceId), (records) =>
      records.find(({ webhook }) => webhook.url === url && webhook.eventType === eventType),
    ),
  );
}
