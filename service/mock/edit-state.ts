import type { Contract, Fault } from '../../contract/index.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { components } from '../../generated/control-types.ts';
import { refuseInvalidBody } from '../../mock/http/steps.ts';
import type { Refusal } from '../../mock/refusal.ts';
import { createFreeId } from '../../mock/sessions/free-id.ts';
import type { StoreContents } from '../../mock/store/records.ts';
import { readState, type State, toState } from './state.ts';

type StateEdit = components['schemas']['StateEdit'];
type Resource = Record<string, unknown> & { id: string };

/** The sites or webhooks of a workspace, or the routes of a site. */
interface List {
  parent: string;
  resources: Resource[];
}

/** A resource, and where it is. */
interface Entry {
  list: List;
  index: number;
  resource: Resource;
}

/**
 * Applies edits to a state, one after the other.
 * @returns the new contents, and the edits that undo the change
 * @throws Refusal with the faults of the edits
 */
export function applyEdits(
  contract: Contract,
  contents: StoreContents,
  edits: readonly StateEdit[],
  createUuid: () => string,
): { contents: StoreContents; undo: StateEdit[] } {
  const editor = new StateEditor(toState(contents), createUuid);
  const undo: StateEdit[] = [];
  for (const [index, edit] of edits.entries()) undo.unshift(...editor.apply(edit, index));
  const read = readState(contract, editor.state, createUuid);
  if (read.faults === undefined) return { contents: read.contents, undo };
  const faults = read.faults.map((fault) => {
    return { ...fault, pointer: editor.toEditPointer(fault.pointer ?? '') };
  });
  throw refuseInvalidBody(faults);
}

/** Changes a state edit by edit, and remembers which edit wrote what. */
class StateEditor {
  readonly state: State;
  readonly #createUuid: () => string;
  /** The index of the last edit of each resource. */
  readonly #edited = new Map<unknown, number>();

  constructor(state: State, createUuid: () => string) {
    this.state = state;
    this.#createUuid = createUuid;
  }

  /** @returns the edits that undo it */
  apply(edit: StateEdit, index: number): StateEdit[] {
    const kind = readKind(edit, index);
    assertIds(edit, index);
    return edit.value === undefined
      ? this.#remove(kind, edit, index)
      : this.#write(kind, edit, edit.value, index);
  }

  #remove(kind: Kind, { id = '' }: StateEdit, index: number): StateEdit[] {
    const entry = this.#find(kind, id);
    if (entry === undefined) throw refuse(index, 'id', `is not the id of a ${kind}`);
    const [, ...routes] = toEdits(kind, entry.list.parent, entry.resource);
    const undo = [toReturn(kind, entry), ...routes];
    entry.list.resources.splice(entry.index, 1);
    return undo;
  }

  #write(kind: Kind, edit: StateEdit, value: object, index: number): StateEdit[] {
    const { id = createId(this.state, this.#createUuid), before = '' } = edit;
    const entry = this.#find(kind, id);
    const parent = edit.parent?.toLowerCase() ?? entry?.list.parent;
    if (parent === undefined) throw refuse(index, 'parent', `is required for a new ${kind}`);
    const list = this.#openList(kind, parent);
    if (list === undefined) throw refuse(index, 'parent', `is not the id of a site: ${parent}`);
    const routes = entry?.resource['routes'] ?? [];
    const resource = { ...value, id, ...(kind === 'site' && { routes }) };
    this.#edited.set(resource, index);
    if (entry !== undefined && entry.list.resources === list.resources) {
      list.resources[entry.index] = resource;
      return toEdits(kind, parent, entry.resource).slice(0, 1);
    }
    const undo = entry === undefined ? { kind, id } : toReturn(kind, entry);
    entry?.list.resources.splice(entry.index, 1);
    const next = indexOf(list.resources, before);
    list.resources.splice(next < 0 ? list.resources.length : next, 0, resource);
    return [undo];
  }

  #find(kind: Kind, id: string): Entry | undefined {
    for (const list of listsOf(this.state, kind)) {
      const index = indexOf(list.resources, id);
      const resource = list.resources[index];
      if (resource !== undefined) return { list, index, resource };
    }
    return undefined;
  }

  /** The list below a parent. A workspace exists as soon as it is named. */
  #openList(kind: Kind, parent: string): List | undefined {
    const { workspaces } = this.state;
    if (kind !== 'route' && workspaces.every((workspace) => workspace.id !== parent))
      workspaces.push({ id: parent, sites: [], webhooks: [] });
    return listsOf(this.state, kind).find((list) => list.parent === parent);
  }

  /** Converts a pointer into the state to one into the last edit of that resource. */
  toEditPointer(pointer: string): string {
    const tokens = pointer.split('/').slice(1);
    for (let end = tokens.length; end > 0; end -= 1) {
      const index = this.#edited.get(readAt(this.state, tokens.slice(0, end)));
      if (index !== undefined) return ['/edits', index, 'value', ...tokens.slice(end)].join('/');
    }
    return pointer;
  }
}

/** The edit that brings a resource back to where it is. */
function toReturn(kind: Kind, { list, index, resource }: Entry): StateEdit {
  const [restored = { kind, id: resource.id }] = toEdits(kind, list.parent, resource);
  const next = list.resources[index + 1];
  return { ...restored, ...(next && { before: next.id }) };
}

function refuse(index: number, field: string, detail: string): Refusal {
  return refuseInvalidBody([{ pointer: `/edits/${index}/${field}`, detail }]);
}

/** Creates an id that no resource of the state has. */
function createId(state: State, createUuid: () => string): string {
  const lists = kinds.flatMap((kind) => listsOf(state, kind));
  const resources = lists.flatMap((list) => list.resources);
  const isTaken = (id: string) => indexOf(resources, id) >= 0;
  return createFreeId(createUuid, isTaken);
}

const kinds = ['site', 'route', 'webhook'] as const;

type Kind = (typeof kinds)[number];

function readKind(edit: StateEdit, index: number): Kind {
  const kind = kinds.find((candidate) => candidate === edit.kind);
  if (kind !== undefined) return kind;
  throw refuse(index, 'kind', `must be one of ${kinds.join(', ')}`);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function assertIds(edit: StateEdit, index: number): void {
  const faults: Fault[] = [];
  for (const name of ['id', 'parent', 'before'] as const) {
    const id = edit[name];
    if (id !== undefined && !uuid.test(id))
      faults.push({ pointer: `/edits/${index}/${name}`, detail: 'must be a UUID' });
  }
  if (faults.length > 0) throw refuseInvalidBody(faults);
}

function listsOf({ workspaces }: State, kind: Kind): List[] {
  return workspaces.flatMap(({ id: parent, sites, webhooks }): List[] => {
    if (kind === 'site') return [{ parent, resources: sites }];
    if (kind === 'webhook') return [{ parent, resources: webhooks }];
    return sites.map(({ id, routes }) => ({ parent: id.toLowerCase(), resources: routes }));
  });
}

function indexOf(resources: readonly Resource[], id: string): number {
  return resources.findIndex((resource) => resource.id.toLowerCase() === id.toLowerCase());
}

/** Returns the edits that add a resource, and then its routes. */
function toEdits(kind: Kind, parent: string, resource: Resource): StateEdit[] {
  const { id } = resource;
  const { routes = [], ...value }: { routes?: Resource[] } & Resource = resource;
  return [{ kind, id, parent, value }, ...routes.flatMap((route) => toEdits('route', id, route))];
}
