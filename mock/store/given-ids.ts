import { emptyContents, type StoreContents } from './store.ts';

/** The ids and keys in contents that were put into a store. They are collected when one is first asked for. */
export class GivenIds {
  #contents: StoreContents = emptyContents;
  #ids: Set<string> | undefined;

  set(contents: StoreContents): void {
    this.#contents = contents;
    this.#ids = undefined;
  }

  /** A mock that started empty pays for nothing here. */
  has(id: string): boolean {
    const { sites, routes, webhooks } = this.#contents;
    if (sites.length + routes.length + webhooks.length === 0) return false;
    this.#ids ??= new Set(listIds(this.#contents));
    return this.#ids.has(id.toLowerCase());
  }
}

function* listIds({ sites, routes, webhooks }: StoreContents): Iterable<string> {
  for (const { site } of sites) {
    yield site.id.toLowerCase();
    yield site.apiKey.toLowerCase();
  }
  for (const { route } of routes) yield route.id.toLowerCase();
  for (const { webhook } of webhooks) yield webhook.id.toLowerCase();
}
