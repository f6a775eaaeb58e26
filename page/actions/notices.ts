import type { Notice, Store } from '../model.ts';

export type Notices = ReturnType<typeof createNotices>;

/** How long a notice is visible, in milliseconds. One that offers an action stays longer. */
const usualTime = 8000;
const timeWithAction = 20_000;

/** Tells what an action did, or why it failed. */
export function createNotices(store: Store) {
  function say(text: string, action?: Notice['action']): void {
    const notice = { text, isBad: false, action };
    store.set({ notice });
    const hide = (): void => {
      if (store.model.notice === notice) store.set({ notice: undefined });
    };
    setTimeout(hide, action === undefined ? usualTime : timeWithAction);
  }

  function fail(error: unknown): void {
    store.set({ notice: { text: toFailureText(error), isBad: true } });
  }

  /** Runs an action, and shows the reason if it fails. @returns whether it succeeded */
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  return { say, fail, attempt };
}

function toFailureText(error: unknown): string {
  // Without a response, `fetch` throws a TypeError.
  if (error instanceof Error && !(error instanceof TypeError)) return error.message;
  return 'The mock does not respond. Is it still running? The page reconnects by itself.';
}
