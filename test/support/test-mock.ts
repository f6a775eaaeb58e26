import type { AnyKind, Core } from '../../mock/core.ts';
import { createCore } from '../../mock/create-core.ts';
import { createMock, type Mock, type MockOptions, type OwnOptions } from '../../mock/index.ts';
import type { SharedStore } from '../../mock/store/shared-store.ts';

let createStore: (() => SharedStore) | undefined;
/** A mock with any store: its methods may answer by promises. */
export type TestMock = Mock<AnyKind>;

const closing: (() => Promise<void>)[] = [];

/**
 * A mock for tests that hold for every store. Run by themselves they use memory; `mock/postgres/same-tests.test.ts` runs the
 * same files once more on PostgreSQL.
 */
export function createTestMock(options: OwnOptions<MockOptions> = {}): TestMock {
  if (createStore === undefined) return createMock(options);
  const mock = createMock({ onError: () => {}, ...options, store: createStore() });
  closing.push(mock.close);
  return mock;
}

/** The same without what listens and sends. */
export async function openTestCore(options: OwnOptions<MockOptions>): Promise<Core> {
  if (createStore === undefined) return createCore(options, Date.now);
  const core = createCore({ onError: () => {}, ...options, store: createStore() }, Date.now);
  await core.sharing?.open();
  closing.push(async () => core.sharing?.close());
  return core;
}

/** Whether tests run on a store that mocks share, where ids, for one, do not follow from the seed. */
export function isSharedStore(): boolean {
  return createStore !== undefined;
}

/** From now on, each mock gets a store of its own from this function. */
export function useSharedStores(create: () => SharedStore): void {
  createStore = create;
}

/** Leaves it to those who made mocks so far to close them. */
export function keepTestMocks(): void {
  closing.length = 0;
}

/** Closes the mocks with such stores that tests leave open. */
export async function closeTestMocks(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}

/** Repeats an expectation until it is met: what a shared store tells comes a little later. */
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
