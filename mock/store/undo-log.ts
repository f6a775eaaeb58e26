import type { StoreContents } from './store.ts';

/**
 * How to get back from what a store holds to the contents that were put there last. That is quicker than to put them
 * there again, as long as less has changed than there is: from then on, nothing is kept.
 */
export class UndoLog {
  #contents: StoreContents | undefined;
  #undo: (() => void)[] = [];
  #most = 0;
  #isKept = false;

  /** Whether changes have to be added. A store that started empty never has to. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** From now on, changes are changes to these contents. */
  start(contents: StoreContents): void {
    const { sites, routes, webhooks } = contents;
    this.#contents = contents;
    this.#undo = [];
    this.#most = sites.length + routes.length + webhooks.length;
    this.#isKept = this.#most > 0;
  }

  stop(): void {
    this.#isKept = false;
    this.#undo = [];
  }

  add(undo: () => void): void {
    if (this.#undo.length >= this.#most) this.stop();
    else this.#undo.push(undo);
  }

  /** Takes every change back, the last one first. @returns whether the store holds these contents now */
  undo(contents: StoreContents): boolean {
    if (!this.#isKept || contents !== this.#contents) return false;
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) undo();
    return true;
  }
}
