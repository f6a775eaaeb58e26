import type { Api } from '../api.ts';
import type { Loader } from '../load.ts';
import type { Notice, Store } from '../model.ts';

/** What all actions are made with. */
export interface ActionContext extends Api {
  store: Store;
  loader: Loader;
  say(text: string, action?: Notice['action']): void;
  /** Does something; what became of it is said in one place. @returns whether it was done */
  attempt(action: () => Promise<void>): Promise<boolean>;
}
