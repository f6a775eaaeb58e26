import type { components } from '../../../generated/control-types.ts';
import type { FeatureData } from '../../sessions/sessions.ts';
import { RecordKind, type TypedRecord } from '../../store/record-kind.ts';
import { Slot } from '../../store/slot.ts';

type Schemas = components['schemas'];

/** The delivery of one event to one webhook. */
export type Delivery = Schemas['Delivery'];

/** One finished attempt of a delivery. */
export type DeliveryAttempt = Schemas['DeliveryAttempt'];

/** A webhook with the secret that its receiver needs to verify deliveries. */
export type RegisteredWebhook = Schemas['RegisteredWebhook'];

/** A webhook that a client registered. */
export type Receiver = Omit<RegisteredWebhook, 'secret' | 'disabled'>;

/** An event to trigger. */
export type WebhookEvent = Schemas['EventTrigger'];

export function isOpen({ state }: Delivery): boolean {
  return state === 'pending' || state === 'sending';
}

/** What is stored of a delivery, and never shown. */
type HiddenDelivery = {
  /** The number of attempts since it was triggered or replayed. */
  readonly tries: number;
};

/** The deliveries of a session, among the records of features. */
export const deliveryKind = new RecordKind<Delivery, HiddenDelivery>('delivery');

export type DeliveryRecord = TypedRecord<Delivery, HiddenDelivery>;

/** The seed of the secrets. */
export const webhookSeedSlot = new Slot<number>('webhookSeed');

/** The number of created delivery ids. */
export const deliveryIdsSlot = new Slot<number>('deliveryIds');

/** The lower-case ids of webhooks whose receiver responded with 410. */
export const disabledSlot = new Slot<readonly string[]>('disabledWebhooks');

/** A reset cancels deliveries, and leaves the secrets as they are. */
export const webhookData: FeatureData = {
  resetKinds: [deliveryKind.name],
  keptSlots: [webhookSeedSlot],
};

/** @param tries the number of attempts since it was triggered or replayed */
export function createDeliveryRecord(delivery: Delivery, tries: number): DeliveryRecord {
  return deliveryKind.create(delivery.id, undefined, delivery, { tries });
}

/** The options of webhook deliveries. */
export interface WebhookOptions {
  /** Divides the delays between retries. Default: 10000. */
  timeScale?: number;
  /** The timeout of an attempt, in milliseconds. Default: 15000. */
  timeout?: number;
  /** Allows deliveries to private addresses. Those of this machine are always allowed. Default: false. */
  allowPrivateTargets?: boolean;
}

/** The webhooks of one session, and their deliveries. */
export interface MockWebhooks {
  /** The registered webhooks, each with the secret that verifies its deliveries. */
  list(): Promise<RegisteredWebhook[]>;
  /**
   * Sends an event to all webhooks that are registered for it.
   * @returns the deliveries, which are in progress
   * @throws RangeError when the contract has no such event, or it is too large
   */
  trigger(event: WebhookEvent): Promise<Delivery[]>;
  /** The latest ones, oldest first. */
  listDeliveries(): Promise<Delivery[]>;
  /**
   * Sends the payload of a delivery again, with the same id.
   * @throws RangeError when the delivery is unknown, or cannot be sent now
   */
  replay(id: string): Promise<Delivery>;
  /**
   * Waits until a delivery has succeeded or finally failed. While the clock is frozen, there are no retries.
   * @throws RangeError when the delivery is unknown or was removed: a reset cancels all deliveries in progress
   */
  settled(id: string): Promise<Delivery>;
  /** Calls a listener when a delivery is created or changes its state. @returns a function that removes the listener */
  subscribe(listener: (delivery: Delivery) => void): () => void;
}
