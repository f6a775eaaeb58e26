/** The mock without a server: for browsers, service workers and any other runtime that has the Fetch API. */

import type { AnyKind, MockCore, StoreKind } from './core.ts';
import { createCore } from './create-core.ts';
import type { CoreOptions, OwnOptions, StoreOptions } from './mock-options.ts';

export type { CoreSession as BrowserMockSession, MockCore as BrowserMock } from './core.ts';
export { createDemoFixture, type DemoOptions } from './features/data/demo-fixture.ts';
export type { Faults, SessionFaults } from './features/faults/create-faults.ts';
export type { FaultEffect, FaultRule, FaultRuleOptions } from './features/faults/fault-rule.ts';
export type { Journal, JournalQuery, SessionJournal } from './features/journal/create-journal.ts';
export { type JournalExpectation, UnmetExpectation } from './features/journal/expect-requests.ts';
export type {
  JournalEntry,
  JournalFilter,
  JournalSummary,
} from './features/journal/journal-entry.ts';
export { type CoreOptions as BrowserMockOptions, defaultApiKey } from './mock-options.ts';
export type { MockReply, MockRequest } from './mock-request.ts';
export type { MockClock } from './sessions/clock.ts';
export type { MockSnapshot } from './sessions/create-session.ts';
export { createMemoryStore } from './store/memory-store.ts';
export type { Store, StoreContents } from './store/store.ts';

/**
 * Creates a stateful mock of the service for browsers and tests. Use it through `fetch` or `handle`.
 *
 * @example
 * const mock = createMock();
 * const response = await mock.fetch(new Request('http://localhost/v1/...'));
 */
export function createMock(options?: OwnOptions): MockCore;
export function createMock(options: StoreOptions): MockCore<StoreKind>;
export function createMock(options: CoreOptions): MockCore<AnyKind>;
// Repeated as the last overload, because `ReturnType` uses the last one.
export function createMock(options?: OwnOptions): MockCore;
export function createMock(options: CoreOptions = {}): MockCore<AnyKind> {
  return createCore(options, () => performance.now()).core;
}
