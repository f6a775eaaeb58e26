import type { Fault } from '../../../contract/index.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { ResourceContext } from '../../operations/index.ts';
import {
  fromState,
  type ReadState,
  type StateReplacement,
  toWebhookState,
} from '../../sessions/state.ts';
import type { StoreContents } from '../../store/store.ts';
import type { ControlSchemas } from './control-operation.ts';

type StateEdit = ControlSchemas['StateEdit'];
type Kind = StateEdit['kind'];

const validators = createValidators(schemas);

/**
 * Applies edits one after the other.
 * @returns the new contents and the edits that undo the change, or the faults of the first invalid edit
 */
export function applyEdits(
  { sites, routes, webhooks }: StoreContents,
  edits: readonly StateEdit[],
  context: ResourceContext,
): { contents: StoreContents; undo: StateEdit[] } | { faults: readonly Fault[] } {
  const tables = {
    site: new Table(sites, ({ site, locale, workspaceId }) => {
      const value = { ...site, ...(locale !== undefined && { locale }) };
      return { id: site.id, parent: workspaceId, value };
    }),
    route: new Table(routes, ({ route, siteId }) => {
      return { id: route.id, parent: siteId, value: { ...route } };
    }),
    webhook: new Table(webhooks, ({ webhook, workspaceId }) => {
      return { id: webhook.id, parent: workspaceId, value: toWebhookState(webhook) };
    }),
  };
  const undo: StateEdit[][] = [];
  for (const [at, edit] of edits.entries()) {
    const done =
      edit.value === undefined
        ? remove(edit, tables)
        : put({ ...edit, id: edit.id ?? context.createUuid() }, edit.value, tables, context);
    if ('faults' in done) {
      const toPlace = (pointer = '') => `/edits/${at}${pointer}`;
      return { faults: done.faults.map((each) => ({ ...each, pointer: toPlace(each.pointer) })) };
    }
    undo.push(done.undo);
  }
  const { site, route, webhook } = tables;
  return {
    contents: { sites: site.records, routes: route.records, webhooks: webhook.records },
    undo: undo.reverse().flat(),
  };
}

interface Tables {
  site: Table<StoreContents['sites'][number]>;
  route: Table<StoreContents['routes'][number]>;
  webhook: Table<StoreContents['webhooks'][number]>;
}

type Done = { undo: StateEdit[] } | { faults: readonly Fault[] };

function refuse(pointer: string, detail: string): Done {
  return { faults: [{ pointer, detail }] };
}

function remove({ kind, id = '' }: StateEdit, tables: Tables): Done {
  const item = tables[kind].find(id);
  if (item === undefined) return refuse('/id', `is not the id of a ${kind}`);
  const children = kind === 'site' ? tables.route.list(item.id.toLowerCase()) : [];
  const before = tables[kind].findNext(id);
  tables[kind].remove(id);
  for (const route of children) tables.route.remove(route.id);
  const restored = { kind, ...item, ...(before !== undefined && { before }) };
  return { undo: [restored, ...children.map((route) => ({ kind: 'route' as const, ...route }))] };
}

/** Adds a resource, or replaces the one with the same id. */
function put(
  { kind, id, before, ...edit }: StateEdit & { id: string },
  value: Record<string, unknown>,
  tables: Tables,
  context: ResourceContext,
): Done {
  const item = tables[kind].find(id);
  const parent = edit.parent?.toLowerCase() ?? item?.parent;
  if (parent === undefined) return refuse('/parent', `is required for a new ${kind}`);
  if (kind === 'route' && tables.site.find(parent) === undefined)
    return refuse('/parent', `is not the id of a site: ${parent}`);
  const read = readValue(kind, parent, { ...value, id }, context);
  if (read.faults !== undefined) return read;
  if (kind === 'site') tables.site.put(read.contents.sites, before);
  else if (kind === 'route') tables.route.put(read.contents.routes, before);
  else tables.webhook.put(read.contents.webhooks, before);
  return { undo: [{ kind, id, ...item }] };
}

/** A resource as in an edit. */
interface Item {
  id: string;
  parent: string;
  value: Record<string, unknown>;
}

/** The records of one kind in order, by their ids. */
class Table<Stored> {
  readonly #toItem: (record: Stored) => Item;
  #records: Map<string, Stored>;

  constructor(records: readonly Stored[], toItem: (record: Stored) => Item) {
    this.#toItem = toItem;
    this.#records = new Map(records.map((record) => [this.#toKey(record), record]));
  }

  #toKey(record: Stored): string {
    return this.#toItem(record).id.toLowerCase();
  }

  get records(): Stored[] {
    return [...this.#records.values()];
  }

  find(id: string): Item | undefined {
    const record = this.#records.get(id.toLowerCase());
    return record && this.#toItem(record);
  }

  list(parent: string): Item[] {
    return this.records.map(this.#toItem).filter((item) => item.parent === parent);
  }

  /** Returns the id of the record after the given one. */
  findNext(id: string): string | undefined {
    const ids = [...this.#records.keys()];
    return ids[ids.indexOf(id.toLowerCase()) + 1];
  }

  remove(id: string): void {
    this.#records.delete(id.toLowerCase());
  }

  put(records: readonly Stored[], before = ''): void {
    const added = records.map((record): [string, Stored] => [this.#toKey(record), record]);
    const all = [...this.#records];
    const at = all.findIndex(([id]) => id === before.toLowerCase());
    const isNew = added.every(([id]) => !this.#records.has(id));
    if (at >= 0 && isNew) this.#records = new Map(all.toSpliced(at, 0, ...added));
    else for (const [id, record] of added) this.#records.set(id, record);
  }
}

/** Reads one resource as a state with no other data, so it is validated like a state. */
function readValue(
  kind: Kind,
  parent: string,
  resource: Record<string, unknown>,
  context: ResourceContext,
): ReadState {
  const place = { site: '/sites/0', route: '/sites/0/routes/0', webhook: '/webhooks/0' }[kind];
  const workspace = {
    site: { id: parent, sites: [resource] },
    // Only the route of this site is used.
    route: {
      id: parent,
      sites: [{ id: parent, apiKey: parent, name: 'site', routes: [resource] }],
    },
    webhook: { id: parent, webhooks: [resource] },
  }[kind];
  const state: unknown = { workspaces: [workspace] };
  const faults = validators.body('replaceState', state);
  const read = isState(state, faults) ? fromState(state, context) : { faults };
  if (read.faults === undefined) return read;
  return {
    faults: read.faults.map(({ pointer = '', detail }) => ({
      pointer: pointer.replace(`/workspaces/0${place}`, '/value'),
      detail,
    })),
  };
}

/** A value without faults has the type that the description of the control surface defines. */
function isState(_state: unknown, faults: readonly Fault[]): _state is StateReplacement {
  return faults.length === 0;
}
