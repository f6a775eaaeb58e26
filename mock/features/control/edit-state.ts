import type { Fault } from '../../../contract/index.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { ResourceContext } from '../../operations/behaviour.ts';
import {
  fromRoute,
  fromState,
  type ReadState,
  type StateReplacement,
  toWebhookState,
} from '../../sessions/state.ts';
import type {
  RouteRecord,
  SiteRecord,
  StoreContents,
  WebhookRecord,
} from '../../store/contents.ts';
import type { ControlSchemas } from './control-operation.ts';

export type StateEdit = ControlSchemas['StateEdit'];
type Kind = StateEdit['kind'];

/** A resource with the id of its parent, both as in an edit. */
interface Item {
  id: string;
  parent: string;
  value: Record<string, unknown>;
}

const validators = createValidators(schemas);

/**
 * Applies edits one after the other.
 * @returns the new contents, or the faults of the first invalid edit
 */
export function applyEdits(
  contents: StoreContents,
  edits: readonly StateEdit[],
  context: ResourceContext,
): { contents: StoreContents; faults?: never } | { faults: readonly Fault[] } {
  const tables = {
    site: new Table(contents.sites, toSiteItem),
    route: new Table(contents.routes, toRouteItem),
    webhook: new Table(contents.webhooks, toWebhookItem),
  };
  for (const [at, edit] of edits.entries()) {
    const faults = applyEdit(edit, tables, context);
    if (faults !== undefined)
      return {
        faults: faults.map(({ pointer = '', detail }) => ({
          pointer: `/edits/${at}${pointer}`,
          detail,
        })),
      };
  }
  const { site, route, webhook } = tables;
  return { contents: { sites: site.records, routes: route.records, webhooks: webhook.records } };
}

interface Tables {
  site: Table<StoreContents['sites'][number]>;
  route: Table<StoreContents['routes'][number]>;
  webhook: Table<StoreContents['webhooks'][number]>;
}

/** @returns the faults of the edit, if it is invalid */
function applyEdit(
  edit: StateEdit,
  tables: Tables,
  context: ResourceContext,
): readonly Fault[] | undefined {
  const { kind, value } = edit;
  const id = edit.id.toLowerCase();
  const known = tables[kind].find(id);
  if (value === undefined) {
    if (known === undefined) return [{ pointer: '/id', detail: `is not the id of a ${kind}` }];
    tables[kind].remove(id);
    if (kind === 'site') tables.route.removeChildren(id);
    return undefined;
  }
  const parent = edit.parent?.toLowerCase() ?? known?.parent;
  if (parent === undefined)
    return [{ pointer: '/parent', detail: `is required for a new ${kind}` }];
  if (kind === 'route' && tables.site.find(parent) === undefined)
    return [{ pointer: '/parent', detail: `is not the id of a site: ${parent}` }];
  const read = readValue({ kind, id: edit.id, parent, value }, context);
  if (read.faults !== undefined) return read.faults;
  const before = edit.before?.toLowerCase();
  if (kind === 'site') tables.site.put(read.contents.sites, before);
  else if (kind === 'route') tables.route.put(read.contents.routes, before);
  else tables.webhook.put(read.contents.webhooks, before);
  return undefined;
}

/** A record in the linked list of its kind. */
interface Place<Stored> {
  id: string;
  parent: string;
  record: Stored;
  previous: Place<Stored> | undefined;
  next: Place<Stored> | undefined;
}

/** Records of one kind in order. Every operation takes constant time. */
class Table<Stored> {
  readonly #toItem: (record: Stored) => Item;
  readonly #places = new Map<string, Place<Stored>>();
  /** The ids of the records with the same parent. */
  readonly #children = new Map<string, Set<string>>();
  #first: Place<Stored> | undefined;
  #last: Place<Stored> | undefined;

  constructor(records: readonly Stored[], toItem: (record: Stored) => Item) {
    this.#toItem = toItem;
    for (const record of records) this.put([record], undefined);
  }

