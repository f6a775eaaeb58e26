/*
 * page/actions/: what the page does: requests to the mock, edits with undo, copies. It imports page/, contract/ and writers/.
 * Start here, or in the file of the action; actions.ts in page/ joins them.
 */

import { parseJson } from '../../contract/resolve-reference.ts';
import type { Api, FaultRule, RequestEntry } from '../api.ts';
import type { Follower } from '../follow.ts';
import type { Store } from '../model.ts';
import { toRepetition } from '../request.ts';
import type { Notices } from './notices.ts';

/** Requests to the control surface: what the mock does next, and with which state. */
export function createControlActions(
  { call }: Api,
  store: Store,
  follower: Follower,
  { say, fail, attempt }: Notices,
) {
  /** Calls the control surface, and says when it is done. @returns whether it succeeded */
  function run(done: string, method: string, path: string, body?: unknown): Promise<boolean> {
    return attempt(async () => {
      await call(method, path, body);
      await follower.refresh();
      if (done !== '') say(done);
    });
  }

  async function reset(): Promise<void> {
    const done = 'Reset: state, ids, clock, journal, faults and deliveries.';
    const isReset = await run(done, 'POST', '/reset');
    if (isReset) store.set({ requestId: undefined, history: { undo: [], redo: [] } });
  }

  async function loadFixture(file: File): Promise<void> {
    const state = parseJson(await file.text());
    const done = `Loaded “${file.name}”. A reset restores the initial data.`;
    if (state === undefined) fail(new Error(`“${file.name}” is not valid JSON.`));
    else await run(done, 'PUT', '/state', state);
  }

  function useSession(session: string): void {
    store.set({ session, form: undefined, history: { undo: [], redo: [] } });
    void attempt(follower.refresh);
  }

  /** Lets the next request for an operation get the response of an earlier one. */
  function repeatAnswer(entry: RequestEntry): Promise<boolean> {
    return attempt(async () => {
      const rule = await call<FaultRule>('POST', '/faults', toRepetition(entry));
      await follower.refresh();
      const showRule = (): void => {
        store.set({ faultId: rule.id });
        location.hash = '#/faults';
      };
      const text = `The next ${rule.operation} gets the response of request ${entry.id}.`;
      say(text, { label: 'Edit the rule', act: showRule });
    });
  }

  return { run, reset, loadFixture, useSession, repeatAnswer };
}
