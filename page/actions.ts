import type { ActionContext } from './actions/context.ts';
import { createEditActions } from './actions/edit.ts';
import { createRequestActions } from './actions/request.ts';
import { createStateActions } from './actions/state.ts';
import type { Api } from './api.ts';
import { copyText } from './copy-text.ts';
import { type Loader, toNotice } from './load.ts';
import type { Store } from './model.ts';

/** Everything that can be done on the page. Each says what it did, or why it did not. */
export function createActions(api: Api, store: Store, loader: Loader) {
  const say: ActionContext['say'] = (text, action) => {
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
  const attempt: ActionContext['attempt'] = async (action) => {
    try {
      await action();
      return true;
    } catch (error) {
      store.set({ notice: toNotice(error) });
      return false;
    }
  };
  const context: ActionContext = { ...api, store, loader, say, attempt };
  return {
    say,
    ...createStateActions(context),
    ...createRequestActions(context),
    ...createEditActions(context),
    copy: (text: string, what: string) =>
      attempt(async () => {
        await copyText(text);
        say(`Copied the ${what}.`);
      }),
  };
}

export type Actions = ReturnType<typeof createActions>;
