import type { Store } from '../store/store.ts';

/**
 * Passes over the ids that came with the contents of a store. A state that was kept under a seed is so gone on with where
 * it ended: what the seed makes once more is there already.
 */
export function createUnusedUuids(
  create: () => string,
  store: Pick<Store, 'isGiven'>,
): () => string {
  if (store.isGiven === undefined) return create;
  return () => {
    let id = create();
    while (store.isGiven?.(id) === true) id = create();
    return id;
  };
}
