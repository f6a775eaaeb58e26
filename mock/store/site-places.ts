import { IdIndex } from './id-index.ts';
import type { SiteRecord } from './store.ts';
import type { WorkspaceSites } from './workspace-sites.ts';

/**
 * The sites of every workspace, numbered in the order of creation. Where each stands is kept in lists of numbers instead of
 * an object for each site.
 */
export class SitePlaces {
  /** By lower-case id. */
  readonly #numbers = new IdIndex((number, id) => this.#isAt(number, id));
  /** By number: the workspace of a site, and its place there. */
  readonly #workspaces: WorkspaceSites[] = [];
  readonly #places: number[] = [];

  /** @param id in lower case, here and below */
  add(id: string, workspace: WorkspaceSites, record: SiteRecord): void {
    this.#places.push(workspace.add(record));
    this.#numbers.add(id, this.#workspaces.push(workspace) - 1);
  }

  /** Takes the site away that was added last, which has this id. */
  removeLast(id: string): void {
    this.#numbers.removeLast(id);
    this.#places.pop();
    this.#workspaces.pop()?.removeLast();
  }

  find(id: string): number | undefined {
    return this.#numbers.find(id);
  }

  read(number: number): SiteRecord | undefined {
    return this.#workspaces[number]?.read(this.#places[number] ?? 0);
  }

  /** Puts a record in the place of the one with the same id. */
  replace(number: number, record: SiteRecord): void {
    this.#workspaces[number]?.replace(this.#places[number] ?? 0, record);
  }

  /** The place of a site in a workspace; nothing for a site of another one. */
  findAt(id: string, workspace: WorkspaceSites | undefined): number | undefined {
    const number = this.#numbers.find(id);
    if (number === undefined || this.#workspaces[number] !== workspace) return undefined;
    return this.#places[number];
  }

  readAll(): SiteRecord[] {
    return this.#places.flatMap((_, number) => this.read(number) ?? []);
  }

  #isAt(number: number, id: string): boolean {
    return this.#workspaces[number]?.isAt(this.#places[number] ?? 0, id) ?? false;
  }
}
