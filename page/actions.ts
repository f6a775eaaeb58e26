import type {
  Api,
  Clock,
  Delivery,
  EventTrigger,
  FaultRuleCreation,
  StateChange,
  StateEdit,
} from './api.ts';
import type { Loader, Part } from './load.ts';
import type { EditHistory, Store } from './model.ts';
import {
  type ActionContext,
  createChecker,
  createContext,
  createRequestActions,
} from './request-actions.ts';
import type { WholeRequest } from './request-draft.ts';

/** All actions of the page. Each shows its result, or why it failed. */
export function createActions(api: Api, store: Store, loader: Loader) {
  const context = createContext(api, store, loader);
  const { say, copy } = context;
  return {
    say,
    copy,
    ...createStateActions(context),
    ...createRequestActions(context),
    ...createEditActions(context),
  };
}

export type Actions = ReturnType<typeof createActions>;

function createStateActions({ call, store, loader, say, attempt }: ActionContext) {
  const loadSession = () =>
    loader.load('state', 'requests', 'faults', 'webhooks', 'deliveries', 'snapshots', 'clock');
  const setClock = (path: string, body?: unknown) =>
    attempt(async () => store.set({ clock: await call<Clock>('POST', `/clock/${path}`, body) }));
  const toSnapshotPath = (name: string) => `/snapshots/${encodeURIComponent(name)}`;
  const change = (request: Parameters<Api['call']>, part: Part, done: string) =>
    attempt(async () => {
      await call(...request);
      await loader.load(part);
      say(done);
    });

  return {
    reset: () =>
      attempt(async () => {
        await call('POST', '/reset');
        store.set({ requestId: undefined, history: { session: '', undo: [], redo: [] } });
        await loadSession();
        say('Reset: state, ids, clock, journal, faults and deliveries.');
      }),
    clearRequests: () => {
      const { allSessions, session } = store.model;
      const path = allSessions ? '/requests' : `/requests?session=${session}`;
      return change(['DELETE', path], 'requests', 'Journal cleared.');
    },
    addFault: (rule: FaultRuleCreation) =>
      change(['POST', '/faults', rule], 'faults', 'Rule added.'),
    removeFault: (id: string, done = 'Rule removed.') =>
      change(['DELETE', `/faults/${encodeURIComponent(id)}`], 'faults', done),
    removeFaults: () => change(['DELETE', '/faults'], 'faults', 'All rules removed.'),
    trigger: (event: EventTrigger) =>
      attempt(async () => {
        const { data } = await call<{ data: Delivery[] }>('POST', '/events', event);
        await loader.load('deliveries');
        say(
          data.length === 0
            ? `No webhook of that workspace is registered for ${event.type}.`
            : `Sending ${event.type} to ${data.length === 1 ? 'one webhook' : `${data.length} webhooks`}.`,
        );
      }),
    replay: (id: string) =>
      change(
        ['POST', `/deliveries/${encodeURIComponent(id)}/replay`],
        'deliveries',
        'Sending again.',
      ),
    freeze: () => setClock('freeze'),
    freezeAt: (at: string) => setClock('freeze', { at }),
    resume: () => setClock('resume'),
    advance: (milliseconds: number) => setClock('advance', { milliseconds }),
    saveSnapshot: (name: string) =>
      change(['PUT', toSnapshotPath(name)], 'snapshots', `Saved as “${name}”.`),
    restoreSnapshot: (name: string) =>
      attempt(async () => {
        await call('POST', `${toSnapshotPath(name)}/restore`);
        await loadSession();
        say(`Restored “${name}”.`);
      }),
    deleteSnapshot: (name: string) =>
      change(['DELETE', toSnapshotPath(name)], 'snapshots', `Snapshot “${name}” deleted.`),
    useSession: (session: string) =>
      attempt(async () => {
        store.set({ session, form: undefined });
        await loadSession();
      }),
    deleteSession: (name: string) =>
      attempt(async () => {
        await call('DELETE', `/sessions/${encodeURIComponent(name)}`);
        if (store.model.session === name) store.set({ session: 'default' });
        await Promise.all([loader.load('sessions'), loadSession()]);
        say(`Session “${name}” deleted.`);
      }),
    loadFixture: (name: string, state: unknown) =>
      attempt(async () => {
        await call('PUT', '/state', state);
        await loadSession();
        say(`Loaded “${name}”. A reset restores the initial data.`);
      }),
  };
}

/** The state and the actions that every part of the page uses. */
export interface Context extends Store {
  actions: Actions;
  /** Tries an admin token. */
  unlock(token: string): void;
}

const mostUndone = 100;

/** Edits of the data by hand. Every edit can be undone in the session in which it was made. */
function createEditActions(context: ActionContext) {
  const { call, store, loader, say, attempt } = context;
  const { checkNow, checkSoon } = createChecker(context);

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
    /** Edits the state directly, where the contract has no operation. */
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
    /** Stores the input of a form, and validates it against the contract. */
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
    /** Checks a form before it is saved. @returns whether it is valid; otherwise the form shows the faults */
    checkForm: async (key: string, value: unknown, request: WholeRequest): Promise<boolean> => {
      const check = await checkNow(request);
      if (check?.status === undefined) return true;
      store.set({ form: { key, value, check } });
      return false;
    },
    closeForm: () => store.set({ form: undefined }),
  };
}
