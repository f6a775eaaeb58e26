import type { Site } from '../../contract/index.ts';
import type { KeptJson } from '../http/kept-json.ts';
import { JsonBlock } from './json-block.ts';

/** The JSON of a site, or the site itself where it carries none. */
export type KeptSite = Site | KeptJson;

/** How many sites make a block: enough that hardly an object is left, and few to be joined again when one changes. */
const blockSize = 16;

/** Sites by place. The JSON of most is joined to blocks, so that no object is left for each. */
export class KeptList {
  readonly #blocks: (JsonBlock | KeptSite[])[] = [];
  /** What comes after the last block. */
  #last: KeptSite[] = [];

  get length(): number {
    return this.#blocks.length * blockSize + this.#last.length;
  }

  at(place: number): KeptSite | undefined {
    const block = this.#blocks[Math.floor(place / blockSize)];
    return block === undefined
      ? this.#last[place - this.#blocks.length * blockSize]
      : block.at(place % blockSize);
  }

  *[Symbol.iterator](): Generator<KeptSite> {
    for (let place = 0; place < this.length; place += 1) {
      const site = this.at(place);
      if (site !== undefined) yield site;
    }
  }

  push(site: KeptSite): void {
    this.#last.push(site);
    if (this.#last.length < blockSize) return;
    this.#blocks.push(JsonBlock.join(this.#last) ?? this.#last);
    this.#last = [];
  }

  replace(place: number, site: KeptSite): void {
    const at = Math.floor(place / blockSize);
    const block = this.#blocks[at] ?? this.#last;
    if (block instanceof JsonBlock && block.replace(place % blockSize, site)) return;
    const sites = readBlock(block);
    sites[place % blockSize] = site;
    if (at < this.#blocks.length) this.#blocks[at] = sites;
  }

  pop(): KeptSite | undefined {
    if (this.#last.length === 0) this.#last = readBlock(this.#blocks.pop() ?? []);
    return this.#last.pop();
  }
}

function readBlock(block: JsonBlock | KeptSite[]): KeptSite[] {
  if (!(block instanceof JsonBlock)) return block;
  const sites: KeptSite[] = [];
  for (let site = block.at(0); site !== undefined; site = block.at(sites.length)) sites.push(site);
  return sites;
}
