import { isRecord } from '../../../contract/resolve-reference.ts';
import type { Session } from '../../sessions/create-session.ts';
import { type Delivery, type OpenDelivery, openDeliveries } from './delivery.ts';
import { createSecret } from './send.ts';

const kinds = { general: 'webhooks', disabled: 'disabled-webhooks', open: openDeliveries };

/** What a session knows of its webhooks, which survives a restart if its state does. */
export interface KeptWebhooks {
  /** The secret that verifies deliveries to a webhook. Once told, it stays, whatever the seed of the next start is. */
  readSecret(webhookId: string): string;
  isDisabled(webhookId: string): boolean;
  disable(webhookId: string): void;
  /** Numbers of the ids that were made, so that none is made twice. */
  countIds(): number;
  setIdCount(count: number): void;
  listOpen(): OpenDelivery[];
  keepOpen(delivery: Delivery, tries: number): void;
  close(delivery: Delivery): void;
}

export function keepWebhooks({ records, seed }: Pick<Session, 'records' | 'seed'>): KeptWebhooks {
  return {
    readSecret: (webhookId) => {
      const kept = records.get(kinds.general, 'seed');
      if (typeof kept === 'number') return createSecret(kept, webhookId);
      records.put(kinds.general, 'seed', seed);
      return createSecret(seed, webhookId);
    },
    isDisabled: (webhookId) => records.get(kinds.disabled, webhookId.toLowerCase()) === true,
    disable: (webhookId) => records.put(kinds.disabled, webhookId.toLowerCase(), true),
    countIds: () => Number(records.get(kinds.general, 'ids') ?? 0),
    setIdCount: (count) => records.put(kinds.general, 'ids', count),
    listOpen: () =>
      records.list(kinds.open).flatMap(({ value }) => (isOpenDelivery(value) ? [value] : [])),
    keepOpen: (delivery, tries) => {
      // A copy, since deliveries change.
      const copy = { ...delivery, attempts: [...delivery.attempts] };
      records.put(kinds.open, delivery.id, { delivery: copy, tries });
    },
    close: ({ id }) => records.delete(kinds.open, id),
  };
}

/** Forgets everything but the secrets: a session that was reset has no more deliveries to make. */
export function forgetWebhooks({ records }: Pick<Session, 'records'>): void {
  for (const kind of [kinds.disabled, kinds.open])
    for (const { id } of records.list(kind)) records.delete(kind, id);
  records.delete(kinds.general, 'ids');
}

/** Only this file writes them; a file that was edited by hand may hold anything. */
function isOpenDelivery(value: unknown): value is OpenDelivery {
  if (!isRecord(value) || typeof value['tries'] !== 'number' || !isRecord(value['delivery']))
    return false;
  const { id, webhookId, url, payload, state, attempts } = value['delivery'];
  const texts = [id, webhookId, url, payload];
  return (
    texts.every((text) => typeof text === 'string') &&
    (state === 'pending' || state === 'sending') &&
    Array.isArray(attempts)
  );
}
