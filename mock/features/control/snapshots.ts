import type { MockSnapshot, Session } from '../../sessions/create-session.ts';
import { whenAnswered } from '../../store/answer.ts';
import type { ControlHandlers, ControlSchemas } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** How many snapshots a session can have. Each costs as much as what changed since, and that can be everything. */
const mostSnapshots = 100;

interface Saved {
  snapshot: MockSnapshot;
  description: ControlSchemas['Snapshot'];
}

/** Snapshots by name. They go with the session that they are of. */
export function createSnapshotHandlers(): ControlHandlers<
  'listSnapshots' | 'saveSnapshot' | 'restoreSnapshot' | 'deleteSnapshot'
> {
  const saved = new WeakMap<Session, Map<string, Saved>>();
  const snapshotsOf = (session: Session): Map<string, Saved> => {
    const known = saved.get(session) ?? new Map<string, Saved>();
    saved.set(session, known);
    return known;
  };
  return {
    listSnapshots: ({ session }) => ({
      status: 200,
      body: { data: [...snapshotsOf(session).values()].map(({ description }) => description) },
    }),
    saveSnapshot: ({ session, parameters: { name } }) => {
      const snapshots = snapshotsOf(session);
      if (snapshots.size >= mostSnapshots && !snapshots.has(name)) {
        const detail = `The session has ${mostSnapshots} snapshots, which is the most there can be. Delete one.`;
        return new ControlRefusal('conflict', detail);
      }
      return whenAnswered(session.snapshot(), (snapshot) => {
        const description = describe(name, snapshot);
        // What is saved again is the last one.
        snapshots.delete(name);
        snapshots.set(name, { snapshot, description });
        return { status: 200 as const, body: description };
      });
    },
    restoreSnapshot: ({ session, parameters: { name } }) => {
      const found = snapshotsOf(session).get(name);
      if (found === undefined) return refuseUnknown(session, name);
      return whenAnswered(session.restore(found.snapshot), () => ({ status: 204 as const }));
    },
    deleteSnapshot: ({ session, parameters: { name } }) =>
      snapshotsOf(session).delete(name) ? { status: 204 } : refuseUnknown(session, name),
  };
}

function describe(
  name: string,
  { contents: { sites, routes, webhooks } }: MockSnapshot,
): ControlSchemas['Snapshot'] {
  return {
    name,
    savedAt: new Date().toISOString(),
    sites: sites.length,
    routes: routes.length,
    webhooks: webhooks.length,
  };
}

function refuseUnknown({ name: session }: Session, name: string): ControlRefusal {
  return new ControlRefusal('not-found', `The session ${session} has no snapshot ${name}.`);
}
