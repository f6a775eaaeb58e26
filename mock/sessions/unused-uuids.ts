import { type Answer, isPromise } from '../store/answer.ts';
import type { StoreContents } from '../store/store.ts';

/** Passes over ids and keys that exist: a state that was kept under a seed holds those that the seed makes first. */
export class UnusedUuids {
  #read: () => Answer<StoreContents>;
  #used: Set<string> | undefined;

  /** @param read reads the contents of the store, when the first id is needed */
  constructor(read: () => Answer<StoreContents>) {
    this.#read = read;
  }

  /** The store was given other contents. */
  replace(contents: StoreContents): void {
    this.#read = () => contents;
    this.#used = undefined;
  }

  next(create: () => string): string {
    this.#used ??= collectIds(this.#read());
    let id = create();
    while (this.#used.size > 0 && this.#used.has(id.toLowerCase())) id = create();
    return id;
  }
}

/** A store that answers by promises cannot be asked here; it has to refuse an id that exists. */
function collectIds(contents: Answer<StoreContents>): Set<string> {
  const ids = new Set<string>();
  if (isPromise(contents)) return ids;
  const add = (id: string) => ids.add(id.toLowerCase());
  for (const { site } of contents.sites) add(site.id).add(site.apiKey.toLowerCase());
  for (const { route } of contents.routes) add(route.id);
  for (const { webhook } of contents.webhooks) add(webhook.id);
  return ids;
}
