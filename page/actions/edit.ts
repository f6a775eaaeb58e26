import type { EditHistory } from '../model.ts';
import type { WholeRequest } from '../request-draft.ts';
import type { StateChange, StateEdit } from '../schemas.ts';
import { type ActionContext, createChecker } from './context.ts';

/** How many edits can be undone. */
const mostUndone = 100;

/** What is edited in the data by hand. Every edit can be undone, in the session in which it was made. */
export function createEditActions(context: ActionContext) {
  const { call, store, loader, say, attempt } = context;
  const { checkNow, checkSoon } = createChecker(context);

  /** What can be undone in the session that is shown. */
  function readHistory(): EditHistory {
    const { history, session } = store.model;
    return history.session === session ? history : { session, undo: [], redo: [] };
  }

  async function finish(what: string, { undo }: StateChange): Promise<void> {
    const history = readHistory();
    if (undo.length > 0)
      store.set({
        history: {
          ...history,
          undo: [...history.undo, { what, edits: undo }].slice(-mostUndone),
          redo: [],
        },
      });
    await loader.load('state', 'webhooks');
    say(what, undo.length === 0 ? undefined : { label: 'Undo', act: () => void step('undo') });
  }

  /** Undoes the last edit, or redoes what was undone last. */
  function step(way: 'undo' | 'redo'): Promise<boolean> {
    const history = readHistory();
    const last = history[way].at(-1);
    if (last === undefined) {
      say(`Nothing to ${way}.`);
      return Promise.resolve(false);
    }
    return attempt(async () => {
      const { undo } = await call<StateChange>('PATCH', '/state', { edits: last.edits });
      const other = way === 'undo' ? 'redo' : 'undo';
      store.set({
        form: undefined,
        history: {
          ...history,
          [way]: history[way].slice(0, -1),
          [other]: [...history[other], { what: last.what, edits: undo }],
        },
      });
      await loader.load('state', 'webhooks');
      const isUndone = way === 'undo';
      say(`${isUndone ? 'Undone' : 'Redone'}: ${last.what}`, {
        label: isUndone ? 'Redo' : 'Undo',
        act: () => void step(other),
      });
    });
  }

  return {
    undo: () => step('undo'),
    redo: () => step('redo'),
    /** Edits the state itself, for what the contract has no operation for. */
    editState: (what: string, edits: readonly StateEdit[]) =>
      attempt(async () => finish(what, await call<StateChange>('PATCH', '/state', { edits }))),
    /** Runs an operation of the service that changes the state. */
    changeState: async (what: string, request: WholeRequest): Promise<StateChange | undefined> => {
      const { method, path, query, body } = request;
      const draft = { method, path, query, ...(body === undefined ? {} : { body }) };
      let change: StateChange | undefined;
      await attempt(async () => {
        change = await call<StateChange>('POST', '/state/request', draft);
        await finish(what, change);
      });
      return change;
    },
    /** Takes what was typed into a form, and finds out what the contract says about it. */
    setForm: (key: string, value: unknown, request: WholeRequest) => {
      const { form } = store.model;
      store.set({ form: { key, value, check: form?.key === key ? form.check : undefined } });
      checkSoon(
        () => request,
        (check) => {
          const now = store.model.form;
          if (now?.key === key) store.set({ form: { ...now, check } });
        },
      );
    },
    /** Checks a form before it is saved. @returns whether it may be; otherwise the form shows what is wrong */
    checkForm: async (key: string, value: unknown, request: WholeRequest): Promise<boolean> => {
      const check = await checkNow(request);
      if (check?.status === undefined) return true;
      store.set({ form: { key, value, check } });
      return false;
    },
    closeForm: () => store.set({ form: undefined }),
  };
}
