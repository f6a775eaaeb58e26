import type { Api, RequestCheck } from '../api.ts';
import { type Loader, toNotice } from '../load.ts';
import type { Notice, Store } from '../model.ts';
import type { WholeRequest } from '../request-draft.ts';

/** What all actions are made with. */
export type ActionContext = ReturnType<typeof createContext>;

export function createContext(api: Api, store: Store, loader: Loader) {
  const say = (text: string, action?: Notice['action']): void => {
    const notice = { text, isBad: false, ...(action === undefined ? {} : { action }) };
    store.set({ notice });
    // A notice with Undo stays longer.
    setTimeout(
      () => {
        if (store.model.notice === notice) store.set({ notice: undefined });
      },
      action === undefined ? 8000 : 20_000,
    );
  };
  /** Runs an action, and shows the reason if it fails. @returns whether it succeeded */
  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      store.set({ notice: toNotice(error) });
      return false;
    }
  };
  return { ...api, store, loader, say, attempt };
}

/** How long to wait after a keystroke before a request is checked, in milliseconds. */
const pause = 120;

/** Asks the mock what is wrong with a request. A newer question replaces an older one. */
export function createChecker({ call }: Pick<Api, 'call'>) {
  let asked = 0;
  const check = (request: WholeRequest) =>
    call<RequestCheck>('POST', '/requests/check', request).catch(() => undefined);
  return {
    checkNow: (request: WholeRequest): Promise<RequestCheck | undefined> => {
      asked += 1;
      return check(request);
    },
    /** Checks once nothing more is typed. */
    checkSoon: (
      toRequest: () => WholeRequest | undefined,
      take: (result: RequestCheck | undefined) => void,
    ): void => {
      asked += 1;
      const own = asked;
      setTimeout(async () => {
        const request = own === asked ? toRequest() : undefined;
        if (request === undefined) return;
        const result = await check(request);
        if (own === asked) take(result);
      }, pause);
    },
  };
}
