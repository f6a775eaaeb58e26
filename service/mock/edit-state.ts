import type { Contract } from '../../contract/index.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import type { components } from '../../generated/control-types.ts';
import { refuseInvalidBody } from '../../mock/http/steps.ts';
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
  const state = toState(contents);
  const edited = new Map<unknown, number>();
  const undo: StateEdit[] = [];
  for (const [at, edit] of edits.entries()) {
    const kind = readKind(edit, at);
    assertIds(edit, at);
    const {
      value,
      id = value === undefined ? '' : createId(state, createUuid),
      before = '',
    } = edit;
    const refuse = (field: string, detail: string) =>
      refuseInvalidBody([{ pointer: `/edits/${at}/${field}`, detail }]);
    const found = listsOf(state, kind).find(({ resources }) => indexOf(resources, id) >= 0);
    const place = found === undefined ? -1 : indexOf(found.resources, id);
    const old = found?.resources[place];
    const next = found?.resources[place + 1];
    const [restored = { kind, id }, ...routes] =
      found === undefined || old === undefined ? [] : toEdits(kind, found.parent, old);
    /** Restores the position as well. */
    const returned = { ...restored, ...(next && { before: next.id }) };
    if (value === undefined) {
      if (found === undefined) throw refuse('id', `is not the id of a ${kind}`);
      found.resources.splice(place, 1);
      undo.unshift(returned, ...routes);
      continue;
    }
    const parent = edit.parent?.toLowerCase() ?? found?.parent;
    if (parent === undefined) throw refuse('parent', `is required for a new ${kind}`);
    if (kind !== 'route' && state.workspaces.every((workspace) => workspace.id !== parent))
      state.workspaces.push({ id: parent, sites: [], webhooks: [] });
    const list = listsOf(state, kind).find((each) => each.parent === parent)?.resources;
    if (list === undefined) throw refuse('parent', `is not the id of a site: ${parent}`);
    const resource = { ...value, id, ...(kind === 'site' && { routes: old?.['routes'] ?? [] }) };
    edited.set(resource, at);
    const isMoved = list !== found?.resources;
    undo.unshift(isMoved ? returned : restored);
    if (!isMoved) list[place] = resource;
    else {
      found?.resources.splice(place, 1);
      const to = indexOf(list, before);
      list.splice(to < 0 ? list.length : to, 0, resource);
    }
  }
  const read = readState(contract, state, createUuid);
  if (read.faults === undefined) return { contents: read.contents, undo };
  throw refuseInvalidBody(
    read.faults.map((fault) => ({ ...fault, pointer: toPlace(fault.pointer ?? '') })),
  );

  /** Converts a place in the state to one in the last edit of that resource. */
  function toPlace(pointer: string): string {
    const tokens = pointer.split('/').slice(1);
    for (let end = tokens.length; end > 0; end -= 1) {
      const at = edited.get(readAt(state, tokens.slice(0, end)));
      if (at !== undefined) return ['/edits', at, 'value', ...tokens.slice(end)].join('/');
    }
    return pointer;
  }
}

/** Creates an id that no resource of the state has. */
function createId(state: State, createUuid: () => string): string {
  const lists = kinds.flatMap((kind) => listsOf(state, kind));
  const isTaken = (id: string) => lists.some(({ resources }) => indexOf(resources, id) >= 0);
  return createFreeId(createUuid, isTaken);
}

const kinds = ['site', 'route', 'webhook'] as const;

type Kind = (typeof kinds)[number];

function readKind({ kind }: StateEdit, at: number): Kind {
  const known = kinds.find((candidate) => candidate === kind);
  if (known !== undefined) return known;
  const detail = `must be one of ${kinds.join(', ')}`;
  throw refuseInvalidBody([{ pointer: `/edits/${at}/kind`, detail }]);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function assertIds(edit: StateEdit, at: number): void {
  const wrong = (['id', 'parent', 'before'] as const).filter(
    (name) => !uuid.test(edit[name] ?? ''),
  );
  const faults = wrong
    .filter((name) => edit[name] !== undefined)
    .map((name) => ({ pointer: `/edits/${at}/${name}`, detail: 'must be a UUID' }));
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
  return resources.findIndex((each) => each.id.toLowerCase() === id.toLowerCase());
}

/** Returns the edits that add a resource, and then its routes. */
function toEdits(kind: Kind, parent: string, resource: Resource): StateEdit[] {
  const { id } = resource;
  const { routes = [], ...value }: { routes?: Resource[] } & Resource = resource;
  return [{ kind, id, parent, value }, ...routes.flatMap((route) => toEdits('route', id, route))];
}
