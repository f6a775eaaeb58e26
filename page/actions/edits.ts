import type { Api, StateChange, StateEdit } from '../api.ts';
import type { Follower } from '../follow.ts';
import type { Store } from '../model.ts';
import type { Notices } from './notices.ts';

type Direction = 'undo' | 'redo';

/** What a notice says of an edit that was reversed, and offers next. */
const reversals = {
  undo: { done: 'Undone', opposite: 'redo', label: 'Redo' },
  redo: { done: 'Redone', opposite: 'undo', label: 'Undo' },
} as const;

/** Edits of the data, which can be undone and redone. */
export function createEditActions(
  { call }: Api,
  store: Store,
  follower: Follower,
  { say, attempt }: Notices,
) {
  /** Edits the data, records what reverses it, and says that it was made. @throws Refused */
  async function edit(what: string, edits: readonly StateEdit[]): Promise<StateChange> {
    const change = await call<StateChange>('PATCH', '/state', { edits });
    const { undo } = store.model.history;
    store.set({ history: { undo: [...undo, { what, edits: change.undo }], redo: [] } });
    await follower.refresh();
    say(what, { label: 'Undo', act: () => void reverse('undo') });
    return change;
  }

  /** Undoes the last edit, or redoes it. */
  function reverse(direction: Direction): Promise<boolean> {
    const { history } = store.model;
    const { done, opposite, label } = reversals[direction];
    return attempt(async () => {
      const last = history[direction].at(-1);
      if (last === undefined) throw new Error(`Nothing to ${direction}.`);
      const { what, edits } = last;
      const change = await call<StateChange>('PATCH', '/state', { edits });
      const remaining = history[direction].slice(0, -1);
      const reversed = [...history[opposite], { what, edits: change.undo }];
      const next = { ...history, [direction]: remaining, [opposite]: reversed };
      store.set({ form: undefined, history: next });
      await follower.refresh();
      say(`${done}: ${what}`, { label, act: () => void reverse(opposite) });
    });
  }

  return { edit, reverse };
}
