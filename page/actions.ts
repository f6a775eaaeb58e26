import { type ActionContext, createContext } from './actions/context.ts';
import { createEditActions } from './actions/edit.ts';
import { createRequestActions } from './actions/request.ts';
import type { Api } from './api.ts';
import { copyText } from './browser.ts';
import type { Loader, Part } from './load.ts';
import type { Store } from './model.ts';
import type { Clock, Delivery, EventTrigger, FaultRuleCreation } from './schemas.ts';

/** Everything that can be done on the page. Each says what it did, or why it did not. */
export function createActions(api: Api, store: Store, loader: Loader) {
  const context = createContext(api, store, loader);
  const { say, attempt } = context;
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

/** What is done to the state of a session, its clock, faults and events. */
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

/** What every part of the page is given. */
export interface Context extends Store {
  actions: Actions;
  /** Tries an admin token. */
  unlock(token: string): void;
}
