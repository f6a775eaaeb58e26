import type { Site } from '../../contract/index.ts';
import type { KeptJson } from '../reply/kept-json.ts';
import { type Block, toBlock } from './json-block.ts';

/** The JSON of a site, or the site itself where it carries none. */
export type KeptSite = Site | KeptJson;

/** How many sites make a block. */
const blockSize = 32;

/**
 * Sites by place. The JSON of most is joined to blocks: a collection of garbage, which looks at each object and text
 * that there is, finds one for many sites.
 */
export class KeptList {
  readonly #blocks: Block<KeptSite>[] = [];
  /** What comes after the last block. */
  #last: KeptSite[] = [];
  /** What took the place of a site in a block. */
  readonly #replaced = new Map<number, KeptSite>();

  get length(): number {
    return this.#blocks.length * blockSize + this.#last.length;
  }

  at(place: number): KeptSite | undefined {
    const block = this.#blocks[Math.floor(place / blockSize)];
    return block === undefined
      ? this.#last[place - this.#blocks.length * blockSize]
      : (this.#replaced.get(place) ?? block.at(place % blockSize));
  }

  *entries(): Generator<[place: number, site: KeptSite]> {
    for (let place = 0; place < this.length; place += 1) {
      const site = this.at(place);
      if (site !== undefined) yield [place, site];
    }
  }

  push(site: KeptSite): void {
    this.#last.push(site);
    if (this.#last.length < blockSize) return;
    this.#blocks.push(toBlock(this.#last));
    this.#last = [];
  }

  replace(place: number, site: KeptSite): void {
    const inBlocks = this.#blocks.length * blockSize;
    if (place < inBlocks) this.#replaced.set(place, site);
    else this.#last[place - inBlocks] = site;
  }

  pop(): KeptSite | undefined {
    if (this.#last.length === 0) this.#reopen();
    return this.#last.pop();
  }

  /** Takes the last block apart again. */
  #reopen(): void {
    const end = this.length;
    const sites: KeptSite[] = [];
    for (let place = Math.max(end - blockSize, 0); place < end; place += 1) {
      const site = this.at(place);
      if (site !== undefined) sites.push(site);
      this.#replaced.delete(place);
    }
    this.#blocks.pop();
    this.#last = sites;
  }
}
