import type { Receiver, WebhookEvent } from '../../mock/features/webhooks/delivery.ts';
import type { RecordStore } from '../../mock/store/records.ts';
import { toKey, webhookKind } from './site-records.ts';

/** The registered webhooks of a session, or only those that an event is for: of its workspace and type. */
export async function listReceivers(
  records: RecordStore,
  event?: WebhookEvent,
): Promise<Receiver[]> {
  if (event === undefined) return (await webhookKind.list(records)).map(({ value }) => value);
  const webhooks = await webhookKind.list(records, toKey(event.workspaceId));
  const receivers = webhooks.filter(({ value }) => value.eventType === event.type);
  return receivers.map(({ value }) => value);
}

/** The data of an event, if its sender gives none. */
export function toEventData({ workspaceId }: WebhookEvent): object {
  return { workspaceId };
}
