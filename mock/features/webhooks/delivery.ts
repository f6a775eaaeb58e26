import type { Webhook } from '../../../contract/index.ts';

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

/** An event that somebody triggers. */
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
