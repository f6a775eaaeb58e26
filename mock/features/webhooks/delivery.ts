import type { Webhook } from '../../../contract/index.ts';

/** One finished attempt of a delivery. */
export interface DeliveryAttempt {
  /** The time of the attempt, by the clock of the session. */
  at: string;
  /** The time to the end of the attempt. */
  durationMs: number;
  /** The status of the receiver's response, if any. */
  status?: number;
  /** Why the receiver did not respond. */
  error?: string;
  /** The beginning of the receiver's response body. */
  response?: string;
}

/** The delivery of one event to one webhook. */
export interface Delivery {
  /** The `webhook-id` of every attempt. */
  id: string;
  /** The webhook that the event is sent to. */
  webhookId: string;
  /** The workspace of the webhook. */
  workspaceId: string;
  /** The type of the event. */
  eventType: string;
  /** The URL of the receiver. */
  url: string;
  /** The session that the webhook belongs to. */
  session: string;
  /** How far the delivery is. `pending` waits for its next attempt. */
  state: 'pending' | 'sending' | 'delivered' | 'failed';
  /** The time of the event, by the clock of the session. */
  createdAt: string;
  /** The time of the next attempt, by the clock of the session. */
  nextAttemptAt?: string;
  /** Why the delivery finally failed. */
  reason?: string;
  /** The body of every attempt. */
  payload: string;
  /** The trace of the request that triggered the event (W3C Trace Context). */
  traceparent?: string;
  /** Further data of that trace. */
  tracestate?: string;
  /** The latest ones, oldest first. */
  attempts: DeliveryAttempt[];
}

export function isOpen({ state }: Delivery): boolean {
  return state === 'pending' || state === 'sending';
}

/** An open delivery, and the number of attempts since it was triggered or replayed. */
export interface OpenDelivery {
  delivery: Delivery;
  tries: number;
}

/** An event to trigger. */
export interface WebhookEvent {
  /** The event type. Only webhooks that are registered for it receive the event. */
  type: Webhook['eventType'];
  /** The workspace whose webhooks receive the event. */
  workspaceId: string;
  /** The event data: any JSON value. Default: an object with the id of the workspace. */
  data?: unknown;
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

/** A webhook with the secret that its receiver needs to verify deliveries. */
export interface RegisteredWebhook {
  /** The id of the webhook. */
  id: string;
  /** The workspace that it belongs to. */
  workspaceId: string;
  /** The URL that events are sent to. */
  url: string;
  /** The event type that it is registered for. */
  eventType: string;
  /** Verifies the signatures of its deliveries. */
  secret: string;
  /** Whether its receiver responded with 410, which stops all deliveries to it. */
  disabled: boolean;
}

/** The webhooks of one session, and their deliveries. */
export interface MockWebhooks {
  /** The registered webhooks, each with the secret that verifies its deliveries. */
  list(): Promise<RegisteredWebhook[]>;
  /**
   * Sends an event to all webhooks of the workspace that are registered for its type.
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
