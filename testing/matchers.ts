/*
 * testing/: matchers and fixtures for test runners. It imports mock/ and client/. Start here; jest.ts, vitest.ts and
 * playwright.ts register them.
 */

import type { JournalExpectation } from '../mock/features/journal/expect-requests.ts';
import type { JournalEntry } from '../mock/store/journal.ts';

/** The journal of a mock or of one session. */
export interface ReceivedRequests {
  /** Returns a promise if several mocks share the journal, for example in PostgreSQL. */
  expect(expectation: JournalExpectation): JournalEntry[] | Promise<JournalEntry[]>;
}

/** The matchers, for the types of a test runner. */
export interface MockMatchers<Result> {
  /**
   * Checks which requests a mock has received.
   * @example
   * expect(mock).toHaveReceived({ operation: 'createSite', times: 1, body: { name: 'Bakery' } });
   * // If mocks share their state, the journal is asynchronous:
   * await expect(mock).toHaveReceived({ operation: 'createSite' });
   */
  toHaveReceived(expectation?: JournalExpectation): Result;
}

/** The result of a matcher. */
export interface MatcherResult {
  /** Whether the expectation holds. */
  pass: boolean;
  /** Explains the result, with the differences to the closest request. */
  message: () => string;
}

/** Matchers for `expect.extend`. */
export const matchers = { toHaveReceived };

function toHaveReceived(
  received: unknown,
  expectation: JournalExpectation = {},
): MatcherResult | Promise<MatcherResult> {
  const requests = readRequests(received);
  const refuse = (error: unknown): MatcherResult => {
    // The mock may come from another copy of this package, for example CommonJS beside ES modules.
    if (!(error instanceof Error) || error.name !== 'UnmetExpectation') throw error;
    return { pass: false, message: () => error.message };
  };
  try {
    const met = requests.expect(expectation);
    return Array.isArray(met) ? accept(met) : met.then(accept, refuse);
  } catch (error) {
    return refuse(error);
  }
}

function accept(met: readonly JournalEntry[]): MatcherResult {
  const lines = met.map(
    ({ id, operation = 'no operation', method, path, status }) =>
      `  #${id} ${operation}: ${method} ${path} → ${status}`,
  );
  const message = ['Expected no such request, but the mock received:', ...lines].join('\n');
  return { pass: true, message: () => message };
}

/** @throws TypeError when the value is not a source of requests */
function readRequests(received: unknown): ReceivedRequests {
  const { journal = received } = Object(received);
  if (typeof journal?.expect === 'function') return journal;
  throw new TypeError(
    'expect(…).toHaveReceived accepts a mock, one of its sessions (mock.session(name)), or the journal of either',
  );
}
