/** How many items a block holds at most: small enough to shift quickly, large enough to be few. */
const blockSize = 512;

/** A list that stays sorted. Adding, removing and finding a place take logarithmic time, near enough. */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number;
  /** Blocks in order, none of them empty. */
  readonly #blocks: T[][] = [];

  /** @param compare never answers 0 for two different items */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  add(item: T): void {
    const at = Math.min(this.#findBlock(item), this.#blocks.length - 1);
    const block = this.#blocks[at];
    if (block === undefined) {
      this.#blocks.push([item]);
      return;
    }
    block.splice(this.#findPlace(block, item), 0, item);
    if (block.length > blockSize) this.#blocks.splice(at + 1, 0, block.splice(blockSize / 2));
  }

  remove(item: T): void {
    const at = this.#findBlock(item);
    const block = this.#blocks[at];
    if (block === undefined) return;
    const place = this.#findPlace(block, item);
    const found = block[place];
    if (found === undefined || this.#compare(found, item) !== 0) return;
    block.splice(place, 1);
    if (block.length === 0) this.#blocks.splice(at, 1);
  }

  /** Up to `limit` items that follow an item, or the first ones. */
  slice(after: T | undefined, limit: number): T[] {
    const items: T[] = [];
    let at = after === undefined ? 0 : this.#findBlock(after);
    let place = after === undefined ? 0 : this.#findPlaceAfter(this.#blocks[at] ?? [], after);
    for (let block = this.#blocks[at]; block !== undefined; block = this.#blocks[at]) {
      for (; place < block.length && items.length < limit; place += 1) {
        const item = block[place];
        if (item !== undefined) items.push(item);
      }
      if (items.length === limit) return items;
      at += 1;
      place = 0;
    }
    return items;
  }

  /** The first block whose last item does not sort before the given one. */
  #findBlock(item: T): number {
    return findFirst(this.#blocks, (block) => {
      const last = block.at(-1);
      return last !== undefined && this.#compare(last, item) >= 0;
    });
  }

  #findPlace(block: readonly T[], item: T): number {
    return findFirst(block, (other) => this.#compare(other, item) >= 0);
  }

  #findPlaceAfter(block: readonly T[], item: T): number {
    return findFirst(block, (other) => this.#compare(other, item) > 0);
  }
}

/** Binary search: the first index from which on the test holds, or the length. */
function findFirst<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
