import { wait } from '../runner/halt.ts';

/** How long a service takes to show what was written. Most show it at once. */
export class Lag {
  /** Reads are sent this many milliseconds after the last write, at the earliest. */
  settleMs = 0;
  #wroteAt = 0;

  /** Call it after each write. */
  wrote(): void {
    this.#wroteAt = Date.now();
  }

  /** Waits until the last write can be seen. */
  async settle(): Promise<void> {
    const left = this.#wroteAt + this.settleMs - Date.now();
    if (left > 0) await wait(left);
  }
}
