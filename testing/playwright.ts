/**
 * Fixtures for Playwright: a separate session of the mock for each test.
 * @example
 * import { expect, test } from 'site-contract/playwright';
 * test('creates a site', async ({ page, mock }) => {
 * await page.goto('/');
 * await page.getByRole('button', { name: 'Create site' }).click();
 * await expect(mock).toHaveReceived({ operation: 'createSite', times: 1 });
 * });
 */
import {
  expect as baseExpect,
  test as baseTest,
  type ExpectMatcherState,
  type TestInfo,
} from '@playwright/test';
import { type Client, createClient } from '../client/index.ts';
import { loadContract } from '../contract/load-contract.ts';
import { createMock } from '../mock/create-mock.ts';
import type { FaultRule, FaultRuleOptions } from '../mock/features/faults/fault-rule.ts';
import {
  expectRequests,
  type JournalExpectation,
  UnmetExpectation,
} from '../mock/features/journal/expect-requests.ts';
import { defaultApiKey } from '../mock/http/security.ts';
import type { JournalEntry, JournalFilter } from '../mock/store/journal.ts';

/** The mock to use. Set these options in `use` of the configuration. Each applies to a whole worker. */
export interface MockSettings {
  /**
   * The base URL of a running mock, for example started by `webServer`. Default: the environment variable `MOCK_URL`,
   * which Playwright sets for `wait: { stdout: /(?<mock_url>…)/ }`; without it, each worker starts its own mock.
   */
  mockUrl: string | undefined;
  /** The OpenAPI document that each worker's own mock serves, a file or a URL. Default: the built-in contract. */
  mockContract: string | undefined;
  /** The admin token of that mock. Default: `SITE_CONTRACT_ADMIN_TOKEN`. */
  mockAdminToken: string | undefined;
  /** An API key that the mock accepts. Default: `site-contract-key`. */
  mockApiKey: string;
}

/** The mock of one test, with its own state, journal and fault rules. */
export interface TestMock {
  /** The base URL that the application under test has to call. */
  readonly url: string;
  /** The name of the session. Every request of the test sends it in `X-Mock-Session`. */
  readonly session: string;
  /** A client of the built-in contract. Throws if the mock serves another contract. */
  readonly client: Client;
  /** The records of the test, for any contract, in the form of a fixture: `{ branches: [{ id: 1, name: 'Harbour' }] }`. */
  readState(): Promise<Record<string, unknown>>;
  /** Replaces the records of the test, for example to prepare them. Ids and required fields that a record lacks are created. */
  replaceState(state: Readonly<Record<string, unknown>>): Promise<void>;
  /** The requests of this test, oldest first. */
  listRequests(filter?: Omit<JournalFilter, 'session'>): Promise<JournalEntry[]>;
  /** The ids of the operations of the contract that the mock serves. */
  listOperations(): Promise<string[]>;
  /** Adds a fault rule that applies only to this test. */
  addFault(rule: Omit<FaultRuleOptions, 'session'>): Promise<FaultRule>;
  /** Restores the initial state. This also happens before each test. */
  reset(): Promise<void>;
}

/** The mock of a worker, with its control surface. */
interface MockServer {
  url: string;
  token: string;
}

/** What the control surface says about a mock. */
interface MockInfo {
  contractTitle: string;
  isBuiltIn: boolean;
  operations: { id: string }[];
}

/** Playwright's `test` with the fixture `mock`: a session of the mock for each test. */
export const test = baseTest.extend<{ mock: TestMock }, MockSettings & { mockServer: MockServer }>({
  mockUrl: [process.env['MOCK_URL'], { option: true, scope: 'worker' }],
  mockContract: [undefined, { option: true, scope: 'worker' }],
  mockAdminToken: [process.env['SITE_CONTRACT_ADMIN_TOKEN'], { option: true, scope: 'worker' }],
  mockApiKey: [defaultApiKey, { option: true, scope: 'worker' }],

  mockServer: [
    async ({ mockUrl, mockContract, mockAdminToken, mockApiKey }, use) => {
      if (mockUrl !== undefined) {
        if (mockAdminToken === undefined)
          throw new Error(
            'site-contract/playwright needs the admin token of the mock at mockUrl: start the mock with --admin-token, and set mockAdminToken in `use` of playwright.config.ts, or SITE_CONTRACT_ADMIN_TOKEN',
          );
        await use({ url: mockUrl.replace(/\/+$/, ''), token: mockAdminToken });
        return;
      }
      const contract = await loadContract({ document: mockContract });
      const mock = createMock({ contract, apiKeys: [mockApiKey] });
      const { url, control } = await mock.listen({ control: true });
      await use({ url, token: control?.token ?? '' });
      await mock.close();
    },
    { scope: 'worker' },
  ],

  // All pages, contexts and requests of the test send it.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use, testInfo) => {
    await use({ ...extraHTTPHeaders, 'X-Mock-Session': nameSession(testInfo) });
  },

  mock: [
    async ({ mockServer, mockApiKey }, use, testInfo) => {
      const session = nameSession(testInfo);
      const info: MockInfo = await callControl(mockServer, 'info');
      const mock = createTestMock(mockServer, session, mockApiKey, info);
      await mock.reset();
      await use(mock);
      if (testInfo.status !== testInfo.expectedStatus) {
        const archive = await callControl(mockServer, `requests/har?session=${session}`);
        const body = JSON.stringify(archive, undefined, 2);
        await testInfo.attach('mock.har', { body, contentType: 'application/json' });
      }
      await callControl(mockServer, `sessions/${session}`, { method: 'DELETE' });
    },
    // Otherwise, a test without the mock fixture would see the state of another test.
    { auto: true },
  ],
});

