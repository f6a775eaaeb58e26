import type { Clock, Delivery, EventTrigger, FaultRuleCreation } from '../schemas.ts';
import type { ActionContext } from './context.ts';

/** What is done to the state of a session, its clock, faults and events. */
export function createStateActions({ call, store, loader, say, attempt }: ActionContext) {
  const loadSession = () =>
    loader.load('state', 'requests', 'faults', 'webhooks', 'deliveries', 'snapshots', 'clock');
  const setClock = (path: string, body?: unknown) =>
    attempt(async () => store.set({ clock: await call<Clock>('POST', `/clock/${path}`, body) }));

  return {
    reset: () =>
      attempt(async () => {
        await call('POST', '/reset');
        store.set({ requestId: undefined, history: { session: '', undo: [], redo: [] } });
        await loadSession();
        say('Reset: state, ids, clock, journal, faults and deliveries.');
      }),
    clearRequests: () =>
      attempt(async () => {
        const { allSessions, session } = store.model;
        await call('DELETE', allSessions ? '/requests' : `/requests?session=${session}`);
        await loader.load('requests');
        say('Journal cleared.');
      }),
    addFault: (rule: FaultRuleCreation) =>
      attempt(async () => {
        await call('POST', '/faults', rule);
        await loader.load('faults');
        say('Rule added.');
      }),
    removeFault: (id: string, done = 'Rule removed.') =>
      attempt(async () => {
        await call('DELETE', `/faults/${encodeURIComponent(id)}`);
        await loader.load('faults');
        say(done);
      }),
    removeFaults: () =>
      attempt(async () => {
        await call('DELETE', '/faults');
        await loader.load('faults');
        say('All rules removed.');
      }),
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
      attempt(async () => {
        await call('POST', `/deliveries/${encodeURIComponent(id)}/replay`);
        await loader.load('deliveries');
        say('Sending again.');
      }),
    freeze: () => setClock('freeze'),
    freezeAt: (at: string) => setClock('freeze', { at }),
    resume: () => setClock('resume'),
    advance: (milliseconds: number) => setClock('advance', { milliseconds }),
    saveSnapshot: (name: string) =>
      attempt(async () => {
        await call('PUT', `/snapshots/${encodeURIComponent(name)}`);
        await loader.load('snapshots');
        say(`Saved as “${name}”.`);
      }),
    restoreSnapshot: (name: string) =>
      attempt(async () => {
        await call('POST', `/snapshots/${encodeURIComponent(name)}/restore`);
        await loadSession();
        say(`Restored “${name}”.`);
      }),
    deleteSnapshot: (name: string) =>
      attempt(async () => {
        await call('DELETE', `/snapshots/${encodeURIComponent(name)}`);
        await loader.load('snapshots');
        say(`Snapshot “${name}” deleted.`);
      }),
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
