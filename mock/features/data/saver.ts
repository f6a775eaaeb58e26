/** Saves soon after changes, and never twice at the same time. */
export interface Saver {
  /** Something has changed. */
  touch(): void;
  /** Saves what has changed, at once. @throws what the saving throws */
  flush(): Promise<void>;
  /** Does something while nothing is saved. @throws what that throws */
  pause<T>(task: () => Promise<T>): Promise<T>;
  /** Saves what has changed, and nothing after that. @throws what the saving throws */
  close(): Promise<void>;
}

/** How long changes are gathered, in milliseconds. */
const gatherFor = 100;

/** Saving must not take more than a tenth of the time. */
const share = 10;

export function createSaver(save: () => Promise<void>, onError: (error: unknown) => void): Saver {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDirty = false;
  /** Whether something has changed while a task was running, and waits for its end. */
  let isWaiting = false;
  let isClosed = false;
  let lasted = 0;

  function touch(): void {
    isDirty = true;
    if (running === undefined) schedule();
    else isWaiting = true;
  }

  function schedule(): void {
    if (isClosed) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        flush().catch(onError);
      },
      Math.max(gatherFor, lasted * share),
    );
  }

  async function flush(): Promise<void> {
    await pause(async () => {
      // What ran until now may have set it.
      clearTimeout(timer);
      timer = undefined;
      // What was being saved until now may be older than the last change.
      if (!isDirty) return;
      isDirty = false;
      const started = performance.now();
      try {
        await save();
      } catch (error) {
        // It is tried again with the next change.
        isDirty = true;
        throw error;
      } finally {
        lasted = performance.now() - started;
      }
    });
  }

  async function pause<T>(task: () => Promise<T>): Promise<T> {
    while (running !== undefined) await running;
    const result = task();
    running = result.then(
      () => undefined,
      () => undefined,
    );
    return result.finally(() => {
      running = undefined;
      if (isWaiting) schedule();
      isWaiting = false;
    });
  }

  function close(): Promise<void> {
    isClosed = true;
    return flush();
  }

  return { touch, flush, pause, close };
}