/** Playwright's `expect` with the matcher `toHaveReceived`. */
export const expect = baseExpect.extend({
  /** Waits until the mock has received matching requests, with the timeout of other assertions. */
  async toHaveReceived(
    this: ExpectMatcherState,
    mock: TestMock,
    expectation: Omit<JournalExpectation, 'session'> = {},
    { timeout = this.timeout }: { timeout?: number } = {},
  ) {
    const end = Date.now() + timeout;
    const operationIds = await mock.listOperations();
    for (;;) {
      const failure = compare(await mock.listRequests(), expectation, operationIds);
      const pass = failure === undefined;
      if (pass !== this.isNot || Date.now() >= end) {
        const message = (): string =>
          failure ?? 'Expected no such request, but the mock received one.';
        return { pass, message, name: 'toHaveReceived' };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
});

/** Returns a unique name for each run of a test, including parallel repetitions. */
function nameSession({ testId, repeatEachIndex, retry }: TestInfo): string {
  return `test-${testId}-${repeatEachIndex}-${retry}`;
}

/** Compares the requests so far. Returns the failure, if any. */
function compare(
  all: readonly JournalEntry[],
  expectation: Omit<JournalExpectation, 'session'>,
  operationIds: readonly string[],
): string | undefined {
  try {
    expectRequests(expectation, all, operationIds);
    return undefined;
  } catch (error) {
    if (error instanceof UnmetExpectation) return error.message;
    throw error;
  }
}

function createTestMock(
  server: MockServer,
  session: string,
  apiKey: string,
  { contractTitle, isBuiltIn }: MockInfo,
): TestMock {
  const headers = { 'X-Mock-Session': session };
  const json = { ...headers, 'Content-Type': 'application/json' };
  return {
    url: server.url,
    session,
    get client() {
      if (!isBuiltIn)
        throw new Error(
          `mock.client is a client of the built-in contract, but the mock serves ${contractTitle}: use mock.replaceState and mock.readState, or send requests to mock.url`,
        );
      return createClient({ baseUrl: server.url, apiKey, headers });
    },
    readState: () => callControl(server, 'state', { headers }),
    replaceState: async (state) => {
      await callControl(server, 'state', {
        method: 'PUT',
        headers: json,
        body: JSON.stringify(state),
      });
    },
    listRequests: async ({ operation, status } = {}) => {
      const query = new URLSearchParams({ session, limit: '1000' });
      if (operation !== undefined) query.set('operation', operation);
      if (status !== undefined) query.set('status', String(status));
      const { data }: { data: JournalEntry[] } = await callControl(server, `requests?${query}`);
      return data;
    },
    listOperations: async () => {
      const info: MockInfo = await callControl(server, 'info');
      return info.operations.map(({ id }) => id);
    },
    addFault: (rule) => {
      const body = JSON.stringify({ ...rule, session });
      return callControl(server, 'faults', { method: 'POST', headers: json, body });
    },
    reset: () => callControl(server, 'reset', { method: 'POST', headers }),
  };
}

/** @throws Error with the message of the control surface when it refuses the request */
async function callControl<Result>(
  { url, token }: MockServer,
  path: string,
  { headers, ...init }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Result> {
  const response = await fetch(`${url}/__mock/${path}`, {
    ...init,
    headers: { ...headers, Authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text || 'null');
  throw new Error(`the mock refused /__mock/${path}: ${response.status} ${text}`);
}
