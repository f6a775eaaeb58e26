import type { Webhook } from '../../../contract/index.ts';

/** The kind of the records of deliveries that are under way. */
export const openDeliveries = 'open-deliveries';

/** One attempt of a delivery, once it is over. */
export interface DeliveryAttempt {
  /** By the clock of the session. */
  at: string;
  durationMs: number;
  /** What the receiver answered, if it did. */
  status?: number;
  /** What kept the delivery from being answered. */
  error?: string;
  /** The beginning of what the receiver answered. */
  response?: string;
}

/** One event on its way to one webhook. */
export interface Delivery {
  /** The `webhook-id` of every attempt. */
  id: string;
  webhookId: string;
  workspaceId: string;
  eventType: string;
  url: string;
  session: string;
  state: 'pending' | 'sending' | 'delivered' | 'failed';
  createdAt: string;
  /** When it is tried again, by the clock of the session. */
  nextAttemptAt?: string;
  /** Why it failed for good. */
  reason?: string;
  /** The body of every attempt. */
  payload: string;
  /** The last ones, oldest first. */
  attempts: DeliveryAttempt[];
}

export function isOpen({ state }: Delivery): boolean {
  return state === 'pending' || state === 'sending';
}

/** A delivery that is under way, and how often it was tried since it was triggered or sent again. */
export interface OpenDelivery {
  delivery: Delivery;
  tries: number;
}

/** An event to trigger. */
export interface WebhookEvent {
  type: Webhook['eventType'];
  workspaceId: string;
  /** Any JSON value. Default: an object that names the workspace. */
  data?: unknown;
}

/** How deliveries are made. */
export interface WebhookOptions {
  /** How many times faster than the contract says a failed delivery is tried again. Default: 10000. */
  timeScale?: number;
  /** How long an attempt may take, in milliseconds. Default: 15000. */
  timeout?: number;
  /** Whether to send to private addresses, too; those of this machine are always reached. Default: false. */
  allowPrivateTargets?: boolean;
}

/** A webhook with what its receiver needs to verify a delivery. */
export interface RegisteredWebhook {
  id: string;
  workspaceId: string;
  url: string;
  eventType: string;
  secret: string;
  /** Whether its receiver answered 410, after which nothing is sent to it. */
  disabled: boolean;
}

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
