import type { StoreContents } from '../store/contents.ts';

/**
 * Merges changes of the initial contents into a state. Items that were added or changed there replace those in the
 * state. Items that were removed there are removed, unless requests have changed them. Everything else stays.
 */
export function mergeContents(
  before: StoreContents,
  after: StoreContents,
  current: StoreContents,
): StoreContents {
  const sites = merge(before.sites, after.sites, current.sites, ({ site }) => site.id);
  const remaining = new Set(sites.map(({ site }) => site.id.toLowerCase()));
  const routes = merge(before.routes, after.routes, current.routes, ({ route }) => route.id);
  return {
    sites,
    // A route is removed with its site.
    routes: routes.filter(({ siteId }) => remaining.has(siteId)),
    webhooks: merge(before.webhooks, after.webhooks, current.webhooks, ({ webhook }) => webhook.id),
  };
}

function merge<T>(
  before: readonly T[],
  after: readonly T[],
  current: readonly T[],
  toId: (record: T) => string,
): T[] {
  const index = (records: readonly T[]) =>
    new Map(records.map((record) => [toId(record).toLowerCase(), record]));
  const [old, next] = [index(before), index(after)];
  const isSame = (one: T | undefined, other: T | undefined) =>
    JSON.stringify(one) === JSON.stringify(other);
  const merged = index(current);
  for (const [id, record] of merged) {
    if (old.has(id) && !next.has(id) && isSame(old.get(id), record)) merged.delete(id);
  }
  for (const [id, record] of next) {
    if (!isSame(old.get(id), record)) merged.set(id, record);
  }
  return [...merged.values()];
}
