import type { MockSnapshot, Session } from '../../sessions/create-session.ts';
import type { Sharing } from '../../sharing.ts';
import { whenAnswered } from '../../store/answer.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers, ControlSchemas } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** How many snapshots a session can have. Each costs as much as what changed since, and that can be everything. */
const mostSnapshots = 100;

interface Saved {
  snapshot: MockSnapshot;
  description: ControlSchemas['Snapshot'];
}

type Handlers = ControlHandlers<
  'listSnapshots' | 'saveSnapshot' | 'restoreSnapshot' | 'deleteSnapshot'
>;

/** Snapshots by name. They go with the session that they are of. */
export function createSnapshotHandlers({ core: { sharing } }: ControlContext): Handlers {
  return sharing === undefined ? createOwn() : createShared(sharing);
}

/** Snapshots that all mocks with the same store have. */
function createShared({ snapshots, refresh }: Sharing): Handlers {
  return {
    listSnapshots: async ({ session }) => ({
      status: 200,
      body: { data: await snapshots.list(session.name) },
    }),
    saveSnapshot: async ({ session, parameters: { name } }) => {
      await refresh(session);
      const saved = await snapshots.save(session.name, name);
      return typeof saved === 'number' ? refuseMore(saved) : { status: 200, body: saved };
    },
    restoreSnapshot: async ({ session, parameters: { name } }) => {
      await refresh(session);
      if (!(await snapshots.restore(session.name, name))) return refuseUnknown(session, name);
      await refresh(session);
      return { status: 204 };
    },
    deleteSnapshot: async ({ session, parameters: { name } }) =>
      (await snapshots.delete(session.name, name)) ? { status: 204 } : refuseUnknown(session, name),
  };
}

function createOwn(): Handlers {
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
        return refuseMore(mostSnapshots);
      }
      return whenAnswered(session.snapshot(), (snapshot) => {
        const description = describe(name, snapshot);
        // A snapshot that is saved again moves to the end.
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

function refuseMore(most: number): ControlRefusal {
  const detail = `The session already has ${most} snapshots, which is the maximum. Delete one.`;
  return new ControlRefusal('conflict', detail);
}

function refuseUnknown({ name: session }: Session, name: string): ControlRefusal {
  return new ControlRefusal('not-found', `Snapshot ${name} not found in session ${session}.`);
}
