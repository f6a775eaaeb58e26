import type { RegisteredWebhook } from './create-webhooks.ts';
import type { Delivery, WebhookEvent } from './delivery.ts';

/** The webhooks of one session, and what is sent to them. */
export interface MockWebhooks {
  /** Those that are registered, each with the secret that verifies its deliveries. */
  list(): Promise<RegisteredWebhook[]>;
  /**
   * Sends an event to every webhook of its workspace that is registered for it.
   * @returns the deliveries, which are under way
   * @throws RangeError when the contract has no such event, or it is too large
   */
  trigger(event: WebhookEvent): Promise<Delivery[]>;
  /** The last ones, oldest first. */
  listDeliveries(): Promise<Delivery[]>;
  /**
   * Sends the same payload once more, under the same id.
   * @throws RangeError when there is no such delivery, or it cannot be sent now
   */
  replay(id: string): Promise<Delivery>;
  /**
   * Waits until a delivery was taken, or has failed for good. A frozen clock lets no failed one be tried again.
   * @throws RangeError when there is no such delivery, or none any more: a reset ends all that are under way
   */
  settled(id: string): Promise<Delivery>;
  /** Tells a listener of each delivery that is made or gets a step further. @returns what ends that */
  subscribe(listener: (delivery: Delivery) => void): () => void;
}
