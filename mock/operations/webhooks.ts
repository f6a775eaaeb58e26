import { type Behaviour, refuseConflict } from './behaviour.ts';

export const createWebhook: Behaviour<'createWebhook'> = async ({ parameters, body }, context) => {
  const { assumptions, createResource, createUuid, store, writeUuid } = context;
  const { url, eventType } = body;
  const workspaceId = parameters.workspaceId.toLowerCase();
  if (assumptions['unique-webhook'] !== 'allowed') {
    const records = await store.list('webhook', workspaceId);
    const same = records.find(
      ({ webhook }) => webhook.url === url && webhook.eventType === eventType,
    );
    if (same !== undefined)
      return refuseConflict(
        '/url',
        `The webhook ${same.webhook.id} already has this URL and event type.`,
      );
  }
  const id = createUuid();
  const webhook = createResource('Webhook', { id, workspaceId: writeUuid(workspaceId) }, body);
  await store.put('webhook', { workspaceId, webhook });
  return { body: webhook };
};
