import { createMemoryStore } from '../../mock/store/memory-store.ts';
import type { Answer, Store } from '../../mock/store/store.ts';

/**
 * A store that passes every call on, so that it needs no code for single methods.
 *
 * @param use runs a call on a store
 * @param own the methods that are not passed on
 */
export function createForwardingStore(
  use: (call: (store: Store) => Answer<unknown>) => Promise<unknown>,
  own: Partial<Store> = {},
): Store {
  // Used only for the names of the methods that every store has.
  return new Proxy(createMemoryStore(), {
    get: (memory, name) => {
      if (name in own) return Reflect.get(own, name);
      if (!(name in memory)) return undefined;
      return (...given: unknown[]) =>
        use((store) => Reflect.apply(Reflect.get(store, name), store, given));
    },
  });
}

/** Creates a store that returns promises and is slow, like a database. */
export function createPromisingStore(): Store {
  const memory = createMemoryStore();
  return createForwardingStore(async (call) => {
    await new Promise((resolve) => setImmediate(resolve));
    return call(memory);
  });
}
