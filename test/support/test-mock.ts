import { createMemoryApi, createStoredApi } from '../../mock/create-api.ts';
import { type Core, createMemoryCore, createStoredCore } from '../../mock/create-core.ts';
import {
  createMock,
  type Mock,
  type MockOptions,
  type Store,
  type StoredMock,
} from '../../mock/index.ts';
import type { MockCore, StoredParts } from '../../mock/mock-types.ts';

let createStore: (() => Store) | undefined;

/** A mock with any store: its clock, journal and fault rules may return promises. */
export type TestMock = Mock | StoredMock;

const closing: (() => Promise<void>)[] = [];

/**
 * Creates a mock for tests that apply to every store. By default they use memory; `mock/postgres/same-tests.test.ts`
 * runs the same files on PostgreSQL.
 */
export function createTestMock(options: MockOptions = {}): TestMock {
  if (createStore === undefined) return createMock(options);
  const mock = createMock({ onError: () => {}, ...options, store: createStore() });
  closing.push(mock.close);
  return mock;
}

/** The same without servers and webhooks. */
export async function openTestCore(
  options: MockOptions,
): Promise<{ core: Core; api: MockCore | MockCore<StoredParts> }> {
  if (createStore === undefined) {
    const { core, memory } = createMemoryCore(options);
    return { core, api: createMemoryApi(core, memory) };
  }
  const store = createStore();
  const core = createStoredCore({ onError: () => {}, ...options }, store);
  await store.open();
  closing.push(() => store.close());
  return { core, api: createStoredApi(core) };
}

/** Whether the tests run on a shared store, where ids, for example, do not depend on the seed. */
export function isSharedStore(): boolean {
  return createStore !== undefined;
}

/** Makes this function create a separate store for each new mock. */
export function useSharedStores(create: () => Store): void {
  createStore = create;
}

/** Leaves closing the existing mocks to the code that created them. */
export function keepTestMocks(): void {
  closing.length = 0;
}

/** Closes mocks with shared stores that tests leave open. */
export async function closeTestMocks(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

/** Repeats an expectation until it is met: changes in a shared store become visible a little later. */
export async function eventually(expectation: () => Promise<void> | void): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await expectation();
    } catch (error) {
      if (createStore === undefined || attempt >= 1000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
