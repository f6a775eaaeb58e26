/** Work took longer than it may. */
export class TimeOver extends Error {
  override name = 'TimeOver';
}

const sandbox: { work: () => void } = { work: () => {} };
const runScript = createRunner();

/** Undefined where nothing can interrupt work: in browsers, and at the edge. */
function createRunner(): ((timeout: number) => void) | undefined {
  const vm = Object(globalThis.process).getBuiltinModule?.('node:vm');
  if (vm === undefined) return undefined;
  const script = new vm.Script('work()');
  const context = vm.createContext(sandbox);
  return (timeout) => script.runInContext(context, { timeout, displayErrors: false });
}

/**
 * Runs synchronous work, and interrupts it wherever it is, also inside a regular expression. What it had changed stays
 * changed. Limits may be nested. Outside Node, nothing is interrupted.
 * @throws TimeOver
 */
export function runWithin<Result>(timeoutMs: number, work: () => Result): Result {
  if (runScript === undefined) return work();
  const results: Result[] = [];
  sandbox.work = () => {
    results.push(work());
  };
  try {
    runScript(Math.max(1, Math.ceil(timeoutMs)));
  } catch (error) {
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeOver('the time is over');
    throw error;
  }
  for (const result of results) return result;
  throw new TimeOver('the time is over');
}

/** The processor time of this process in milliseconds. Outside Node, 0. */
export function readProcessorTime(): number {
  const usage = Object(globalThis.process).cpuUsage?.();
  return usage === undefined ? 0 : usage.user / 1000;
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
