import type { Actions } from '../actions.ts';
import type { Store } from '../model.ts';

/** What every part of the page is given. */
export interface Context extends Store {
  actions: Actions;
  /** Tries an admin token. */
  unlock(token: string): void;
}
