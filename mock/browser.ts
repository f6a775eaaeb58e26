/** The mock without a server: for browsers, service workers and any other runtime that has the Fetch API. */

import { createMemoryApi } from './create-api.ts';
import { createMemoryCore } from './create-core.ts';
import { assertOptions, type CoreOptions, type MockCore, type TypedOptions } from './mock-types.ts';

export type {
  BehaviourWrapper,
  OwnBehaviour,
  OwnBehaviours,
  OwnReply,
  OwnRequest,
} from './behaviours/own-behaviours.ts';
export { createDemoFixture, type DemoOptions } from './features/data/demo-fixture.ts';
export type { Faults, SessionFaults } from './features/faults/create-faults.ts';
export type { FaultEffect, FaultRule, FaultRuleOptions } from './features/faults/fault-rule.ts';
export type { Journal } from './features/journal/create-journal.ts';
export { type JournalExpectation, UnmetExpectation } from './features/journal/expect-requests.ts';
export type { MockReply, MockRequest, WholeRequest } from './handler.ts';
export { defaultApiKey } from './http/security.ts';
export type { MiddlewareReply, MockMiddleware } from './middleware.ts';
export type {
  CoreOptions as BrowserMockOptions,
  CoreSession as BrowserMockSession,
  MockCore as BrowserMock,
} from './mock-types.ts';
export { Refusal } from './refusal.ts';
export type { MockClock } from './sessions/clock.ts';
export type { MockSnapshot } from './sessions/sessions.ts';
export type {
  JournalEntry,
  JournalFilter,
  JournalQuery,
  JournalSummary,
} from './store/journal.ts';
export type { StoreContents } from './store/records.ts';

/**
 * Creates a stateful mock of the service for browsers and tests. Use it through `fetch` or `handle`.
 *
 * @example
 * const mock = createMock();
 * const response = await mock.fetch(new Request('http://localhost/v1/...'));
 */
export function createMock(options?: CoreOptions): MockCore;
export function createMock<Operations, Paths = Record<never, never>>(
  options: TypedOptions<CoreOptions, Operations, Paths>,
): MockCore;
export function createMock(options: CoreOptions = {}): MockCore {
  assertOptions(options);
  const { core, memory } = createMemoryCore(options);
  return createMemoryApi(core, memory);
}
