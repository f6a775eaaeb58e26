/** Saves soon after changes, and never twice at the same time. */
export interface Saver {
  /** Something has changed. */
  touch(): void;
  /** Saves what has changed, at once. @throws what the saving throws */
  flush(): Promise<void>;
}

/** How long changes are gathered, in milliseconds. */
const gatherFor = 100;

/** Saving must not take more than a tenth of the time. */
const share = 10;

export function createSaver(save: () => Promise<void>, onError: (error: unknown) => void): Saver {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDirty = false;
  let lasted = 0;

  function touch(): void {
    isDirty = true;
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || running !== undefined) return;
    timer = setTimeout(
      () => {
        flush().catch(onError);
      },
      Math.max(gatherFor, lasted * share),
    );
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // What is being saved now may be older than the last change.
    while (running !== undefined) await running.catch(() => undefined);
    if (!isDirty) return;
    isDirty = false;
    const started = performance.now();
    running = save();
    try {
      await running;
    } catch (error) {
      // It is tried again with the next change.
      isDirty = true;
      throw error;
    } finally {
      running = undefined;
      lasted = performance.now() - started;
    }
    if (isDirty) schedule();
  }

  return { touch, flush };
}
