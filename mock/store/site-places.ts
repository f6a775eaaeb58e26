import type { SiteRecord } from './store.ts';
import type { WorkspaceSites } from './workspace-sites.ts';

/**
 * The sites of every workspace by lower-case id, in the order of creation. Where each stands is kept in lists of numbers
 * instead of an object for each site.
 */
export class SitePlaces {
  /** Where the workspace of a site, and its place there, stand in the lists below. */
  readonly #numbers = new Map<string, number>();
  readonly #workspaces: WorkspaceSites[] = [];
  readonly #places: number[] = [];

  add(id: string, workspace: WorkspaceSites, record: SiteRecord): void {
    this.#places.push(workspace.add(record));
    this.#numbers.set(id, this.#workspaces.push(workspace) - 1);
  }

  /** Takes the site away that was added last, which has this id. */
  removeLast(id: string): void {
    this.#numbers.delete(id);
    this.#places.pop();
    this.#workspaces.pop()?.removeLast();
  }

  has(id: string): boolean {
    return this.#numbers.has(id);
  }

  read(id: string): SiteRecord | undefined {
    const number = this.#numbers.get(id);
    return number === undefined ? undefined : this.#read(number);
  }

  /** Puts a record in the place of the one with the same id. */
  replace(id: string, record: SiteRecord): void {
    const number = this.#numbers.get(id);
    if (number !== undefined) this.#workspaces[number]?.replace(this.#places[number] ?? 0, record);
  }

  /** The place of a site in a workspace; nothing for a site of another one. */
  findAt(id: string, workspace: WorkspaceSites | undefined): number | undefined {
    const number = this.#numbers.get(id);
    if (number === undefined || this.#workspaces[number] !== workspace) return undefined;
    return this.#places[number];
  }

  readAll(): SiteRecord[] {
    return this.#places.flatMap((_, number) => this.#read(number) ?? []);
  }

  #read(number: number): SiteRecord | undefined {
    return this.#workspaces[number]?.read(this.#places[number] ?? 0);
  }
}
