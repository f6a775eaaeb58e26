import { operationIds } from '../../../contract/index.ts';
import { defaultSession } from '../../mock-request.ts';
import { type Clock, latestTime, toNameable } from '../../sessions/clock.ts';
import type { MockSnapshot, Session } from '../../sessions/create-session.ts';
import { mostSnapshots, type SnapshotDescription, type Snapshots } from '../../sharing.ts';
import { whenAnswered } from '../../store/store.ts';
import { checkRule, type FaultRuleOptions } from '../faults/fault-rule.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  type ControlSchemas,
  refuseBody,
  toDone,
  toFound,
  toList,
  toOk,
} from './control-operation.ts';

/** Handlers for the clock of a session. */
export function createClockHandlers({
  core: { sharing },
}: ControlContext): ControlHandlers<'readClock' | 'freezeClock' | 'resumeClock' | 'advanceClock'> {
  /** Changes the clock on all mocks that share it, and returns it. */
  const change = (session: Session, act: (clock: Clock) => void) => {
    const { clock } = session;
    const acted =
      sharing === undefined ? act(clock) : sharing.changeClock(session, () => act(clock));
    return toOk(acted, () => toClock(clock));
  };
  return {
    readClock: ({ session }) => toOk(sharing?.refresh(session), () => toClock(session.clock)),
    freezeClock: ({ session, body }) => {
      const at = body?.at === undefined ? undefined : Date.parse(body.at);
      if (Number.isNaN(at)) return refuseBody([{ pointer: '/at', detail: 'is not a valid time' }]);
      if (at !== undefined && at !== toNameable(at))
        return refuseBody([{ pointer: '/at', detail: 'must be in the years 0000 to 9999 in UTC' }]);
      return change(session, (clock) => clock.freeze(at));
    },
    resumeClock: ({ session }) => change(session, (clock) => clock.resume()),
    advanceClock: ({ session, body: { milliseconds } }) =>
      session.clock.read() >= latestTime
        ? new ControlRefusal('conflict', 'The clock is at the latest possible time. Reset it.')
        : change(session, (clock) => clock.advance(milliseconds)),
  };
}

function toClock(clock: Clock): ControlSchemas['Clock'] {
  return { now: new Date(clock.read()).toISOString(), frozen: clock.frozen };
}

export function createFaultHandlers({
  core: { faults },
}: ControlContext): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: () => toList(faults.list()),
    addFault: ({ body }) => addRule(faults, body),
    removeFaults: () => toDone(faults.clear()),
    removeFault: ({ parameters: { id } }) =>
      toFound(faults.remove(id), `Rule ${id} not found. It may have expired.`),
  };
}

/** Adds a rule, or refuses it for reasons that the description of the control surface cannot express. */
export function addRule(faults: ControlContext['core']['faults'], rule: FaultRuleOptions) {
  const wrong = checkRule(rule, operationIds);
  if (wrong.length > 0) return refuseBody(wrong);
  return whenAnswered(faults.add(rule), (added) => ({ status: 201 as const, body: added }));
}

export function createSessionHandlers({
  core,
}: ControlContext): ControlHandlers<'listSessions' | 'deleteSession'> {
  return {
    listSessions: () =>
      toOk(core.listSessions(), (sessions) => ({
        data: sessions.map(({ name, createdAt }) => ({
          name,
          createdAt: new Date(createdAt).toISOString(),
        })),
      })),
    deleteSession: ({ parameters: { name } }) => {
      const detail = 'The default session cannot be deleted. Reset it instead.';
      return name === defaultSession
        ? new ControlRefusal('conflict', detail)
        : toFound(core.forget(name), `Session ${name} not found.`);
    },
  };
}

/** Handlers for snapshots. They are deleted with their session. */
export function createSnapshotHandlers({
  core: { sharing },
}: ControlContext): ControlHandlers<
  'listSnapshots' | 'saveSnapshot' | 'restoreSnapshot' | 'deleteSnapshot'
> {
  const snapshots = sharing?.snapshots ?? createOwnSnapshots();
  const missing = ({ name: session }: Session, name: string) =>
    `Snapshot ${name} not found in session ${session}.`;
  return {
    listSnapshots: ({ session }) => toList(snapshots.list(session)),
    saveSnapshot: ({ session, parameters: { name } }) =>
      whenAnswered(snapshots.save(session, name), (saved) => {
        if (typeof saved !== 'number') return { status: 200 as const, body: saved };
        const detail = `The session already has ${saved} snapshots, which is the maximum. Delete one.`;
        return new ControlRefusal('conflict', detail);
      }),
    restoreSnapshot: ({ session, parameters: { name } }) =>
      toFound(snapshots.restore(session, name), missing(session, name)),
    deleteSnapshot: ({ session, parameters: { name } }) =>
      toFound(snapshots.delete(session, name), missing(session, name)),
  };
}

interface Saved {
  snapshot: MockSnapshot;
  description: SnapshotDescription;
}

function createOwnSnapshots(): Snapshots {
  const saved = new WeakMap<Session, Map<string, Saved>>();
  const snapshotsOf = (session: Session): Map<string, Saved> => {
    const known = saved.get(session) ?? new Map<string, Saved>();
    saved.set(session, known);
    return known;
  };
  return {
    list: (session) => [...snapshotsOf(session).values()].map(({ description }) => description),
    save: (session, name) => {
      const snapshots = snapshotsOf(session);
      if (snapshots.size >= mostSnapshots && !snapshots.has(name)) return mostSnapshots;
      return whenAnswered(session.snapshot(), (snapshot) => {
        const description = describe(name, snapshot);
        // A snapshot that is saved again moves to the end.
        snapshots.delete(name);
        snapshots.set(name, { snapshot, description });
        return description;
      });
    },
    restore: (session, name) => {
      const found = snapshotsOf(session).get(name);
      if (found === undefined) return false;
      return whenAnswered(session.restore(found.snapshot), () => true);
    },
    delete: (session, name) => snapshotsOf(session).delete(name),
  };
}

function describe(
  name: string,
  { contents: { sites, routes, webhooks } }: MockSnapshot,
): SnapshotDescription {
  return {
    name,
    savedAt: new Date().toISOString(),
    sites: sites.length,
    routes: routes.length,
    webhooks: webhooks.length,
  };
}