  get records(): Stored[] {
    const records: Stored[] = [];
    for (let place = this.#first; place !== undefined; place = place.next)
      records.push(place.record);
    return records;
  }

  find(id: string): Item | undefined {
    const place = this.#places.get(id);
    return place && this.#toItem(place.record);
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const { parent, previous, next } = place;
    this.#places.delete(id);
    this.#children.get(parent)?.delete(id);
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
  }

  removeChildren(parent: string): void {
    for (const id of this.#children.get(parent) ?? []) this.remove(id);
  }

  put([record]: readonly Stored[], before: string | undefined): void {
    if (record === undefined) return;
    const { id, parent } = this.#toItem(record);
    const known = this.#places.get(id);
    if (known !== undefined) {
      this.#children.get(known.parent)?.delete(id);
      Object.assign(known, { record, parent });
    } else {
      const next = before === undefined ? undefined : this.#places.get(before);
      const previous = next === undefined ? this.#last : next.previous;
      const place = { id, parent, record, previous, next };
      this.#places.set(id, place);
      if (previous === undefined) this.#first = place;
      else previous.next = place;
      if (next === undefined) this.#last = place;
      else next.previous = place;
    }
    this.#children.set(parent, (this.#children.get(parent) ?? new Set()).add(id));
  }
}

/** Returns the edits that turn some contents into others. */
export function findEdits(from: StoreContents, to: StoreContents): StateEdit[] {
  const kinds: readonly Kind[] = ['site', 'route', 'webhook'];
  const removed: StateEdit[] = [];
  const put: StateEdit[] = [];
  for (const kind of kinds) {
    const before = new Map(list(from, kind).map((item) => [item.id, item]));
    const after = list(to, kind);
    const kept = new Set(after.map(({ id }) => id));
    // Routes are removed before their site, which would remove them too.
    for (const id of before.keys()) if (!kept.has(id)) removed.push({ kind, id });
    // From last to first, so that the next resource already exists when one is inserted before it.
    let next: string | undefined;
    for (const { id, parent, value } of after.toReversed()) {
      const old = before.get(id);
      if (old === undefined)
        put.push({ kind, id, parent, value, ...(next === undefined ? {} : { before: next }) });
      else if (JSON.stringify(old) !== JSON.stringify({ id, parent, value }))
        put.push({ kind, id, parent, value });
      next = id;
    }
  }
  return [...removed.reverse(), ...put];
}

const toSiteItem = ({ site, locale, workspaceId }: SiteRecord): Item => ({
  id: site.id.toLowerCase(),
  parent: workspaceId,
  value: { ...site, ...(locale === undefined ? {} : { locale }) },
});
const toRouteItem = ({ route, siteId }: RouteRecord): Item => ({
  id: route.id.toLowerCase(),
  parent: siteId,
  value: { ...route },
});
const toWebhookItem = ({ webhook, workspaceId }: WebhookRecord): Item => ({
  id: webhook.id.toLowerCase(),
  parent: workspaceId,
  value: { ...toWebhookState(webhook) },
});

function list({ sites, routes, webhooks }: StoreContents, kind: Kind): Item[] {
  switch (kind) {
    case 'site':
      return sites.map(toSiteItem);
    case 'route':
      return routes.map(toRouteItem);
    case 'webhook':
      return webhooks.map(toWebhookItem);
  }
}

/** Reads one resource as a state with no other data, so it is validated like a state. */
function readValue(
  { kind, id, parent, value }: Item & { kind: Kind },
  context: ResourceContext,
): ReadState {
  const resource = { ...value, id };
  const place = { site: '/sites/0', route: '/sites/0/routes/0', webhook: '/webhooks/0' }[kind];
  const workspace = {
    site: { id: parent, sites: [resource] },
    // The site is already valid. Reading it again for each of its routes would take far longer.
    route: { id: parent, sites: [{ id: parent, name: 'Its site', routes: [resource] }] },
    webhook: { id: parent, webhooks: [resource] },
  }[kind];
  const state: unknown = { workspaces: [workspace] };
  const wrong = validators.body('replaceState', state);
  const read = isState(state, wrong) ? readResource(kind, state, context) : { faults: wrong };
  if (read.faults === undefined) return read;
  return {
    faults: read.faults.map(({ pointer = '', detail }) => ({
      pointer: pointer.replace(`/workspaces/0${place}`, '/value'),
      detail,
    })),
  };
}

function readResource(kind: Kind, state: StateReplacement, context: ResourceContext): ReadState {
  const site = kind === 'route' ? state.workspaces[0]?.sites?.[0] : undefined;
  const [route] = site?.routes ?? [];
  return site?.id === undefined || route === undefined
    ? fromState(state, context)
    : fromRoute(site.id, route, '/workspaces/0/sites/0/routes/0', context);
}

/** A value without faults has the type that the description of the control surface defines. */
function isState(_state: unknown, faults: readonly Fault[]): _state is StateReplacement {
  return faults.length === 0;
}
