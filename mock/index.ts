/*
 * mock/: a mock that keeps state, for Node; browser.ts is the one for browsers. It imports contract/, generated/, writers/ and the
 * bundled page, and service/ only in known-services.ts. Start in create-core.ts, which joins the parts; handler.ts has what a
 * request and a reply are.
 */

import type { FixtureOptions } from './features/data/fixture-ids.ts';
import type { StoreContents } from './store/records.ts';

export type { Certificate, HttpsOptions } from './adapters/certificate.ts';
export type { RoleContext } from './behaviours/index.ts';
export type {
  BehaviourWrapper,
  OwnBehaviour,
  OwnBehaviours,
  OwnReply,
  OwnRequest,
} from './behaviours/own-behaviours.ts';
export {
  createMock,
  type Mock,
  type MockOptions,
  type MockSession,
  type StoredMock,
  type StoredMockOptions,
} from './create-mock.ts';
export type { ControlOptions, OpenControl } from './features/control/open-control.ts';
export { createDemoFixture, type DemoOptions } from './features/data/demo-fixture.ts';
export { createExampleFixture, type ExampleFixture } from './features/data/example-fixture.ts';
export type { FixtureOptions } from './features/data/fixture-ids.ts';
export type {
  Faults,
  SessionFaults,
  StoredFaults,
  StoredSessionFaults,
} from './features/faults/create-faults.ts';
export type { FaultEffect, FaultRule, FaultRuleOptions } from './features/faults/fault-rule.ts';
export type { Journal, StoredJournal } from './features/journal/create-journal.ts';
export { type JournalExpectation, UnmetExpectation } from './features/journal/expect-requests.ts';
export { type HttpArchive, toHar } from './features/journal/to-har.ts';
export type {
  Delivery,
  DeliveryAttempt,
  MockWebhooks,
  RegisteredWebhook,
  WebhookEvent,
  WebhookOptions,
} from './features/webhooks/delivery.ts';
export type { MockReply, MockRequest, WholeRequest } from './handler.ts';
export { defaultApiKey } from './http/security.ts';
export type { MiddlewareReply, MockMiddleware } from './middleware.ts';
export { Refusal } from './refusal.ts';
export type { Listening, ListenOptions } from './server-types.ts';
export type { MockClock, StoredClock } from './sessions/clock.ts';
export type { MockSnapshot } from './sessions/sessions.ts';
export type {
  JournalBody,
  JournalEntry,
  JournalFilter,
  JournalMessage,
  JournalQuery,
  JournalSummary,
} from './store/journal.ts';
export { MemoryStore } from './store/memory-store.ts';
export type { RecordStore, StoreContents, StoredRecord } from './store/records.ts';
export { type Settings, Slot } from './store/slot.ts';
export type { SessionState, Store } from './store/store.ts';

/**
 * Reads a fixture: a JSON file that matches `spec/state.schema.json`. Missing ids and keys are generated, with the same
 * values each time.
 *
 * @example const mock = createMock({ contents: await readFixture('fixture.json') });
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readFixture(
  file: string,
  options: FixtureOptions = {},
): Promise<StoreContents> {
  return (await import('./features/data/read-fixture.ts')).readFixtureFile(file, options);
}
