import { createContext, Script } from 'node:vm';

/** Work took longer than it may. */
export class TimeOver extends Error {
  override name = 'TimeOver';
}

const sandbox: { work: () => void } = { work: () => {} };
const script = new Script('work()');
const context = createContext(sandbox);

/**
 * Runs synchronous work, and interrupts it wherever it is, also inside a regular expression. What it had changed stays
 * changed. Limits may be nested.
 * @throws TimeOver
 */
export function runWithin<Result>(timeoutMs: number, work: () => Result): Result {
  const results: Result[] = [];
  sandbox.work = () => {
    results.push(work());
  };
  try {
    const timeout = Math.max(1, Math.ceil(timeoutMs));
    script.runInContext(context, { timeout, displayErrors: false });
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeOver('the time is over');
    throw error;
  }
  for (const result of results) return result;
  throw new TimeOver('the time is over');
}

/** The end of the time for something, counted from its creation. */
export class Deadline {
  readonly #end: number;

  constructor(durationMs: number) {
    this.#end = performance.now() + durationMs;
  }

  /** The time that is left, in milliseconds. At least 0. */
  get leftMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  get isOver(): boolean {
    return this.leftMs === 0;
  }

  /**
   * Runs synchronous work, and interrupts it when the time is over.
   * @throws TimeOver
   */
  run<Result>(work: () => Result): Result {
    if (this.isOver) throw new TimeOver('the time is over');
    return runWithin(this.leftMs, work);
  }
}
