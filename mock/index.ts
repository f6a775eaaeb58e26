/** The mock for Node. In a browser, import `browser.ts`. */

export type { Listening, ListenOptions } from './adapters/listen.ts';
export type {
  Behaviour,
  BehaviourContext,
  BehaviourReply,
  BehaviourRequest,
} from './behaviours/behaviour.ts';
export { type Behaviours, behaviours } from './behaviours/index.ts';
export type { ControlOptions, OpenControl } from './control/open-control.ts';
export { createMock, type Mock, type MockOptions, type MockSession } from './create-mock.ts';
export {
  createDemoFixture,
  type DemoOptions,
  type FixtureOptions,
  readFixture,
} from './data/index.ts';
export type { Faults } from './faults/create-faults.ts';
export type { FaultEffect, FaultRule, FaultRuleOptions } from './faults/fault-rule.ts';
export type { SessionFaults } from './faults/session-faults.ts';
export type { Journal, JournalQuery } from './journal/create-journal.ts';
export type {
  JournalBody,
  JournalEntry,
  JournalFilter,
  JournalMessage,
  JournalSummary,
} from './journal/journal-entry.ts';
export type { SessionJournal } from './journal/session-journal.ts';
export type { RequestLogEntry } from './log-requests.ts';
export { defaultApiKey } from './mock-options.ts';
export type { MockReply, MockRequest } from './mock-request.ts';
export { Refusal } from './refusal.ts';
export type { KeptJson } from './reply/kept-json.ts';
export type { MockSnapshot } from './sessions/create-session.ts';
export type { MockClock } from './sessions/mock-session.ts';
export type { Answer } from './store/answer.ts';
export { createMemoryStore } from './store/memory-store.ts';
export type {
  KeptSlice,
  RouteRecord,
  SiteOrder,
  SiteQuery,
  SiteRecord,
  SiteSlice,
  Store,
  StoreContents,
  WebhookRecord,
} from './store/store.ts';
export type { RegisteredWebhook } from './webhooks/create-webhooks.ts';
export type {
  Delivery,
  DeliveryAttempt,
  WebhookEvent,
  WebhookOptions,
} from './webhooks/delivery.ts';
export type { MockWebhooks } from './webhooks/mock-webhooks.ts';
