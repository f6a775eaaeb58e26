import { createChecker } from './actions/check-request.ts';
import { createControlActions } from './actions/control.ts';
import { createCopyActions } from './actions/copies.ts';
import { createEditActions } from './actions/edits.ts';
import { createFormActions } from './actions/forms.ts';
import { createNotices } from './actions/notices.ts';
import { createRequestActions } from './actions/requests.ts';
import type { Api } from './api.ts';
import type { Follower } from './follow.ts';
import type { MockData, Store } from './model.ts';

/** What the views use: the data of the page, and its actions. */
export interface Context extends Store {
  actions: Actions;
  mock: MockData;
}

export type Actions = ReturnType<typeof createActions>;

/** All actions of the page. Each shows its result, or why it failed. */
export function createActions(api: Api, store: Store, follower: Follower) {
  const notices = createNotices(store);
  const checker = createChecker(store);
  return {
    call: api.call,
    refresh: follower.refresh,
    say: notices.say,
    attempt: notices.attempt,
    ...createRequestActions(store, notices, checker),
    ...createCopyActions(api, notices),
    ...createEditActions(api, store, follower, notices),
    ...createFormActions(store, notices, checker),
    ...createControlActions(api, store, follower, notices),
  };
}
